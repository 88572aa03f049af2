import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import { cloneDatabase } from "../support/database.ts";

let connection: Connection;
let db: Db;

beforeAll(async () => {
  connection = await cloneDatabase();
  db = connect(connection, { onIdleError: () => {}, max: 8 });
  await db.query(sql`create table things (id int primary key)`);
  await db.query(sql`insert into things (id) values (1), (2)`);
});
afterAll(() => db.close());

async function backend(on: Pick<Db, "query">): Promise<number> {
  const [row] = await on.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

describe("reads without a transaction", () => {
  test("that are started together run in one round trip on one connection, in their order", async () => {
    const pids = await db.together(async (reads) => {
      const first = await Promise.all([backend(reads), backend(reads)]);
      return [...first, await backend(reads)];
    });
    expect(new Set(pids).size).toBe(1);
    const read = sql`select now() as at from pg_sleep(0.01)`;
    const [one, two] = await db.together((reads) =>
      Promise.all([reads.query<{ at: Date }>(read), reads.query<{ at: Date }>(read)]),
    );
    // The server takes what arrives in one message for one transaction.
    expect(two).toEqual(one);
  });

  test("see what others have committed in between", async () => {
    await db.together(async (reads) => {
      const count = sql`select count(*)::int as things from things`;
      expect(await reads.query(count)).toEqual([{ things: 2 }]);
      await db.query(sql`insert into things (id) values (77)`);
      expect(await reads.query(count)).toEqual([{ things: 3 }]);
    });
    await db.query(sql`delete from things where id = 77`);
  });

  test("fail with the error of the first that fails, and leave a connection that works", async () => {
    const single = connect(connection, { onIdleError: () => {}, max: 1 });
    const reads = (zero: number) =>
      single.together((on) =>
        Promise.all([on.query(sql`select 1 / ${zero}::int as q`), on.query(sql`select 2 as two`)]),
      );
    await expect(reads(0)).rejects.toThrow("division by zero");
    expect(await reads(1)).toEqual([[{ q: 1 }], [{ two: 2 }]]);
    await single.close();
  });

  test("cannot be started after their end", async () => {
    let kept: Pick<Db, "query"> | undefined;
    await db.together(async (reads) => {
      kept = reads;
    });
    await expect(kept?.query(sql`select 1`)).rejects.toThrow("has ended");
  });
});
