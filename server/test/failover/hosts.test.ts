import { readdirSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { connect, DatabaseUnavailable, type Connection, type Db } from "../../src/db/database.ts";
import {
  build,
  isApp,
  newFolder,
  run,
  SECRET_KEY,
  start,
  stop,
  tryToStart,
  until,
  untilReady,
  urlOf as addressOf,
} from "../start/processes.ts";
import { preparedDataDir } from "../start/prepared.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { asAdmin } from "../support/global-setup.ts";
import { startPair, type Pair } from "../support/standby.ts";
import { eventually } from "../support/eventually.ts";

let pair: Pair;
let toPrimary: Cable;
let toStandby: Cable;
beforeAll(async () => {
  build();
  pair = await startPair();
  toPrimary = await cableTo(pair.primary);
  toStandby = await cableTo(pair.standby);
});
afterAll(async () => {
  await toPrimary.pull();
  await toStandby.pull();
  await pair.close();
});

const portOf = ({ connection }: Cable): number => connection.port ?? 0;
const urlOf = (cables: readonly Cable[], more = ""): string =>
  `postgres://${pair.primary.user}@${cables.map((cable) => `127.0.0.1:${portOf(cable)}`).join(",")}/tributary${more}`;

function open(connectionString: string): Db {
  const db = connect({ connectionString }, { onIdleError: () => {}, max: 4, connectTimeoutMs: 5_000 });
  onTestFinished(() => db.close());
  return db;
}
async function isStandby(db: Db): Promise<boolean | undefined> {
  const [row] = await db.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
  return row?.standby;
}

describe("several hosts in a database URL", () => {
  test("lead to the writable one, in any order", async () => {
    expect(await isStandby(open(urlOf([toPrimary, toStandby])))).toBe(false);
    expect(await isStandby(open(urlOf([toStandby, toPrimary])))).toBe(false);
    expect(await isStandby(open(urlOf([toStandby, toPrimary], "?target_session_attrs=primary")))).toBe(false);
  });

  test("lead to the first that responds if the URL allows any", async () => {
    expect(await isStandby(open(urlOf([toStandby, toPrimary], "?target_session_attrs=any")))).toBe(true);
  });

  test("are an unavailable database that names both if one is down and the other read-only", async () => {
    const nowhere = await cableTo(pair.primary);
    await nowhere.pull();
    const asked = open(urlOf([nowhere, toStandby])).query(sql`select 1`);
    await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(asked).rejects.toThrow(
      new RegExp(`ECONNREFUSED 127.0.0.1:${portOf(nowhere)}; 127.0.0.1:${portOf(toStandby)} is read-only`),
    );
  });

  test("are parsed like libpq does: a socket folder as a parameter", async () => {
    const { host = "", user = "" } = pair.primary;
    expect(await isStandby(open(`postgres://${user}@/tributary?host=${host}`))).toBe(false);
    const { host: other = "" } = pair.standby;
    expect(await isStandby(open(`postgres://${user}@/tributary?host=${other},${host}&port=5432`))).toBe(false);
  });

  test("work for listeners too", async () => {
    const db = open(urlOf([toStandby, toPrimary]));
    let heard = 0;
    const listening = db.listen("news", () => (heard += 1));
    onTestFinished(() => listening.close());
    await eventually(() => expect(heard).toBe(1));
    await db.transaction((tx) => Promise.resolve(tx.tell("news")));
    await eventually(() => expect(heard).toBe(2));
  });
});

describe("the program", () => {
  test("doctor names the writable host, or reports that no host is writable", async () => {
    const both = await run(["doctor"], { DATABASE_URL: urlOf([toStandby, toPrimary]), SECRET_KEY });
    expect(both.stdout).toMatch(/ok +writes +accepted/);
    const { exitCode, stdout } = await run(["doctor"], { DATABASE_URL: urlOf([toStandby]), SECRET_KEY });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("The database is read-only.");
  });

  test("does not start on a standby, and says why", async () => {
    const result = await tryToStart({ DATABASE_URL: urlOf([toStandby]), SECRET_KEY });
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(3);
    expect(result.stdout).toContain("read-only");
  });

  test("does not start with a replica of another server, and says why", async () => {
    const other = addressOf(inject("server").connection);
    const env = { DATABASE_URL: urlOf([toPrimary]), DATABASE_READ_URL: other, SECRET_KEY };
    const result = await tryToStart(env);
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain("DATABASE_READ_URL points to a different server or database than DATABASE_URL");
  });

  test("exports from a standby", async () => {
    const folder = join(newFolder(), "export");
    const exported = await run(["export", "--to", folder], { DATABASE_URL: urlOf([toStandby]), SECRET_KEY });
    expect(exported.exitCode).toBe(0);
    expect(readdirSync(folder)).toContain("manifest.json");
  });

  test("moves data to the writable one of several hosts", async () => {
    const dataDir = await preparedDataDir();
    await run(["account", "create", "--email", "me@shop.example", "--name", "Shop"], { DATA_DIR: dataDir });
    await asAdmin(pair.primary, (admin) => admin.query("create database moved"));
    const to = urlOf([toStandby, toPrimary]).replace(/tributary$/, "moved");
    const moved = await run(["move", "--to", to], { DATA_DIR: dataDir });
    expect([moved.exitCode, moved.stderr, moved.stdout]).toEqual([
      0,
      expect.any(String),
      expect.stringContaining(`DATABASE_URL=${to}`),
    ]);
  });

  test("follows a failover to the other host automatically", async () => {
    const url = urlOf([toPrimary, toStandby]);
    const app = await start({ DATABASE_URL: url, DATABASE_READ_URL: url, SECRET_KEY });
    await untilReady(app);
    const untilReplicaUsed = (used: 0 | 1) =>
      until(async () => {
        const figures = await (await fetch(`${app.address}/metrics`)).text();
        return figures.includes(`\ntributary_replica_used ${used}\n`) ? true : undefined;
      });
    await untilReplicaUsed(1);
    await pair.failOver();
    await untilReady(app);
    await untilReplicaUsed(0);
    await run(["account", "create", "--email", "me@shop.example", "--name", "Shop"], {
      DATABASE_URL: urlOf([toPrimary, toStandby]),
      SECRET_KEY,
    });
    const promoted: Connection = pair.standby;
    const db = connect(promoted, { onIdleError: () => {} });
    expect(await db.query(sql`select name from accounts`)).toEqual([{ name: "Shop" }]);
    await db.close();
    expect((await stop(app)).exitCode).toBe(0);
  });
});
