import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/db/database.ts";
import { openDatabase } from "../support/database.ts";

const text = readFileSync(new URL("../../../docs/scale.md", import.meta.url), "utf8");

/** The lines of the code blocks below this heading. */
function listed(heading: string): string[] {
  const section = text.split(/^(?=#+ )/m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  const blocks = [...section.matchAll(/^```text\n(.*?)^```/gms)].map(([, lines = ""]) => lines.trimEnd().split("\n"));
  return blocks.flat().toSorted();
}

let db: Db;
beforeAll(async () => (db = await openDatabase()));
afterAll(() => db.close());

test("docs/scale.md lists every unique key that neither contains account_id nor is an ID", async () => {
  const rows = await db.query<{ key: string }>(sql`
    select tables.relname || ' (' || string_agg(columns.attname, ', ' order by keys.at) || ')' as key
    from pg_index indexes
      join pg_class tables on tables.oid = indexes.indrelid
      cross join unnest(indexes.indkey::int2[]) with ordinality keys (attnum, at)
      join pg_attribute columns on columns.attrelid = tables.oid and columns.attnum = keys.attnum
    where tables.relnamespace = 'public'::regnamespace and not tables.relispartition and indexes.indisunique
    group by tables.relname, indexes.indexrelid
    having not 'account_id' = any(array_agg(columns.attname::text)) and array_agg(columns.attname::text) <> array['id']`);
  expect(listed("### Unique keys")).toEqual([...new Set(rows.map(({ key }) => key))].toSorted());
});

test("docs/scale.md lists every foreign key that does not contain account_id", async () => {
  const rows = await db.query<{ key: string }>(sql`
    select tables.relname || ' (' || string_agg(columns.attname, ', ' order by keys.at) || ') to ' || others.relname as key
    from pg_constraint
      join pg_class tables on tables.oid = conrelid
      join pg_class others on others.oid = confrelid
      cross join unnest(conkey) with ordinality keys (attnum, at)
      join pg_attribute columns on columns.attrelid = conrelid and columns.attnum = keys.attnum
    where contype = 'f' and not tables.relispartition and not others.relispartition
    group by tables.relname, others.relname, pg_constraint.oid
    having not 'account_id' = any(array_agg(columns.attname::text))`);
  expect(listed("### Foreign keys")).toEqual(rows.map(({ key }) => key).toSorted());
});
