import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import sql from "sql-template-tag";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../src/db/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { UnusableDataFolder } from "../../src/db/unusable-data-folder.ts";
import { copyPostgres, isRoot, newFolder } from "./processes.ts";
import { copyPrepared } from "./prepared.ts";

/** Looks like the pid file of a dead server, which a start would replace. */
const SECRET = `2147483645\n/nowhere\n0\n5432\n/tmp/tributary-absent\n`;
const LOCK = ".s.PGSQL.5432.lock";

let folder = "";
let base = "";
/** A folder that only root can enter, with two files. The database's user must not be able to change it. */
let vault = "";
let running: EmbeddedPostgres[] = [];
/** The data of a stopped installation. */
const left = join(newFolder(), "postgres");

beforeAll(async () => {
  if (!isRoot) return;
  await copyPrepared(left);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
  chmodSync(folder, 0o755);
  base = join(folder, "postgres");
  if (isRoot) copyPostgres(left, base);
  vault = join(folder, "vault");
  mkdirSync(vault, { mode: 0o700 });
  writeFileSync(join(vault, "file"), SECRET, { mode: 0o600 });
  writeFileSync(join(vault, LOCK), SECRET, { mode: 0o600 });
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.release();
  rmSync(folder, { recursive: true, force: true });
});

async function start(role: "app" | "tool" = "app"): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ base, role, settings: ["fsync=off"] });
  running.push(server);
  return server;
}
async function stop(server: EmbeddedPostgres): Promise<void> {
  running = running.filter((each) => each !== server);
  await server.release();
}
async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const db = connect(server.connection, { onIdleError: () => {}, max: 1 });
  try {
    return await db.query(sql([text]));
  } finally {
    await db.close();
  }
}
const ownerOf = (path: string) => {
  const { uid, gid } = lstatSync(path);
  return { uid, gid };
};
/** Restores the state of version 0.1, where the database's user could replace everything in the folder. */
function asVersion01(): void {
  const { uid, gid } = ownerOf(join(base, "pg18"));
  chownSync(base, uid, gid);
  chmodSync(base, 0o700);
}

/** Runs a script as the database's user in its folder; $1 is the vault, $2 the data folder's base. */
function attack(script: string): { status: number | null; stderr: string } {
  const who = ownerOf(join(base, "pg18"));
  const { status, stderr } = spawnSync("/bin/sh", ["-ec", script, "sh", vault, base], {
    ...who,
    cwd: base,
    encoding: "utf8",
  });
  return { status, stderr };
}
function attackAndSucceed(script: string): void {
  expect(attack(script)).toMatchObject({ status: 0, stderr: "" });
}

function vaultState(): unknown {
  const stateOf = (path: string) => {
    const { uid, gid, mode } = lstatSync(path);
    return [basename(path), uid, gid, (mode & 0o7777).toString(8)];
  };
  const files = ["file", LOCK].map((name) => join(vault, name));
  return [stateOf(vault), ...files.map((path) => [...stateOf(path), readFileSync(path, "utf8")])];
}
const UNTOUCHED = [
  ["vault", 0, 0, "700"],
  ["file", 0, 0, "600", SECRET],
  [LOCK, 0, 0, "600", SECRET],
];

async function startOrRefuse(): Promise<string> {
  try {
    const server = await start();
    await query(server, "select 1");
    await stop(server);
    return "started";
  } catch (error) {
    return error instanceof UnusableDataFolder ? error.message : `failed: ${String(error)}`;
  }
}

// An ordinary user has no other user's rights to lose: PostgreSQL runs as that user too.
describe.skipIf(!isRoot)("started by root (root only: it takes root to run PostgreSQL as another user)", () => {
  test.each([
    ["the socket folder", 'rm -rf socket; ln -s "$1" socket', /socket is a symbolic link/],
    ["the log folder", 'rm -rf log; ln -s "$1" log', /log is a symbolic link/],
    ["the launch log", 'mv launch.log old; ln -s "$1/file" launch.log', /^started$/],
    ["a draft", 'ln -s "$1" pg18-draft-link; mkdir pg18-draft-dir; ln -s "$1" pg18-draft-dir/link', /^started$/],
    ["the binaries", 'mkdir binaries-old; ln -s "$1" binaries-old/link; ln -s "$1" binaries-older', /^started$/],
    ["the database", 'mv pg18 elsewhere; ln -s "$1" pg18; mkdir "elsewhere/sub"', /pg18 is a symbolic link/],
  ])("keeps root's files when %s of a 0.1 folder is a link to them", async (_what, script, outcome) => {
    asVersion01();
    attackAndSucceed(script);
    const result = await startOrRefuse();
    expect(vaultState()).toEqual(UNTOUCHED);
    expect(result).toMatch(outcome);
  });

  test.each([
    ["a pid file that is a link", 'ln -s "$1/file" pg18/postmaster.pid'],
    ["a pid file that is a pipe", "mkfifo pg18/postmaster.pid"],
    [
      "a pid file whose socket folder is root's",
      `printf '2147483645\\n/\\n0\\n5432\\n%s\\n' "$1" >pg18/postmaster.pid`,
    ],
    ["a socket lock that is a link", `ln -s "$1/file" socket/${LOCK}`],
  ])("starts and keeps root's files with %s", async (_what, script) => {
    attackAndSucceed(script);
    const result = await startOrRefuse();
    expect(vaultState()).toEqual(UNTOUCHED);
    expect(result).toBe("started");
  });

  test.each(["ln -s", "mkfifo"])("rejects a version file created by %s instead of waiting for it", async (command) => {
    attackAndSucceed(`rm pg18/PG_VERSION; ${command === "mkfifo" ? command : `${command} "$1/file"`} pg18/PG_VERSION`);
    const result = await startOrRefuse();
    expect(vaultState()).toEqual(UNTOUCHED);
    expect(result).toMatch(/PG_VERSION is not a regular file/);
  });

  test("never removes a folder in /tmp that only the pid file names", async () => {
    const app = await start();
    const evil = mkdtempSync("/tmp/tributary-evil-");
    chmodSync(evil, 0o777);
    try {
      attackAndSucceed(
        `mkdir "${evil}/a" "${evil}/a/vault"; ln -s "$2/socket/.s.PGSQL.5432" "${evil}/a/vault/.s.PGSQL.5432"
         sed "5s#.*#${evil}/a/vault#" pg18/postmaster.pid >pg18/new; mv pg18/new pg18/postmaster.pid`,
      );
      const tool = await start("tool");
      await stop(app);
      attackAndSucceed(`mv "${evil}/a" "${evil}/b"; ln -s "${dirname(vault)}" "${evil}/a"`);
      await stop(tool);
      expect(vaultState()).toEqual(UNTOUCHED);
    } finally {
      rmSync(evil, { recursive: true, force: true });
    }
  });

  test("lets the database's user replace nothing except the database, its logs and its socket", () => {
    const { uid, mode } = lstatSync(base);
    expect([uid, (mode & 0o777).toString(8)]).toEqual([0, "711"]);
    for (const script of ["mv socket other", "rm launch.log", "ln -s / pg18-draft-x", "echo x >>launch.log"])
      expect(attack(script).status).not.toBe(0);
  });

  test("takes over a 0.1 folder with its data and keeps the user that owns the database", async () => {
    const first = await start();
    await query(first, "create table kept (id int)");
    await stop(first);
    const owner = ownerOf(join(base, "pg18"));
    asVersion01();
    const second = await start();
    expect(await query(second, "select * from kept")).toEqual([]);
    expect(ownerOf(base)).toEqual({ uid: 0, gid: 0 });
    expect(ownerOf(join(base, "pg18"))).toEqual(owner);
  });
});
