import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import type { Db, Queryable, Tx } from "./database.ts";

export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

export const OLDEST_MAJOR = 15;
const MIGRATING = 74727962; // the advisory lock that serializes concurrent starts

/** This program cannot use the database; the message says why and what to do. */
export class UnsuitableDatabase extends Error {
  override readonly name = "UnsuitableDatabase";
}

export interface MigrationState {
  /** Migrations that the database has not applied yet, in order. */
  readonly pending: readonly string[];
  /** Migrations that a newer version has applied. */
  readonly unknown: readonly string[];
}

/** Applies all pending migrations in one transaction, one process at a time. */
export async function migrate(db: Db, folder: string = migrationsFolder): Promise<readonly string[]> {
  await refuseOldServer(db);
  return db.transaction((tx) => migrateWithin(tx, folder));
}

/** The same inside a larger transaction: an import into an empty database leaves nothing behind when it fails. */
export async function migrateWithin(tx: Tx, folder: string = migrationsFolder): Promise<readonly string[]> {
  await tx.query(sql`select pg_advisory_xact_lock(${MIGRATING})`);
  await tx.query(sql`
    create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())
  `);
  const { pending, unknown } = await pendingMigrations(tx, folder);
  if (unknown.length > 0) throw new UnsuitableDatabase(newerThanProgram(unknown));
  for (const name of pending) {
    await tx.script(await readFile(join(folder, name), "utf8"));
    await tx.query(sql`insert into migrations (name) values (${name})`);
  }
  return pending;
}

/** Read-only; the database may be empty. */
export async function pendingMigrations(db: Queryable, folder: string = migrationsFolder): Promise<MigrationState> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const [there] = await db.query<{ found: boolean }>(sql`select to_regclass('migrations') is not null as found`);
  const rows = there?.found ? await db.query<{ name: string }>(sql`select name from migrations order by name`) : [];
  const done = new Set(rows.map((row) => row.name));
  return {
    pending: files.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !files.includes(name)),
  };
}

export function newerThanProgram(unknown: readonly string[]): string {
  return (
    `The database is newer than this version of Tributary: it has ${unknown.join(", ")}, which this version does not know. ` +
    "Start the newer version, or restore the backup from before the upgrade."
  );
}

export async function refuseOldServer(db: Queryable): Promise<void> {
  const { major, version } = await serverVersion(db);
  if (major < OLDEST_MAJOR)
    throw new UnsuitableDatabase(
      `The database is PostgreSQL ${version}; Tributary requires ${OLDEST_MAJOR} or newer. Upgrade the DATABASE_URL server.`,
    );
}

export async function serverVersion(db: Queryable): Promise<{ major: number; version: string }> {
  const [row] = await db.query<{ number: number; version: string }>(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `);
  if (!row) throw new Error("The database did not return its version.");
  return { major: Math.floor(row.number / 10_000), version: row.version };
}
