import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inBulk } from "../../src/db/bulk.ts";
import { connect, DatabaseUnavailable, type Connection, type Db } from "../../src/db/database.ts";
import { cableTo } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";

let connection: Connection;
let db: Db;

beforeAll(async () => {
  connection = await cloneDatabase();
  db = connect(connection, { onIdleError: () => {}, max: 2 });
  await db.query(sql`create table things (id int primary key, name text)`);
});
afterAll(() => db.close());

const snapshot = { mode: "snapshot" } as const;
const write = { mode: "write" } as const;
const countThings = async (): Promise<number> => (await db.query(sql`select id from things`)).length;

test("every page contains whole rows, however long a row is", async () => {
  const query = `select n, repeat('x', case when n % 1000 = 0 then 1000000 else n end) || e'\\n' from generate_series(1, 3000) n`;
  let rows = 0;
  let text = "";
  await inBulk(connection, snapshot, async (tx) => {
    for await (const page of tx.copyOut(query)) {
      expect(page.text.at(-1)).toBe(10);
      rows += page.rows;
      text += page.text.toString("utf8");
    }
  });
  const lines = text.split("\n").slice(0, -1);
  expect([rows, lines.length]).toEqual([3000, 3000]);
  expect(lines.every((line, n) => line.startsWith(`${n + 1}\tx`) && line.endsWith("x\\n"))).toBe(true);
});

test("a query without rows yields no page, and the connection stays usable", async () => {
  const rest = await inBulk(connection, snapshot, async (tx) => {
    for await (const page of tx.copyOut("select 1 where false")) expect(page).toBeUndefined();
    return tx.query<{ two: number }>(sql`select 2 as two`);
  });
  expect(rest).toEqual([{ two: 2 }]);
});

test("a caller that stops early ends the query on the server", async () => {
  const stopped = inBulk(connection, snapshot, async (tx) => {
    for await (const page of tx.copyOut("select repeat('x', 1000), generate_series(1, 100000000)")) {
      expect(page.rows).toBeGreaterThan(0);
      throw new Error("enough");
    }
  });
  await expect(stopped).rejects.toThrow("enough");
  const running = sql`select 1 from pg_stat_activity where query like 'copy (select repeat(%' and state = 'active'
    and datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await db.query(running)).length).toBe(0);
});

test("an error of the server in the middle of a copy is reported", async () => {
  const failing = inBulk(connection, snapshot, async (tx) => {
    for await (const page of tx.copyOut("select 1 / (100000 - n) from generate_series(1, 200000) n"))
      expect(page.rows).toBeGreaterThan(0);
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
});

test("a lost connection is reported as such, while reading and while writing", async () => {
  const end = () =>
    db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tributary-bulk' and datname = current_database()`);
  const reading = inBulk(connection, snapshot, async (tx) => {
    let pages = 0;
    for await (const page of tx.copyOut("select repeat('x', 1000), generate_series(1, 100000000)"))
      if (page.rows > 0 && ++pages === 2) await end();
  });
  await expect(reading).rejects.toBeInstanceOf(DatabaseUnavailable);
  async function* source() {
    yield Buffer.from("1\ta\n");
    await end();
    for (let id = 2; ; id += 1) yield Buffer.from(`${id}\t${"x".repeat(10_000)}\n`);
  }
  await expect(inBulk(connection, write, (tx) => tx.copyIn("things (id, name)", source()))).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  expect(await countThings()).toBe(0);
});

test("a connection lost right after the last row fails the next query, and not the process", async () => {
  const cable = await cableTo(connection);
  const COPY_DONE = Buffer.from("c\0\0\0\x04", "latin1");
  let rows = 0;
  const reading = inBulk(cable.connection, snapshot, async (tx) => {
    cable.cutAfter(COPY_DONE);
    for await (const page of tx.copyOut("select generate_series(1, 10)")) rows += page.rows;
    await tx.query(sql`select 1`);
  });
  await expect(reading).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(rows).toBe(10);
  await cable.pull();
});

test("rows that violate a constraint are rejected with the server's error, and the source is closed", async () => {
  let closed = false;
  async function* source() {
    try {
      for (let id = 1; ; id += 1) yield Buffer.from(`${id % 100_000}\t${"x".repeat(100)}\n`);
    } finally {
      closed = true;
    }
  }
  const refused = inBulk(connection, write, (tx) => tx.copyIn("things (id, name)", source()));
  await expect(refused).rejects.toMatchObject({ code: "23505" });
  expect([closed, await countThings()]).toEqual([true, 0]);
});

test("a failing source leaves no rows, and its own error is reported", async () => {
  async function* source() {
    yield Buffer.from("1\ta\n");
    throw new Error("the file ends here");
  }
  const failed = inBulk(connection, write, (tx) => tx.copyIn("things (id, name)", source()));
  await expect(failed).rejects.toThrow("the file ends here");
  expect(await countThings()).toBe(0);
});

test("copied rows are committed, and an unknown table is rejected", async () => {
  await inBulk(connection, write, (tx) => tx.copyIn("things (id, name)", [Buffer.from("1\ta\n2\t\\N\n")]));
  expect(await db.query(sql`select * from things order by id`)).toEqual([
    { id: 1, name: "a" },
    { id: 2, name: null },
  ]);
  const unknown = inBulk(connection, write, (tx) => tx.copyIn("nothing (id)", [Buffer.from("1\n")]));
  await expect(unknown).rejects.toMatchObject({ code: "42P01" });
});
