import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { expect, inject, test } from "vitest";
import { MAJOR } from "../../src/db/data-folder.ts";
import { dumpSchema } from "../../src/db/schema-dump.ts";
import { openDatabase } from "../support/database.ts";

const file = new URL("../../schema.sql", import.meta.url);

// Other versions print some expressions differently; the file is written with the bundled version.
test.runIf(inject("server").major === MAJOR)(
  `schema.sql equals the result of the migrations on PostgreSQL ${MAJOR} (npm run schema writes it)`,
  async () => {
    const db = await openDatabase();
    expect(await dumpSchema(db)).toBe(readFileSync(file, "utf8"));
    await db.close();
  },
);

test("the dump does not depend on partitions created later", async () => {
  const db = await openDatabase();
  const before = await dumpSchema(db);
  await db.query(sql`create table parted (at date not null) partition by range (at)`);
  const parted = await dumpSchema(db);
  expect(parted).toContain("partition by range (at)");
  await db.query(sql`create table parted_2024 partition of parted for values from ('2024-01-01') to ('2025-01-01')`);
  expect(await dumpSchema(db)).toBe(parted);
  await db.query(sql`drop table parted`);
  expect(await dumpSchema(db)).toBe(before);
  await db.close();
});
