import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
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
  type Result,
  usedDataDir,
} from "./processes.ts";

/** Has data from an earlier start; for tests that need no empty folder. */
let used = "";

beforeAll(async () => {
  build();
  used = await usedDataDir();
});

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

  test("points to the sign-up page until there is an account", async () => {
    const dataDir = await usedDataDir();
    const app = await start({ DATA_DIR: dataDir });
    expect(app.ready).toMatchObject({ has_account: false });
    const body = { name: "Ada", email: "ada@shop.example", password: "correct horse battery", account_name: "Shop" };
    const signedUp = await fetch(`${app.address}/api/session/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(signedUp.status).toBe(200);
    await stop(app);
    const again = await start({ DATA_DIR: dataDir });
    expect(again.ready).toMatchObject({ has_account: true });
    await stop(again);
  });

  test("keeps the database and the secret from other users", () => {
    expect(modeOf(join(used, "secret.key"))).toBe(0o600);
    expect(modeOf(used)).toBe(0o755);
    // Root's database runs as another user, who has to pass through.
    expect(modeOf(join(used, "postgres"))).toBe(isRoot ? 0o711 : 0o700);
    for (const name of ["pg18", "log", "socket"]) expect(modeOf(join(used, "postgres", name))).toBe(0o700);
    expect(modeOf(join(used, "postgres/launch.log"))).toBe(0o600);
  });

  test("warns root to run it as a user of its own, and everybody once of a proxy that it does not trust", async () => {
    const printedWith = async (env: Record<string, string>): Promise<string> => {
      const app = await start({ DATA_DIR: used, ...env });
      for (let i = 0; i < 3; i += 1) await ask(`${app.address}/healthz`, { "x-forwarded-for": "203.0.113.7" });
      return (await stop(app)).stderr;
    };
    const printed = await printedWith({});
    expect(printed.includes("Tributary runs as root")).toBe(isRoot);
    expect(printed.split("not in TRUSTED_PROXIES")).toHaveLength(2);
    expect(await printedWith({ TRUSTED_PROXIES: "loopback" })).not.toContain("not in TRUSTED_PROXIES");
  });

  test.runIf(isRoot)(
    "tells root in one sentence that the data folder belongs to another user (root only)",
    async () => {
      const dataDir = newDataDir();
      mkdirSync(dataDir);
      chownSync(dataDir, ORDINARY.uid, ORDINARY.gid);
      const result = await tryToStart({ DATA_DIR: dataDir });
      if (isApp(result)) throw new Error("It started.");
      expect(JSON.parse(result.stdout)).toMatchObject({ code: "unusable_data_folder" });
      expect(result.stdout).toContain("belongs to daemon, and Tributary runs as root");
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  test("works for an ordinary user, who is not warned as root is", async () => {
    const dataDir = newDataDir("ordinary");
    const app = await start({ DATA_DIR: dataDir }, "ordinary");
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(isRoot ? ORDINARY.uid : process.getuid?.());
    const { exitCode, stderr } = await stop(app);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain("runs as root");
  });

  test("ends as cleanly when the signal comes twice, as npm sends it", async () => {
    const app = await start({ DATA_DIR: used });
    app.signal("SIGINT");
    app.signal("SIGINT");
    app.signal("SIGTERM");
    expect((await app.ended).exitCode).toBe(0);
    expect(postmasterOf(used)).toBeUndefined();
  });
});

describe("a second start on the same data", () => {
  test("says that one is running, changes nothing, and leaves the first one alone", async () => {
    const app = await start({ DATA_DIR: used });
    const second = await tryToStart({ DATA_DIR: used });
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
    const others = all.filter((each): each is Result => !isApp(each));
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
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(Number(port), "127.0.0.1", resolve));
    const second = await tryToStart({ DATA_DIR: used, PORT: port });
    if (isApp(second)) throw new Error("Two listen on one port.");
    expect(JSON.parse(second.stdout)).toMatchObject({ code: "port_taken" });
    expect(postmasterOf(used)).toBeUndefined();
    await new Promise((resolve) => holder.close(resolve));
  });

  test.runIf(isRoot)(
    "tells root in one sentence that the database's user cannot enter the folder (root only)",
    async () => {
      const closed = join(newFolder(), "closed");
      mkdirSync(closed);
      chmodSync(closed, 0o700);
      const result = await tryToStart({ DATA_DIR: join(closed, "data") });
      if (isApp(result)) throw new Error("It started.");
      expect(result.exitCode).toBe(1);
      expect(JSON.parse(result.stdout)).toMatchObject({ code: "unusable_data_folder" });
      expect(result.stdout).toContain("/var/lib/tributary");
    },
  );

  test.runIf(isRoot)(
    "tells an ordinary user that the folder belongs to somebody else (root only: it takes two users)",
    async () => {
      const result = await tryToStart({ DATA_DIR: used }, "ordinary");
      if (isApp(result)) throw new Error("It started.");
      expect(result.exitCode).toBe(1);
      expect(result.stdout).toContain("belongs to another user");
    },
  );
});
