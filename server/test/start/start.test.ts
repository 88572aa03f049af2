import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  build,
  freePort,
  isApp,
  isRoot,
  newDataDir,
  newFolder,
  ORDINARY,
  postmasterOf,
  start,
  stop,
  tryToStart,
} from "./processes.ts";

beforeAll(build);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("a start on an empty folder", () => {
  test("answers, says where things are, and on SIGTERM ends cleanly with its database", async () => {
    const dataDir = newDataDir();
    const app = await start({ DATA_DIR: dataDir });
    expect(app.ready).toMatchObject({ host: "127.0.0.1", data_dir: dataDir });
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    expect(postmasterOf(dataDir)).toBeDefined();
    const { exitCode } = await stop(app);
    expect(exitCode).toBe(0);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test("keeps the database and the secret from other users, and lets them through to nothing else", async () => {
    const dataDir = newDataDir();
    await stop(await start({ DATA_DIR: dataDir }));
    expect(modeOf(join(dataDir, "secret.key"))).toBe(0o600);
    expect(modeOf(join(dataDir, "postgres"))).toBe(0o700);
    expect(modeOf(dataDir)).toBe(0o755);
  });

  test("works for an ordinary user", async () => {
    const dataDir = newDataDir("ordinary");
    const app = await start({ DATA_DIR: dataDir }, "ordinary");
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(isRoot ? ORDINARY.uid : process.getuid?.());
    expect((await stop(app)).exitCode).toBe(0);
  });

  test("ends as cleanly when the signal comes twice, as npm sends it", async () => {
    const dataDir = newDataDir();
    const app = await start({ DATA_DIR: dataDir });
    app.signal("SIGINT");
    app.signal("SIGINT");
    app.signal("SIGTERM");
    expect((await app.ended).exitCode).toBe(0);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });
});

describe("a second start on the same data", () => {
  test("says that one is running, changes nothing, and leaves the first one alone", async () => {
    const dataDir = newDataDir();
    const app = await start({ DATA_DIR: dataDir });
    const second = await tryToStart({ DATA_DIR: dataDir });
    if (isApp(second)) throw new Error("Two run on one folder.");
    expect(second.exitCode).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({ code: "already_running" });
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    await stop(app);
  });

  test("of three that race on an empty folder one runs and the others say so", async () => {
    const dataDir = newDataDir();
    const all = await Promise.all([1, 2, 3].map(() => tryToStart({ DATA_DIR: dataDir })));
    const running = all.filter(isApp);
    expect(running).toHaveLength(1);
    const others = all.filter((each) => !isApp(each));
    for (const other of others) expect(other.stdout).toContain("already_running");
    for (const app of running) expect((await stop(app)).exitCode).toBe(0);
  });
});

describe("a start that cannot succeed", () => {
  test("names every wrong variable at once and exits with 2", async () => {
    const result = await tryToStart({ PORT: "99999", SIGNUP: "maybe", SECRET_KEY: "short" });
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(2);
    const { error, code } = JSON.parse(result.stdout) as { error: string; code: string };
    expect(code).toBe("invalid_configuration");
    for (const name of ["PORT", "SIGNUP", "SECRET_KEY"]) expect(error).toContain(`${name} must be`);
    expect(error).not.toContain("short");
  });

  test("says that the port is taken and takes its database down again", async () => {
    const port = String(await freePort());
    const first = await start({ DATA_DIR: newDataDir(), PORT: port });
    const dataDir = newDataDir();
    const second = await tryToStart({ DATA_DIR: dataDir, PORT: port });
    if (isApp(second)) throw new Error("Two listen on one port.");
    expect(JSON.parse(second.stdout)).toMatchObject({ code: "port_taken" });
    expect(postmasterOf(dataDir)).toBeUndefined();
    await stop(first);
  });

  test.runIf(isRoot)("tells root in one sentence that the database's user cannot enter the folder", async () => {
    const closed = join(newFolder(), "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    const result = await tryToStart({ DATA_DIR: join(closed, "data") });
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ code: "unusable_data_folder" });
    expect(result.stdout).toContain("/var/lib/tributary");
  });

  test.runIf(isRoot)("tells an ordinary user that the folder belongs to somebody else", async () => {
    const dataDir = newDataDir();
    await stop(await start({ DATA_DIR: dataDir }));
    const result = await tryToStart({ DATA_DIR: dataDir }, "ordinary");
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain("belongs to another user");
  });
});
