import pg from "pg";
import sql, { raw } from "sql-template-tag";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connect, DatabaseUnavailable, type Connection, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { MovableClock, startApp } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { asAdmin } from "../support/global-setup.ts";
import { aShop, track } from "../support/shop.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import { startPooler } from "./pooler.ts";
import { eventually } from "../support/eventually.ts";

const LIMITS = { statementTimeoutMs: 2_000, lockTimeoutMs: 1_000 };
let direct: Connection;
let pooled: Connection;

beforeAll(async () => {
  direct = await cloneDatabase();
  // A server configured for others: its defaults must not matter.
  await asAdmin(direct, async (admin) => {
    const { rows } = await admin.query<{ name: string }>("select current_database() as name");
    await admin.query(`alter database ${rows[0]?.name} set timezone = 'Asia/Tokyo'`);
    await admin.query(`alter database ${rows[0]?.name} set statement_timeout = '123s'`);
    await admin.query("create table things (id int primary key)");
    await admin.query("insert into things values (1)");
  });
  pooled = await startPooler(direct);
});

function open(options: Partial<ConnectOptions> = {}): Db {
  const db = connect(pooled, { onIdleError: () => {}, max: 4, connectTimeoutMs: 60_000, ...options });
  onTestFinished(() => db.close());
  return db;
}

const settings = sql`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`;
const LIMITED = [{ statement: "2s", lock: "1s", idle: "2s", zone: "UTC" }];
const UNLIMITED = [{ statement: "0", lock: "0", idle: "0", zone: "UTC" }];

const codeOf = (error: unknown): unknown => (error as DatabaseUnavailable).cause;
const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => "done", codeOf);

async function activeSleeps(): Promise<number | null> {
  return asAdmin(direct, async (admin) => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where datname = current_database() and state = 'active' and query ~ 'pg_sleep' and pid <> pg_backend_pid()",
    );
    return rowCount;
  });
}

describe("behind PgBouncer in transaction mode, as documented", () => {
  test("every limit applies, to single statements and in transactions", async () => {
    const db = open(LIMITS);
    expect(await db.query(settings)).toEqual(LIMITED);
    expect(await db.transaction((tx) => tx.query(settings))).toEqual(LIMITED);
    const jobs = open();
    expect(await jobs.query(settings)).toEqual(UNLIMITED);
    expect(await jobs.transaction((tx) => tx.query(settings))).toEqual(UNLIMITED);
  });

  test("the server itself ends long statements, lock waits and idle transactions", async () => {
    const db = open(LIMITS);
    expect(await outcome(db.query(sql`select pg_sleep(${30})`))).toMatchObject({ code: "57014" });
    expect(await activeSleeps()).toBe(0);
    // Directly, because the server also ends a transaction behind the pooler that is idle for too long.
    await asAdmin(direct, async (admin) => {
      await admin.query("begin; select from things for update");
      expect(await outcome(db.query(sql`update things set id = ${2}`))).toMatchObject({ code: "55P03" });
    });
    const idle = db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      await eventually(async () => {
        const left = await asAdmin(direct, (admin) =>
          admin.query(
            "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
          ),
        );
        expect(left.rowCount).toBe(0);
      });
      await tx.query(sql`select 1`);
    });
    await expect(idle).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await db.query(settings)).toEqual(LIMITED);
  });

  test("a failed statement leaves neither data nor settings behind", async () => {
    const db = open(LIMITS);
    await expect(db.query(sql`insert into things values (${1})`)).rejects.toMatchObject({ code: "23505" });
    expect(await db.query(sql`select id from things where id > ${0}`)).toEqual([{ id: 1 }]);
    const neighbour = new pg.Client(pooled.connectionString);
    await neighbour.connect();
    const { rows } = await neighbour.query("show statement_timeout");
    await neighbour.end();
    expect(rows).toEqual([{ statement_timeout: "123s" }]);
  });

  test("a command that cannot run in a transaction runs alone", async () => {
    await expect(open().query(sql`vacuum things`)).resolves.toEqual([]);
  });

  test("prepared statements of many processes do not collide", async () => {
    const processes = [open({ max: 3 }), open({ max: 3 }), open({ max: 3 })];
    const asked = Array.from({ length: 300 }, async (_, n) => {
      const [row] = await (processes[n % 3] as Db).query<{ n: number }>(
        sql`select ${raw(String(n % 7))} + ${n}::int as n`,
      );
      return row?.n;
    });
    expect(await Promise.all(asked)).toEqual(asked.map((_, n) => (n % 7) + n));
  });

  test("listeners bypass the pooler, and notifications arrive through the direct address", async () => {
    const listening = (): Promise<number | null> =>
      asAdmin(
        direct,
        async (admin) =>
          (
            await admin.query(
              "select from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
            )
          ).rowCount,
      );
    let heard = 0;
    const unheard = open().listen("news", () => (heard += 1));
    const db = open({ listenOn: direct });
    const heardBy = db.listen("news", () => (heard += 1));
    onTestFinished(async () => {
      await unheard.close();
      await heardBy.close();
    });
    await eventually(() => expect(heard).toBe(1));
    expect(await listening()).toBe(1);
    await open().transaction((tx) => Promise.resolve(tx.tell("news")));
    await eventually(() => expect(heard).toBe(2));
  });

  test("the whole service works, and its ledger is sound", async () => {
    const connection = await startPooler(await cloneDatabase());
    const app = await startApp({ LOG_LEVEL: "silent" }, { connection, clock: new MovableClock() });
    onTestFinished(() => app.close());
    const shop = await aShop(app);
    const tracked = await Promise.all(Array.from({ length: 60 }, () => track(shop, { external_id: anOrderId() })));
    expect(new Set(tracked.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ledgerFaults(app)).toEqual([]);
  });
});
