import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../src/db/database.ts";
import { chooseDataDir, prepareDataFolder, ROOTS_DATA_DIR } from "../../src/db/data-folder.ts";
import {
  AlreadyRunning,
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from "../../src/db/embedded-postgres.ts";
import { findBinaries } from "../../src/db/postgres-binaries.ts";
import { initialise, isOurServer } from "../../src/db/postmaster.ts";
import { UnusableDataFolder } from "../../src/db/unusable-data-folder.ts";
import { build, copyPostgres, copyTree, isRoot, newFolder as newFolderOfFile } from "./processes.ts";

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.release();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}
const CONFUSING = `o'brien, my "dir" \\ $HOME`;
/** The data of a stopped installation. It is copied, because creating a database takes longer than most tests. */
const left = join(newFolderOfFile(), CONFUSING, "postgres");
const halfMade = join(left, "pg18-draft-killed");
beforeAll(async () => {
  build();
  mkdirSync(halfMade, { recursive: true });
  writeFileSync(join(halfMade, "PG_VERSION"), "18\n");
  await stop(await start(left));
});
function usedBase(name = ""): string {
  const folder = join(newFolder(), name);
  mkdirSync(folder, { recursive: true });
  copyPostgres(left, join(folder, "postgres"));
  return join(folder, "postgres");
}
async function start(
  base: string,
  role: "app" | "tool" = "app",
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ base, role, settings: ["fsync=off"], ...options });
  running.push(server);
  return server;
}
async function stop(server: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.release();
}
async function answers({ connection }: EmbeddedPostgres): Promise<boolean> {
  const db = connect(connection, { onIdleError: () => {}, max: 1 });
  try {
    return (await db.query<{ one: number }>(sql`select 1 as one`))[0]?.one === 1;
  } finally {
    await db.close();
  }
}

describe("the embedded server", () => {
  test("starts where its socket's path would be too long, and leaves nothing in /tmp", async () => {
    const base = usedBase("a-long-name-".repeat(10));
    const server = await start(base);
    expect(server.connection.host).toMatch(/^\/tmp\/tributary-/);
    expect(await answers(server)).toBe(true);
    await stop(server);
    expect(existsSync(server.connection.host ?? "")).toBe(false);
  });

  test("keeps its address when it dies, even in /tmp, and the pool reconnects", async () => {
    const base = usedBase("a-long-name-".repeat(10));
    const server = await start(base);
    const db = connect(server.connection, { onIdleError: () => {} });
    await db.query(sql`create table kept (id int)`);
    const before = server.pid;
    process.kill(before, "SIGKILL");
    await expect.poll(() => server.pid).not.toBe(before);
    expect(await db.query(sql`select id from kept`)).toEqual([]);
    await db.close();
  });

  test("starts in a folder whose name would confuse a shell", async () => {
    // Its data was created there as well.
    expect(await answers(await start(left))).toBe(true);
  });

  test("creates its data with binaries whose path would confuse a shell", () => {
    const odd = join(newFolder(), CONFUSING);
    const folder = prepareDataFolder(join(odd, "postgres"));
    const binaries = join(odd, "binaries");
    copyTree(findBinaries(folder), binaries);
    initialise(binaries, folder);
    expect(existsSync(join(folder.data, "PG_VERSION"))).toBe(true);
  });

  test("is not confused by a pid file that names another running process", async () => {
    const base = usedBase();
    const server = await start(base);
    const file = join(base, "pg18/postmaster.pid");
    const left = readFileSync(file, "utf8").split("\n").slice(1);
    await stop(server);
    writeFileSync(file, [process.pid, ...left].join("\n"));
    const next = await start(base);
    expect(next.adopted).toBe(false);
    expect(await answers(next)).toBe(true);
  });

  test("serves one app; a second one is refused", async () => {
    const base = usedBase();
    await start(base);
    await expect(startEmbeddedPostgres({ base, role: "app" })).rejects.toBeInstanceOf(AlreadyRunning);
  });

  test("outlives a tool that ran while the app was running, and stops with the last user", async () => {
    const base = usedBase();
    const app = await start(base);
    const tool = await start(base, "tool");
    expect(tool.adopted).toBe(true);
    await stop(tool);
    expect(await answers(app)).toBe(true);
    const late = await start(base, "tool");
    await stop(app);
    expect(await answers(late)).toBe(true);
    await stop(late);
    expect(isOurServer(join(base, "pg18"), late.pid)).toBe(false);
  });

  test("serves ten tools that start and stop at once on an empty folder", async () => {
    const base = newFolder();
    const visits = Array.from({ length: 10 }, async () => {
      const tool = await startEmbeddedPostgres({ base, role: "tool", settings: ["fsync=off"] });
      const well = await answers(tool);
      await tool.release();
      return well;
    });
    expect(await Promise.all(visits)).toEqual(Array.from({ length: 10 }, () => true));
    expect(existsSync(join(base, "pg18/postmaster.pid"))).toBe(false);
  });

  test("never uses a folder that a killed start left incomplete, and removes it", async () => {
    expect(existsSync(halfMade)).toBe(false);
    expect(await answers(await start(left))).toBe(true);
  });

  test("rejects data of another major version and names export and import", async () => {
    const base = newFolder();
    mkdirSync(join(base, "pg17"));
    writeFileSync(join(base, "pg17/PG_VERSION"), "17\n");
    const refusal = await startEmbeddedPostgres({ base, role: "app" }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnusableDataFolder);
    expect(String(refusal)).toMatch(/PostgreSQL 17.*tributary export.*tributary import/);
  });
});

test("two concurrent starts remove the same leftover files without an error", async () => {
  const litter = join(newFolder(), "binaries-draft-left");
  for (let number = 0; number < 40; number += 1) {
    mkdirSync(join(litter, `${number}`), { recursive: true });
    for (let file = 0; file < 50; file += 1) writeFileSync(join(litter, `${number}`, `${file}`), "");
  }
  const source = new URL("../../dist/db/owned-folder.js", import.meta.url).href;
  const script = `process.send("ready"); process.once("message", async () => {
    (await import(${JSON.stringify(source)})).removeTree(${JSON.stringify(litter)}); process.disconnect(); });`;
  const removers = [1, 2].map(() => spawn(process.execPath, ["-e", script], { stdio: ["ignore", 2, 2, "ipc"] }));
  await Promise.all(removers.map((remover) => once(remover, "message")));
  for (const remover of removers) remover.send("now");
  const exits = await Promise.all(removers.map(async (remover) => (await once(remover, "exit"))[0] as unknown));
  expect(exits).toEqual([0, 0]);
  expect(existsSync(litter)).toBe(false);
});

describe("the data folder", () => {
  test("is the configured one", () => {
    expect(chooseDataDir("/somewhere/else", "/beside")).toBe("/somewhere/else");
  });

  test("is next to the program if the database's user can access it", () => {
    const beside = join(newFolder(), "data");
    expect(chooseDataDir(undefined, beside)).toBe(beside);
  });

  test.runIf(isRoot)("is a system folder if the database's user cannot access root's clone (root only)", () => {
    const clone = newFolder();
    chmodSync(clone, 0o700);
    expect(chooseDataDir(undefined, join(clone, "data"))).toBe(ROOTS_DATA_DIR);
  });
});

describe.skipIf(!isRoot)("the database's user (root only: nobody else can choose one)", () => {
  const DAEMON = 1;
  const refusalOf = async (base: string, osUser?: string): Promise<string> => {
    const refusal = await start(base, "app", { osUser }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnusableDataFolder);
    return String(refusal);
  };

  test("is the configured one and stays the owner of the data: another configured one is rejected", async () => {
    const base = join(newFolder(), "postgres");
    const server = await start(base, "app", { osUser: "daemon" });
    expect(await answers(server)).toBe(true);
    expect(["pg18", "log", "socket"].map((name) => lstatSync(join(base, name)).uid)).toEqual([DAEMON, DAEMON, DAEMON]);
    expect(lstatSync(base).uid).toBe(0);
    await stop(server);
    expect(await refusalOf(base, "nobody")).toMatch(/pg18 belongs to daemon, but POSTGRES_OS_USER is nobody/);
    await stop(await start(base));
    expect(lstatSync(join(base, "pg18")).uid).toBe(DAEMON);
  });

  test("must exist", async () => {
    expect(await refusalOf(join(newFolder(), "postgres"), "no-such-user")).toMatch(
      /does not exist on this machine.*useradd --system/,
    );
  });

  test("cannot be root", async () => {
    const base = join(newFolder(), "postgres");
    mkdirSync(join(base, "pg18"), { recursive: true });
    expect(await refusalOf(base)).toMatch(/pg18 belongs to root, and PostgreSQL refuses to run as root/);
  });

  test.each([
    ["the folder that holds the data", (folder: string) => folder],
    ["the data folder itself", (folder: string) => join(folder, "postgres")],
  ])("is rejected when another user owns %s", async (_what, chosen) => {
    const folder = newFolder();
    mkdirSync(join(folder, "postgres"));
    chownSync(chosen(folder), DAEMON, DAEMON);
    expect(await refusalOf(join(folder, "postgres"))).toMatch(/belongs to daemon, but Tributary is running as root/);
    expect(lstatSync(chosen(folder)).uid).toBe(DAEMON);
  });

  test("cannot use a world-writable folder", async () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    expect(await refusalOf(join(folder, "postgres"))).toMatch(/Other users can write to/);
  });
});
