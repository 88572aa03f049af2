import sql, { raw } from "sql-template-tag";
import { BULK_APPLICATION, inBulk, type Awaited, type BulkTx, type CopiedRows } from "../../db/bulk.ts";
import { codeOf } from "../../db/database-unavailable.ts";
import type { Connection, Queryable, Tx } from "../../db/database.ts";
import { migrateWithin, refuseOldServer } from "../../db/migrate.ts";
import { clickMonthOfUuid, type ClickMonth } from "../../domain/click.ts";
import { CannotMove, SELF_MADE } from "../../formats/manifest.ts";
import { listMovedTables, type MovedTable } from "./catalogue.ts";

// These queries span all accounts: an installation moves as a whole.

export type { Awaited, BulkTx, CopiedRows } from "../../db/bulk.ts";
export type { MovedTable } from "./catalogue.ts";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface SnapshotSource {
  readonly connection: Connection;
  /** If the connection leads to a standby that may be behind. */
  readonly awaited?: Awaited | undefined;
}

/** Reads one snapshot while others keep writing. The locks prevent tables and partitions from being dropped. */
export async function readSnapshot<T>(
  { connection, awaited }: SnapshotSource,
  work: (tx: BulkTx) => Promise<T>,
): Promise<T> {
  const tables = await tablesOf(connection, awaited);
  return inBulk(connection, { mode: "snapshot", awaited, lock: { tables, mode: "access share" } }, work);
}

/** Blocks all writes until the work is done. */
export async function readHeld<T>(connection: Connection, work: (tx: BulkTx) => Promise<T>): Promise<T> {
  const tables = await tablesOf(connection);
  return inBulk(connection, { mode: "write", lock: { tables, mode: "share" } }, work);
}

/** Locks must be taken before the snapshot, so the names come from an earlier transaction. */
async function tablesOf(connection: Connection, awaited?: Awaited): Promise<string[]> {
  const tables = await inBulk(connection, { mode: "snapshot", awaited }, (tx) => listMovedTables(tx, "all"));
  return tables.map(({ name }) => name);
}

/** Everything in one transaction, including the migrations of an empty database. */
export function fillInstallation<T>(connection: Connection, work: (tx: BulkTx) => Promise<T>): Promise<T> {
  return inBulk(connection, { mode: "write" }, async (tx) => {
    await refuseOldServer(tx);
    await migrateWithin(tx);
    return work(tx);
  });
}

/**
 * An import disables everything that would run twice alongside the old installation. An export restores the original
 * values, so a copy of a copy equals the first one, and stays different from what people disabled themselves.
 */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  "webhook_endpoints.disabled_at": "case when disabled_by = 'import' then null else disabled_at end",
  "webhook_endpoints.disabled_by": "nullif(disabled_by, 'import')",
  "payout_schedules.disabled_at": "null",
  "campaigns.auto_approve_disabled_at": "null",
};

/** The rows of a table as an export writes them. */
export function copyForExport(tx: BulkTx, { name, columns, order }: MovedTable): AsyncGenerator<CopiedRows, void> {
  const cells = columns.map((column) => WRITTEN_AS[`${name}.${column}`] ?? quoted(column));
  return tx.copyOut(`select ${cells.join(", ")} from ${quoted(name)} order by ${order}`);
}

/** The rows of a table, unchanged. */
export function copyExactly(tx: BulkTx, { name, columns, order }: MovedTable): AsyncGenerator<CopiedRows, void> {
  return tx.copyOut(`select ${columns.map(quoted).join(", ")} from ${quoted(name)} order by ${order}`);
}

export async function fillTable(tx: BulkTx, table: MovedTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const { name, columns } = table;
  try {
    await tx.copyIn(`${quoted(name)} (${columns.map(quoted).join(", ")})`, rows);
  } catch (error) {
    // 22: invalid value for the type · 23: constraint violation
    if (!/^2[23]/.test(codeOf(error) ?? "") || !(error instanceof Error)) throw error;
    const text = `The database rejected rows of ${name} (${error.message}). Nothing was written.`;
    throw new CannotMove("export_damaged", text, { cause: error });
  }
}

export async function lockAlone(tx: Tx, tables: readonly MovedTable[]): Promise<void> {
  await tx.script(`lock table ${tables.map(({ name }) => quoted(name)).join(", ")} in access exclusive mode`);
}

/** Names of tables that contain rows, except those that are filled automatically. */
export async function listFilledTables(tx: Queryable, tables: readonly MovedTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    if (SELF_MADE.includes(name)) continue;
    const [row] = await tx.query<{ filled: boolean }>(raw(`select exists (select from ${quoted(name)}) as filled`));
    if (row?.filled) filled.push(name);
  }
  return filled;
}

export async function emptySelfMade(tx: Tx): Promise<void> {
  for (const name of SELF_MADE) await tx.query(raw(`delete from ${quoted(name)}`));
}

/** Other Tributary connections to this database, which mean that Tributary is running. */
export async function countOtherConnections(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tributary%'
      and application_name <> ${BULK_APPLICATION}`);
  return row?.count ?? 0;
}

/** A connection that waits to write must not write to a database that has just been moved. */
export async function endOtherConnections(db: Queryable): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tributary%'`);
}

/** Rolled back with the transaction, unlike setval. */
export async function restartSequences(tx: Tx, next: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, number] of Object.entries(next))
    await tx.script(`alter sequence ${quoted(name)} restart with ${BigInt(number)}`);
}

export async function switchImportedEndpointsOff(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    update webhook_endpoints set disabled_at = ${now}, disabled_by = 'import'
    where disabled_at is null and deleted_at is null returning id`);
  return rows.length;
}

/** Otherwise both installations would create batches for the same money. */
export async function disableImportedSchedules(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query(sql`update payout_schedules set disabled_at = ${now} returning currency`);
  return rows.length;
}

export async function disableImportedAutoApproval(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query(sql`
    update campaigns set auto_approve_disabled_at = ${now} where auto_approve <> 'never' returning id`);
  return rows.length;
}

/** Without statistics, PostgreSQL would plan the first queries as if the tables were empty. */
export async function analyzeTables(tx: Tx, tables: readonly MovedTable[]): Promise<void> {
  await tx.script(`analyze ${tables.map(({ name }) => quoted(name)).join(", ")}`);
}

/** Skips through the index from month to month, so the number of clicks does not matter. */
export async function listClickMonths(db: Queryable): Promise<ClickMonth[]> {
  const months: ClickMonth[] = [];
  for (let from = "00000000-0000-0000-0000-000000000000"; ;) {
    const [row] = await db.query<{ id: string }>(sql`select id from clicks where id >= ${from} order by id limit 1`);
    if (!row) return months;
    const month = clickMonthOfUuid(row.id);
    months.push(month);
    from = month.to;
  }
}

export async function readEncoding(db: Queryable): Promise<string> {
  const [row] = await db.query<{ encoding: string }>(sql`select current_setting('server_encoding') as encoding`);
  return row?.encoding ?? "";
}

/** Every link of live accounts with its code, target, campaign and affiliate. */
export function copyLinks(tx: BulkTx): AsyncGenerator<CopiedRows, void> {
  return tx.copyOut(`
    select affiliation.code, campaign.target_url, campaign.name, person.name
    from affiliations affiliation
    join campaigns campaign on campaign.account_id = affiliation.account_id and campaign.id = affiliation.campaign_id
    join affiliates affiliate on affiliate.account_id = affiliation.account_id and affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    join accounts account on account.id = affiliation.account_id and account.mode = 'live'
    order by affiliation.code`);
}
