import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { connect, type Connection } from "../../src/db/database.ts";
import { cloneDatabase, emptyDatabase } from "../support/database.ts";
import {
  ask,
  build,
  isApp,
  newDataDir,
  run,
  runJson,
  SECRET_KEY,
  start,
  stop,
  tryToStart,
  urlOf,
  untilReady,
  type App,
  type Env,
} from "./processes.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";

beforeAll(build);

function envFor(connection: Connection): Env {
  return { DATABASE_URL: urlOf(connection), SECRET_KEY };
}
async function execute(connection: Connection, name: string): Promise<void> {
  const db = connect(connection, { onIdleError: () => {} });
  await db.query(sql`insert into migrations (name) values (${name})`);
  await db.close();
}

describe("with DATABASE_URL", () => {
  const dataDir = newDataDir();
  let env: Env;
  let apps: App[];

  beforeAll(async () => {
    env = { ...envFor(await emptyDatabase()), DATA_DIR: dataDir };
    apps = await Promise.all([start(env), start(env), start(env)]);
  });

  test("three processes that start at once on an empty database all run", async () => {
    for (const app of apps) expect(await untilReady(app)).toBe(true);
  });

  test("two processes accept exactly a hundred requests of a key in its minute", async () => {
    await run(["account", "create", "--email", "me@shop.example", "--name", "Shop"], env);
    const made = await runJson(["key", "create", "--account", "me@shop.example", "--name", "both"], env);
    const { secret } = made.json["key"] as { secret: string };
    const authorization = `Bearer ${secret}`;
    // A forged client address does not matter: requests are counted by key.
    const asked = Array.from({ length: 160 }, (_, n) =>
      ask(`${apps[n % 2]?.address}/v1/campaigns`, { authorization, "x-forwarded-for": `198.51.100.${n}` }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((status) => status === 200)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(60);
  });

  test("they use that server, start none, leave only an empty click journal, and exit cleanly", async () => {
    for (const app of apps) {
      expect(app.ready["data_dir"]).toBeNull();
      expect((await stop(app)).exitCode).toBe(0);
    }
    expect([readdirSync(dataDir), readdirSync(join(dataDir, "journal"))]).toEqual([["journal"], ["id"]]);
  });

  test("a program older than the schema refuses to start and says why", async () => {
    const connection = await cloneDatabase();
    await execute(connection, "9999_from_the_future.sql");
    const result = await tryToStart(envFor(connection));
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ code: "unsuitable_database" });
    expect(result.stdout).toContain("9999_from_the_future.sql");
  });

  test("an unreachable server ends the start with 3 and one sentence", async () => {
    const result = await tryToStart({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", SECRET_KEY });
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ code: "database_away" });
  });

  test("a missing database is named", async () => {
    const { connectionString, ...connection } = await emptyDatabase();
    const url = new URL(urlOf(connectionString === undefined ? connection : { connectionString }));
    url.pathname = "/no_such_database";
    const { exitCode, stdout } = await run(["verify", "--json"], { DATABASE_URL: url.href, SECRET_KEY });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("no_such_database");
  });

  test("SECRET_KEY is required", async () => {
    const { exitCode, stderr } = await run(["start"], { DATABASE_URL: "postgres://localhost/x" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("SECRET_KEY is required with DATABASE_URL");
  });
});
