import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import { listMovedTables } from "../installation/catalogue.ts";

/** What stays: the twin itself, its clock and its keys, and the key of its customers, which processes remember. */
const KEPT = new Set(["accounts", "account_clocks", "api_keys", "customer_keys", "members", "member_invitations"]);

/** Clicks have no index by account. They lead nowhere without their campaign, and their retention deletes them. */
const LEFT_TO_RETENTION = new Set(["clicks", "click_batches"]);

type Owned = Readonly<Record<string, { readonly column: string; readonly by: readonly string[] }>>;

/** Tables without an account, by what their rows belong to. These have no foreign key, so they are emptied first. */
const counted: Owned = {
  delivery_slots: { column: "endpoint_id", by: ["webhook_endpoints"] },
  unsealed_transfers: { column: "transfer_id", by: ["transfers"] },
  click_totals: { column: "scope_id", by: ["campaigns", "affiliations"] },
  conversion_totals: { column: "scope_id", by: ["campaigns", "affiliations", "affiliates"] },
};

/** These have one, so they are emptied in their turn. */
const owned: Owned = {
  conversion_transitions: { column: "conversion_id", by: ["conversions"] },
  payout_transitions: { column: "payout_id", by: ["payouts"] },
  payout_file_payouts: { column: "payout_id", by: ["payouts"] },
};

/** Tables of people, who belong to a twin themselves. */
const OF_PEOPLE = new Set([
  "sessions",
  "password_resets",
  "pending_sign_ins",
  "recovery_codes",
  "second_factors",
  "address_codes",
  "payout_details",
]);

/**
 * Deletes all rows of a twin. The order is that of an import, backwards, so that no reference breaks; rows without a
 * foreign key are deleted first, while what they belong to still exists.
 */
export async function emptyTwin(tx: Tx, twin: AccountId): Promise<void> {
  // Append-only tables let a reset delete, and refuse it for rows of live accounts.
  await tx.query(sql`select set_config('tributary.resetting', 'on', true)`);
  const tables = await listMovedTables(tx, "all");
  for (const table of Object.keys(counted)) await tx.query(deletion(table, ofTwin(counted, table, twin)));
  for (const { name, columns } of tables.toReversed()) {
    if (KEPT.has(name) || LEFT_TO_RETENTION.has(name)) continue;
    if (name in owned) await tx.query(deletion(name, ofTwin(owned, name, twin)));
    else if (name === "users") await tx.query(deletion(name, sql`twin_id = ${uuidOf(twin)}`));
    else if (OF_PEOPLE.has(name))
      await tx.query(deletion(name, sql`user_id in (select id from users where twin_id = ${uuidOf(twin)})`));
    else if (columns.includes("account_id")) await tx.query(deletion(name, sql`account_id = ${uuidOf(twin)}`));
  }
}

const deletion = (table: string, which: Sql): Sql => sql`delete from ${raw(table)} where ${which}`;

function ofTwin(tables: Owned, table: string, twin: AccountId): Sql {
  const { column = "", by = [] } = tables[table] ?? {};
  const owners = by.map((owner) => sql`select id from ${raw(owner)} where account_id = ${uuidOf(twin)}`);
  return sql`${raw(column)} in (${join(owners, " union all ")})`;
}
