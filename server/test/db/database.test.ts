import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, DatabaseUnavailable, type Connection, type Db, type Tx } from "../../src/db/database.ts";
import { cloneDatabase } from "../support/database.ts";

let connection: Connection;
let db: Db;

beforeAll(async () => {
  connection = await cloneDatabase();
  db = connect(connection, { onIdleError: () => {}, max: 8, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 });
  await db.query(sql`create table things (id int primary key, amount int8 not null default 0)`);
  await db.query(sql`insert into things (id) values (1), (2)`);
});
afterAll(() => db.close());

async function backend(on: Pick<Db, "query">): Promise<number> {
  const [row] = await on.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}
async function amountOf(id: number): Promise<bigint | undefined> {
  const [row] = await db.query<{ amount: bigint }>(sql`select amount from things where id = ${id}`);
  return row?.amount;
}

describe("values", () => {
  test("64-bit integers arrive exactly, alone and in arrays", async () => {
    const [row] = await db.query(
      sql`select ${9007199254740993n}::int8 as one, array[1, null, 9007199254740993]::int8[] as many`,
    );
    expect(row).toEqual({ one: 9007199254740993n, many: [1n, null, 9007199254740993n] });
  });

  test("a date is its text, in every time zone of the process", async () => {
    expect(await db.query(sql`select date '2024-02-29' as day`)).toEqual([{ day: "2024-02-29" }]);
  });

  test("the session's time zone is UTC", async () => {
    expect(await db.query(sql`select current_setting('TimeZone') as zone`)).toEqual([{ zone: "UTC" }]);
  });
});

describe("a transaction", () => {
  test("is durable when its commit returns", async () => {
    const settings = await db.transaction((tx) => tx.query(sql`select current_setting('synchronous_commit') as flush`));
    expect(settings).toEqual([{ flush: "on" }]);
  });

  test("that fails changes nothing and rethrows its error", async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(sql`update things set amount = 5 where id = 1`);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await amountOf(1)).toBe(0n);
  });

  test("with a swallowed error fails, instead of rolling back silently", async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(sql`update things set amount = 5 where id = 1`);
      await tx.query(sql`select 1 / 0`).catch(() => {});
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await amountOf(1)).toBe(0n);
  });

  test("sends statements that are started together in one round trip, in their order", async () => {
    const rows = await db.transaction((tx) =>
      Promise.all([
        tx.query(sql`update things set amount = 7 where id = 1`),
        tx.query<{ amount: bigint }>(sql`select amount from things where id = 1`),
        tx.query<{ amount: bigint }>(sql`update things set amount = 0 where id = 1 returning amount`),
      ]),
    );
    expect(rows).toEqual([[], [{ amount: 7n }], [{ amount: 0n }]]);
  });

  test("skips the statements behind one that fails, and rejects with its error", async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const work = db.transaction(async (tx) => {
      const together = [sql`select 1 as one`, sql`select 1 / 0`, sql`select pg_sleep(60)`].map((each) =>
        tx.query(each),
      );
      outcomes.push(...(await Promise.allSettled(together)));
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: [{ one: 1 }] },
      { status: "rejected", reason: { code: "22012" } },
      { status: "rejected", reason: { code: "22012" } },
    ]);
  });

  test("runs a deferred statement before the next one, and at the latest before the commit", async () => {
    const told: unknown[] = [];
    const seen = await db.transaction(async (tx) => {
      tx.defer(sql`update things set amount = 8 where id = 1 returning amount`, (rows) => told.push(...rows));
      const found = await tx.query(sql`select amount from things where id = 1`);
      tx.defer(sql`update things set amount = 0 where id = 1 returning amount`, (rows) => told.push(...rows));
      return found;
    });
    expect(seen).toEqual([{ amount: 8n }]);
    expect(told).toEqual([{ amount: 8n }, { amount: 0n }]);
    expect(await amountOf(1)).toBe(0n);
  });

  test("with a deferred statement that fails changes nothing and rejects with its error", async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(sql`update things set amount = 5 where id = 1`);
      tx.defer(sql`select 1 / 0`);
      tx.defer(sql`update things set amount = 6 where id = 1`);
    });
    await expect(work).rejects.toMatchObject({ code: "22012" });
    expect(await amountOf(1)).toBe(0n);
  });

  test("rejects with the error of a deferred statement that ran behind the last one", async () => {
    const work = db.transaction(async (tx) => {
      const first = tx.query(sql`update things set amount = 5 where id = 1`);
      tx.defer(sql`select 1 / 0`);
      await first;
    });
    await expect(work).rejects.toMatchObject({ code: "22012" });
    expect(await amountOf(1)).toBe(0n);
  });

  test("fails if the rows of a deferred statement cannot be used", async () => {
    const work = db.transaction(async (tx) => {
      tx.defer(sql`update things set amount = 5 where id = 1 returning id`, () => {
        throw new Error("These rows are wrong.");
      });
      await tx.query(sql`select 1`);
    });
    await expect(work).rejects.toThrow("These rows are wrong.");
    expect(await amountOf(1)).toBe(0n);
  });

  test("begins with its first statement, even if a value of an earlier one could not be sent", async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const work = db.transaction(async (tx) => {
      await expect(tx.query(sql`select ${circular}::jsonb`)).rejects.toThrow("circular");
      await tx.query(sql`update things set amount = 5 where id = 1`);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await amountOf(1)).toBe(0n);
  });

  test("never sends what is still waiting when its work fails", async () => {
    const left: Promise<unknown>[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      tx.defer(sql`update things set amount = 5 where id = 1`);
      left.push(tx.query(sql`update things set amount = 6 where id = 1`).catch(String));
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await Promise.all(left)).toEqual([expect.stringContaining("has ended")]);
    expect(await amountOf(1)).toBe(0n);
  });

  test("cannot be used after its end", async () => {
    let kept: Tx | undefined;
    await db.transaction(async (tx) => {
      kept = tx;
      await tx.query(sql`select 1`);
    });
    await expect(kept?.query(sql`select 1`)).rejects.toThrow("has ended");
    await expect(kept?.script("select 1")).rejects.toThrow("has ended");
  });

  test("that loses a deadlock is retried, and both sides succeed", async () => {
    let met = 0;
    let bothHold: () => void = () => {};
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    const add = (first: number, second: number): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.query(sql`update things set amount = amount + 1 where id = ${first}`);
        if ((met += 1) >= 2) bothHold();
        await both;
        await tx.query(sql`update things set amount = amount + 1 where id = ${second}`);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect([await amountOf(1), await amountOf(2)]).toEqual([2n, 2n]);
    // One side is retried, or both if both detect the deadlock at the same moment.
    expect(met).toBeGreaterThanOrEqual(3);
  });
});

describe("a single statement", () => {
  test("fails if its commit does, although the server has sent its result", async () => {
    await db.query(sql`create table parts (thing int references things deferrable initially deferred)`);
    await expect(db.query(sql`insert into parts values (99)`)).rejects.toMatchObject({ code: "23503" });
  });
});

describe("a connection", () => {
  test("survives an SQL error", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1 });
    const before = await backend(one);
    await expect(one.query(sql`insert into things (id) values (1)`)).rejects.toMatchObject({ code: "23505" });
    expect(await backend(one)).toBe(before);
    await one.close();
  });

  test("that the server closes during a statement counts as an unavailable database, and the next statement works", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1 });
    const work = one.transaction(async (tx) => {
      const pid = await backend(tx);
      await db.query(sql`select pg_terminate_backend(${pid})`);
      await tx.query(sql`select 1`);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(backend(one)).resolves.toBeGreaterThan(0);
    await one.close();
  });

  test("that the server closes during a transaction is replaced, and the error of the work is kept", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1 });
    const work = one.transaction(async (tx) => {
      const pid = await backend(tx);
      await db.query(sql`select pg_terminate_backend(${pid})`);
      throw new Error("The work failed.");
    });
    await expect(work).rejects.toThrow("The work failed.");
    expect(await backend(one)).toBeGreaterThan(0);
    await one.close();
  });

  test("that is not released in time counts as an unavailable database", async () => {
    // Long enough to open the first connection on a busy machine.
    const one = connect(connection, { onIdleError: () => {}, max: 1, connectTimeoutMs: 2_000 });
    await one.transaction(async () => {
      await expect(one.query(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
    });
    await one.close();
  });

  test("to an unreachable server counts as an unavailable database", async () => {
    const nowhere = connect({ host: "/nowhere" }, { onIdleError: () => {} });
    await expect(nowhere.query(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await nowhere.close();
  });

  test("is kept if statements take longer together than one of them may", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1, statementTimeoutMs: 2_500 });
    const before = await backend(one);
    await one.transaction((tx) => Promise.all(Array.from({ length: 6 }, () => tx.query(sql`select pg_sleep(0.5)`))));
    expect(await backend(one)).toBe(before);
    await one.close();
  });

  test("is usable after a statement timeout", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1, statementTimeoutMs: 1_000 });
    const before = await backend(one);
    await expect(one.query(sql`select pg_sleep(60)`)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await backend(one)).toBe(before);
    await one.close();
  });
});

describe("prepared statements", () => {
  test("survive a change of the table's columns on every connection of the pool", async () => {
    await db.query(sql`create table shapes (id int)`);
    const look = (): Promise<unknown[]> => db.query(sql`select * from shapes, pg_sleep(0.02)`);
    await Promise.all(Array.from({ length: 8 }, look));
    await db.query(sql`alter table shapes add column name text`);
    expect(await Promise.all(Array.from({ length: 8 }, look))).toEqual(Array.from({ length: 8 }, () => []));
    await expect(db.transaction((tx) => tx.query(sql`select * from shapes`))).resolves.toEqual([]);
  });

  test("are limited to 500 texts", async () => {
    const one = connect(connection, { onIdleError: () => {}, max: 1 });
    for (let n = 0; n < 510; n += 1) await one.query(sql`select ${raw(String(n))} as n`);
    const [row] = await one.query<{ count: bigint }>(sql`select count(*) from pg_prepared_statements`);
    expect(row?.count).toBe(500n);
    await one.close();
  });
});
