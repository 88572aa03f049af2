import pg from "pg";
import { inject } from "vitest";
import type { Connection, Db } from "../../src/db/database.ts";
import type { Pools } from "../../src/db/pools.ts";
import { cloneDatabase, createClone, type TestDatabase } from "./database.ts";
import { whenFileEnds } from "./file-end.ts";

/** A database, and an application's connections to it. */
export interface OpenDatabase {
  readonly connection: Connection;
  readonly db: Db;
  readonly pools: Pick<Pools, "redirector" | "readiness" | "clocks" | "receiptLocks">;
  close(): Promise<void>;
}

interface Kept {
  readonly opened: OpenDatabase;
  readonly drop: TestDatabase["drop"];
  readonly keeper: pg.Client;
  /** Leaves the rows of a new database. */
  readonly emptying: string;
}

/** Of this worker, whose files run one after the other. */
let kept: Kept | undefined;
let isTaken = false;

/**
 * A database that is emptied for the next file of the same worker. Its connections have loaded the catalog and planned
 * their statements by then, which costs more than most tests. The second application of a file gets a new one.
 */
export async function takeKeptDatabase(open: (connection: Connection) => OpenDatabase): Promise<OpenDatabase> {
  // Only a superuser can empty append-only tables.
  if (isTaken || !inject("server").isEmbedded) return open(await cloneDatabase());
  isTaken = true;
  const taken = (kept ??= await keep(open));
  whenFileEnds(() => giveBack(taken));
  // A test may read what the application has left.
  return { ...taken.opened, close: () => Promise.resolve() };
}

/** Deleted rows stay in the files, and scans read past them. A new one has 15 MB. */
const SIZE_MAX = 100_000_000;

/** The application creates partitions of clicks, which may stay. */
const NOTE_CHANGES = `
  create schema keeper;
  create table keeper.changes (tag text);
  create function keeper.note() returns event_trigger language plpgsql as $note$
  begin
    -- drops are not among the commands
    insert into keeper.changes select tg_tag where tg_tag like 'DROP %'
      union all select command_tag from pg_event_trigger_ddl_commands()
        where schema_name is distinct from 'pg_temp' and object_identity not like 'public.clicks%';
  end $note$;
  create event trigger note on ddl_command_end execute function keeper.note()`;

async function keep(open: (connection: Connection) => OpenDatabase): Promise<Kept> {
  const { connection, drop } = await createClone();
  const keeper = new pg.Client({ ...connection, application_name: "tests" });
  await keeper.connect();
  // Neither append-only tables nor foreign keys may prevent it. Nobody waits long for rows that a test has locked.
  await keeper.query("set session_replication_role = replica; set lock_timeout = '5s'");
  await keeper.query(NOTE_CHANGES);
  const { rows } = await keeper.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`,
  );
  const statements: string[] = [];
  for (const { name } of rows) statements.push(await restoring(keeper, name));
  // A test has ended all connections: `giveBack` notices.
  keeper.on("error", () => {});
  return { opened: open(connection), drop, keeper, emptying: statements.join(";") };
}

async function restoring(keeper: pg.Client, table: string): Promise<string> {
  const { rows } = await keeper.query<{ row: string }>(`select to_json(t)::text as row from ${table} t`);
  const inserts = rows.map(
    ({ row }) =>
      `insert into ${table} select * from json_populate_record(null::${table}, ${keeper.escapeLiteral(row)})`,
  );
  return [`delete from ${table}`, ...inserts].join(";");
}

async function giveBack({ opened, drop, keeper, emptying }: Kept): Promise<void> {
  if (!(await isAsNew(keeper, emptying))) {
    kept = undefined;
    await opened.close();
    await keeper.end().catch(() => {});
    await drop();
  }
  isTaken = false;
}

/** False if it cannot be used again. */
async function isAsNew(keeper: pg.Client, emptying: string): Promise<boolean> {
  try {
    await keeper.query(emptying);
    const { rows } = await keeper.query<{ as_new: boolean }>(
      `select pg_database_size(d.oid) < ${SIZE_MAX} and not exists (select from keeper.changes)
         and not exists (select from pg_db_role_setting where setdatabase = d.oid) as as_new
       from pg_database d where d.datname = current_database()`,
    );
    return rows[0]?.as_new === true;
  } catch {
    return false;
  }
}
