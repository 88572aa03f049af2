import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { monthOfPartition } from "../../domain/click.ts";
import { LEFT_OUT } from "../../formats/manifest.ts";

/** Specific to each installation. */
const NEVER_MOVED = ["migrations"];

/** A table to move. Read from the database catalog, so that new tables are never missed. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The sort order of its rows, the same on every server regardless of locale. */
  readonly order: string;
}

/** `exported` leaves out short-lived data. */
export type MoveScope = "all" | "exported";

interface TableRow extends MovedTable {
  readonly refers_to: string[];
}

/**
 * All tables to move, referenced tables first, so that filling them in this order never breaks a foreign key.
 * Partitions are part of their parent, and one that an interrupted drop has detached is left out. Columns of type xid8
 * are left out too: they hold transaction numbers of this server, and triggers fill them on the new one.
 */
export async function listMovedTables(db: Queryable, scope: MoveScope): Promise<MovedTable[]> {
  const leftOut = scope === "exported" ? [...NEVER_MOVED, ...LEFT_OUT] : NEVER_MOVED;
  const rows = await db.query<TableRow>(sql`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
        order by a.attnum) as columns,
      coalesce((
        select string_agg(quote_ident(a.attname)
            || case when a.attcollation <> 0 and o.collname is distinct from 'C' then ' collate "C"' else '' end
            || case when key.option & 1 = 1 then ' desc' else '' end
            || case when key.option & 2 = 2 then ' nulls first' else ' nulls last' end, ', ' order by key.ordinal)
        from (
          select i.indkey, i.indoption from pg_index i join pg_class n on n.oid = i.indexrelid
          where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
            and (i.indnullsnotdistinct or not exists (select from pg_attribute a
              where a.attrelid = c.oid and a.attnum = any(i.indkey) and not a.attnotnull))
          order by i.indisprimary desc, n.relname collate "C" limit 1) chosen,
        unnest(chosen.indkey::int2[], chosen.indoption::int2[]) with ordinality key (attnum, option, ordinal)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
        left join pg_collation o on o.oid = a.attcollation
      ), '(' || quote_ident(c.relname) || '.*)::text collate "C"') as "order",
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relpersistence = 'p' or ${scope === "all"}) and c.relname <> all(${leftOut}::text[])
    order by c.relname collate "C"`);
  const kept = rows.filter(({ name }) => monthOfPartition(name) === undefined);
  return inOrderOfReference(kept).map(({ name, columns, order }) => ({ name, columns, order }));
}

function inOrderOfReference(tables: readonly TableRow[]): TableRow[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: TableRow[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers_to: others }) => !others.some((other) => waiting.has(other)));
    if (free.length === 0)
      throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(", ")}.`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

export async function readSequences(db: Queryable): Promise<Record<string, string>> {
  const found = await db.query<{ name: string; quoted: string; step: string }>(sql`
    select sequencename as name, quote_ident(sequencename) as quoted, increment_by::text as step from pg_sequences
    where schemaname = current_schema() order by sequencename collate "C"`);
  const next: Record<string, string> = {};
  for (const { name, quoted, step } of found) {
    // pg_sequences does not show the value set by a restart.
    const [row] = await db.query<{ next: string }>(
      raw(`select (case when is_called then last_value + ${step} else last_value end)::text as next from ${quoted}`),
    );
    if (row) next[name] = row.next;
  }
  return next;
}

export async function readSchemaVersion(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select name from migrations order by name collate "C"`);
  return rows.map(({ name }) => name);
}
