import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  build,
  isApp,
  isRoot,
  newDataDir,
  newFolder,
  ORDINARY,
  postmasterOf,
  start,
  stop,
  tryToStart,
  type App,
  type Result,
} from "./processes.ts";
import { freePort } from "../../../scripts/free-port.mjs";

/** An installation that is started twice. Most tests check these two starts, because a start takes seconds. */
const used = newDataDir();

beforeAll(build);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

async function askFromBehindProxy({ address }: App): Promise<void> {
  for (let i = 0; i < 3; i += 1) await ask(`${address}/healthz`, { "x-forwarded-for": "203.0.113.7" });
}

describe("a start on an empty folder", () => {
  let app: App;
  let printed = "";

  test("responds and says where things are, and that there is no account yet", async () => {
    app = await start({ DATA_DIR: used });
    expect(app.ready).toMatchObject({ host: "127.0.0.1", data_dir: used, has_account: false });
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    expect(postmasterOf(used)).toBeDefined();
    await askFromBehindProxy(app);
    const body = { name: "Ada", email: "ada@shop.example", password: "correct horse battery", account_name: "Shop" };
    const signedUp = await fetch(`${app.address}/api/session/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(signedUp.status).toBe(200);
  });

  test("exits cleanly with its database on SIGTERM", async () => {
    const { exitCode, stderr } = await stop(app);
    printed = stderr;
    expect(exitCode).toBe(0);
    expect(postmasterOf(used)).toBeUndefined();
  });

  test("warns root to use a separate user, and warns once about an untrusted proxy", () => {
    expect(printed.includes("Tributary is running as root")).toBe(isRoot);
    expect(printed.split("not in TRUSTED_PROXIES")).toHaveLength(2);
  });

  test("protects the database and the secret from other users", () => {
    expect(modeOf(join(used, "secret.key"))).toBe(0o600);
    expect(modeOf(used)).toBe(0o755);
    // Root's database runs as another user, who needs to pass through.
    expect(modeOf(join(used, "postgres"))).toBe(isRoot ? 0o711 : 0o700);
    for (const name of ["pg18", "log", "socket"]) expect(modeOf(join(used, "postgres", name))).toBe(0o700);
    expect(modeOf(join(used, "postgres/launch.log"))).toBe(0o600);
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
      expect(result.stdout).toContain("belongs to daemon, but Tributary is running as root");
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  test("works for an ordinary user, without the warning for root", async () => {
    const dataDir = newDataDir("ordinary");
    const app = await start({ DATA_DIR: dataDir }, "ordinary");
    expect(await ask(`${app.address}/healthz`)).toBe(200);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(isRoot ? ORDINARY.uid : process.getuid?.());
    const { exitCode, stderr } = await stop(app);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain("running as root");
  });
});

describe("a start on existing data", () => {
  let app: App;

  test("knows that there is an account", async () => {
    app = await start({ DATA_DIR: used, TRUSTED_PROXIES: "loopback" });
    expect(app.ready).toMatchObject({ has_account: true });
    await askFromBehindProxy(app);
  });

  test("is not disturbed by a second one, which says that one is running", async () => {
    const second = await tryToStart({ DATA_DIR: used });
    if (isApp(second)) throw new Error("Two run on one folder.");
    expect(second.exitCode).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({ code: "already_running" });
    expect(await ask(`${app.address}/healthz`)).toBe(200);
  });

  test("exits as cleanly when the signal comes twice, as npm sends it, and does not warn about a trusted proxy", async () => {
    app.signal("SIGINT");
    app.signal("SIGINT");
    app.signal("SIGTERM");
    const { exitCode, stderr } = await app.ended;
    expect(exitCode).toBe(0);
    expect(postmasterOf(used)).toBeUndefined();
    expect(stderr).not.toContain("not in TRUSTED_PROXIES");
  });
});

describe("several concurrent starts", () => {
  test("of three on an empty folder one runs and the others say so", async () => {
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
  test("names all invalid variables at once and exits with 2", async () => {
    const result = await tryToStart({ PORT: "99999", SIGNUP: "maybe", SECRET_KEY: "short" });
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(2);
    const { error, code } = JSON.parse(result.stdout) as { error: string; code: string };
    expect(code).toBe("invalid_configuration");
    for (const name of ["PORT", "SIGNUP", "SECRET_KEY"]) expect(error).toContain(`${name} must be`);
    expect(error).not.toContain("short");
  });

  test("says that the port is in use and stops its database again", async () => {
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
