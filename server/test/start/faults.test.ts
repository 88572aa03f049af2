import { randomBytes } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  build,
  connectionTo,
  postmasterOf,
  runJson,
  start,
  stop,
  until,
  untilReady,
  type App,
} from "./processes.ts";
import { preparedDataDir } from "./prepared.ts";

const dataDir = await preparedDataDir();

beforeAll(build);

const NEVER_ISSUED = `sk_live_${"A".repeat(43)}`;

/** An acknowledged write; resolves to its owner. */
async function acknowledgedWrite(): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const { exitCode } = await runJson(["account", "create", "--email", email, "--name", "Shop"], { DATA_DIR: dataDir });
  if (exitCode !== 0) throw new Error("The account was not created.");
  return email;
}
async function owners(): Promise<string[]> {
  const { json } = await runJson(["account", "list"], { DATA_DIR: dataDir });
  return (json["accounts"] as { owners: string[] }[]).flatMap((account) => account.owners);
}

/** Each test leaves its processes to the next one, because a start takes seconds. */
let app: App;

describe("kill -9", () => {
  test("of both: the next start recovers the data", async () => {
    const first = await start({ DATA_DIR: dataDir });
    const kept = await acknowledgedWrite();
    first.signal("SIGSTOP"); // so that it cannot restart what is about to die
    process.kill(postmasterOf(dataDir) ?? 0, "SIGKILL");
    first.signal("SIGKILL");
    await first.ended;
    app = await start({ DATA_DIR: dataDir });
    expect(await owners()).toContain(kept);
  });

  test("of PostgreSQL: the running app restarts it, responds again, and has lost nothing", async () => {
    const kept = await acknowledgedWrite();
    const postmaster = postmasterOf(dataDir) ?? 0;
    process.kill(postmaster, "SIGKILL");
    await until(() => {
      const now = postmasterOf(dataDir);
      return now !== undefined && now !== postmaster ? now : undefined;
    });
    await untilReady(app);
    expect(await owners()).toContain(kept);
    expect((await stop(app)).exitCode).toBe(0);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test("of the app: the next start works immediately, takes over the database, and has lost nothing", async () => {
    const first = await start({ DATA_DIR: dataDir });
    const kept = await acknowledgedWrite();
    const postmaster = postmasterOf(dataDir);
    first.signal("SIGKILL");
    await first.ended;
    expect(postmasterOf(dataDir)).toBe(postmaster);
    app = await start({ DATA_DIR: dataDir });
    expect(postmasterOf(dataDir)).toBe(postmaster);
    expect(await owners()).toContain(kept);
  });
});

describe("SIGTERM", () => {
  test("completes the request in flight, accepts no new one, and then exits, with the database it took over", async () => {
    const blocker = new pg.Client(connectionTo(dataDir));
    await blocker.connect();
    await blocker.query("begin; lock table api_keys in access exclusive mode");
    const inFlight = ask(`${app.address}/v1/campaigns`, { authorization: `Bearer ${NEVER_ISSUED}` });
    await until(async () => {
      const { rowCount } = await blocker.query(
        "select from pg_locks where not granted and relation = 'api_keys'::regclass",
      );
      return rowCount === 1 ? true : undefined;
    });
    app.signal("SIGTERM");
    await until(async () => ((await ask(`${app.address}/healthz`)) === "unreachable" ? true : undefined));
    await blocker.query("commit");
    await blocker.end();
    expect(await inFlight).toBe(401);
    expect((await app.ended).exitCode).toBe(0);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });
});
