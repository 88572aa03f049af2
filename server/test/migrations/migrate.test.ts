import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type Db } from "../../src/db/database.ts";
import { migrate, pendingMigrations, UnsuitableDatabase } from "../../src/db/migrate.ts";
import { emptyDatabase } from "../support/database.ts";

const pools: Db[] = [];
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  write("0001_first.sql", "create table first (id int primary key); insert into first values (1);");
  write("0002_second.sql", "create table second (id int references first);");
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((db) => db.close()));
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}
async function openPools(count: number): Promise<Db[]> {
  const connection = await emptyDatabase();
  const made = Array.from({ length: count }, () => connect(connection, { onIdleError: () => {}, max: 2 }));
  pools.push(...made);
  return made;
}
async function pool(): Promise<Db> {
  const [db] = await openPools(1);
  if (!db) throw new Error("no pool");
  return db;
}
async function tables(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `);
  return rows.map((row) => row.name);
}

describe("migrations", () => {
  test("an empty database gets every file in order, and a second run does nothing", async () => {
    const db = await pool();
    expect(await migrate(db, folder)).toEqual(["0001_first.sql", "0002_second.sql"]);
    expect(await migrate(db, folder)).toEqual([]);
    expect(await tables(db)).toEqual(["first", "migrations", "second"]);
  });

  test("a partly migrated database gets only the missing files", async () => {
    const db = await pool();
    await migrate(db, folder);
    write("0003_third.sql", "alter table first add column name text;");
    expect(await pendingMigrations(db, folder)).toEqual({ pending: ["0003_third.sql"], unknown: [] });
    expect(await migrate(db, folder)).toEqual(["0003_third.sql"]);
  });

  test("of eight concurrent processes one migrates and the others find it done", async () => {
    const racers = await openPools(8);
    const results = await Promise.all(racers.map((db) => migrate(db, folder)));
    expect(results.flat().sort()).toEqual(["0001_first.sql", "0002_second.sql"]);
  });

  test("a failing file leaves the database unchanged, including the files before it", async () => {
    const db = await pool();
    write("0003_third.sql", "create table third (id int); select 1 / 0;");
    await expect(migrate(db, folder)).rejects.toThrow("division by zero");
    expect(await tables(db)).toEqual([]);
  });

  test("a program older than the database fails and names the unknown migrations", async () => {
    const db = await pool();
    write("0003_third.sql", "create table third (id int);");
    await migrate(db, folder);
    rmSync(join(folder, "0003_third.sql"));
    const refusal = await migrate(db, folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnsuitableDatabase);
    expect(String(refusal)).toContain("0003_third.sql");
  });

  test("looking for pending migrations changes nothing, even in an empty database", async () => {
    const db = await pool();
    expect((await pendingMigrations(db, folder)).pending).toHaveLength(2);
    expect(await tables(db)).toEqual([]);
  });
});
