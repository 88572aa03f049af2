import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import { listMovedTables } from "../installation/catalogue.ts";
import { keepFromFolding } from "../ledger/conversion-deltas.ts";

/** How many rows one statement of a reset deletes at most, so that it stays within its time limit. */
export const RESET_SLICE = 1_000;

/** What stays: the twin itself, its clock and its keys, and the key of its customers, which processes remember. */
const KEPT = new Set(["accounts", "account_clocks", "api_keys", "customer_keys", "members", "member_invitations"]);

/** Clicks have no index by account. They lead nowhere without their campaign, and their retention deletes them. */
const LEFT_TO_RETENTION = new Set(["clicks", "click_batches"]);

/** Deleted together with its transfers, because nothing else finds its rows. */
const WITH_TRANSFERS = "unsealed_transfers";

/** A column that names the owner of a row, and the owner's table. */
type Ownership = readonly [column: string, owner: string];
type Owned = Readonly<Record<string, readonly Ownership[]>>;

/** Tables without a foreign key: they are emptied first, while the owners of their rows still exist. */
const counted: Owned = {
  delivery_slots: [["endpoint_id", "webhook_endpoints"]],
  click_totals: [
    ["scope_id", "campaigns"],
    ["scope_id", "affiliations"],
  ],
  conversion_totals: [
    ["scope_id", "campaigns"],
    ["scope_id", "affiliations"],
    ["scope_id", "affiliates"],
  ],
};

/** Tables without an account, or without an index by it. They have a foreign key, so they are emptied in their turn. */
const owned: Owned = {
  affiliation_plan_changes: [["affiliation_id", "affiliations"]],
  application_pages: [["campaign_id", "campaigns"]],
  applications: [["campaign_id", "campaigns"]],
  audit_origins: [["entry_id", "audit_entries"]],
  campaign_budgets: [["campaign_id", "campaigns"]],
  conversion_transitions: [["conversion_id", "conversions"]],
  coupon_holders: [["coupon_id", "coupons"]],
  delivery_attempts: [["delivery_id", "deliveries"]],
  issued_statements: [["affiliate_id", "affiliates"]],
  matured_sums: [["affiliate_id", "affiliates"]],
  payout_file_payouts: [["payout_id", "payouts"]],
  payout_lines: [["payout_id", "payouts"]],
  payout_tallies: [["batch_id", "payout_batches"]],
  payout_transitions: [["payout_id", "payouts"]],
  receipts: [["connector_id", "connectors"]],
  script_sightings: [["campaign_id", "campaigns"]],
  seals: [["affiliate_id", "affiliates"]],
  statement_signatures: [["affiliate_id", "affiliates"]],
  transfers: [
    ["conversion_id", "conversions"],
    ["payout_id", "payouts"],
    ["claw_back_id", "claw_backs"],
  ],
  // Of people, who belong to a twin themselves.
  address_codes: [["user_id", "users"]],
  password_resets: [["user_id", "users"]],
  payout_details: [["user_id", "users"]],
  pending_sign_ins: [["user_id", "users"]],
  recovery_codes: [["user_id", "users"]],
  second_factors: [["user_id", "users"]],
  sessions: [["user_id", "users"]],
};

/** Rows of one table that a reset deletes. */
export interface ToEmpty {
  readonly table: string;
  /** undefined: the rows name the twin themselves. */
  readonly owned: Ownership | undefined;
  /** Columns that refer to other rows of the same table. */
  readonly links: readonly string[];
}

/**
 * Everything that belongs to a twin. The order is that of an import, backwards, so that no reference breaks; rows
 * without a foreign key come first.
 */
export async function listToEmpty(db: Queryable): Promise<ToEmpty[]> {
  const links = await listLinks(db);
  const tables = (await listMovedTables(db, "all")).toReversed();
  const emptied = tables.flatMap(({ name, columns }): ToEmpty[] => {
    if (KEPT.has(name) || LEFT_TO_RETENTION.has(name) || name in counted) return [];
    if (name === WITH_TRANSFERS) return [];
    const row = { table: name, links: links.get(name) ?? [] };
    if (name in owned) return (owned[name] ?? []).map((ownership) => ({ ...row, owned: ownership }));
    return name === "users" || columns.includes("account_id") ? [{ ...row, owned: undefined }] : [];
  });
  const first = Object.entries(counted).flatMap(([table, ownerships]) =>
    ownerships.map((ownership): ToEmpty => ({ table, owned: ownership, links: [] })),
  );
  return [...first, ...emptied];
}

async function listLinks(db: Queryable): Promise<Map<string, string[]>> {
  const rows = await db.query<{ name: string; columns: string[] }>(sql`
    select c.relname::text as name, array_agg(a.attname::text) as columns
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = f.conrelid and a.attname <> 'account_id'
      and c.relnamespace = current_schema()::regnamespace
    group by c.relname`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** From now on nobody uses the twin until its reset is complete, and no webhook of it is sent. */
export async function beginReset(tx: Tx, twin: AccountId): Promise<void> {
  await tx.query(sql`
    delete from delivery_slots where endpoint_id in (select id from webhook_endpoints where ${isOf("webhook_endpoints", twin)})`);
  // Last, because all accounts wait for it. Deltas of a twin that is reset are not folded, so nothing returns to the totals.
  await keepFromFolding(tx);
  await tx.query(sql`update account_clocks set resetting = true where account_id = ${uuidOf(twin)}`);
}

/** Owners of this table, in order, after this one. */
export async function listOwners(
  tx: Tx,
  twin: AccountId,
  { owner, after, limit }: { owner: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from ${raw(owner)} where ${isOf(owner, twin)} and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes up to `limit` rows, of these owners if the rows have any. Returns how many. */
export async function deleteSlice(
  tx: Tx,
  twin: AccountId,
  { table, owned: ownership, links, owners, limit }: ToEmpty & { owners: readonly string[]; limit: number },
): Promise<number> {
  // Append-only tables let a reset delete, and refuse it for rows of live accounts.
  await tx.query(sql`select set_config('tributary.resetting', 'on', true)`);
  const which = ownership ? sql`${raw(ownership[0])} = any(${owners}::uuid[])` : isOf(table, twin);
  // A row that others of the table refer to follows them.
  const unlinked = links.map(
    (link) => sql` and not exists (select from ${raw(table)} other where other.${raw(link)} = ${raw(table)}.id)`,
  );
  const chosen = unlinked.reduce(
    (all: Sql, each) => sql`${all}${each}`,
    sql`select ctid from ${raw(table)} where ${which}`,
  );
  const deletion = sql`delete from ${raw(table)} where ctid = any(array(${chosen} limit ${limit}))`;
  const [row] = await tx.query<{ rows: number }>(
    table === "transfers"
      ? sql`
        with deleted as (${deletion} returning id),
          unsealed as (delete from ${raw(WITH_TRANSFERS)} where transfer_id in (select id from deleted))
        select count(*)::int as rows from deleted`
      : sql`with deleted as (${deletion} returning 1) select count(*)::int as rows from deleted`,
  );
  return row?.rows ?? 0;
}

const isOf = (table: string, twin: AccountId): Sql =>
  sql`${raw(table === "users" ? "twin_id" : "account_id")} = ${uuidOf(twin)}`;
