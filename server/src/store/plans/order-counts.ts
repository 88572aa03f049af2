import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { uuidOf, type AccountId, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import { totalsOfAffiliation } from "../current-totals.ts";

interface MonthOf {
  readonly accountId: AccountId;
  readonly affiliationId: AffiliationId;
  /** Its first day, such as 2026-03-01. */
  readonly month: string;
  readonly statuses?: readonly ("pending" | "approved")[];
}

/**
 * An affiliation's orders of a UTC month that were not rejected. Adds up the daily totals, so that the cost does not
 * grow with the orders, and corrects them by the few that count otherwise: bonuses, later parts of an order, and orders
 * that were paid in another month.
 */
export async function countOrders(
  db: Queryable,
  { accountId, affiliationId, month, statuses = ["pending", "approved"] }: MonthOf,
): Promise<number> {
  const id = uuidOf(affiliationId);
  const next = sql`(${month}::date + interval '1 month')`;
  const [row] = await db.query<{ orders: bigint }>(sql`
    select (
      coalesce((select sum(conversions) from ${totalsOfAffiliation(sql`${id}`)} counted
        where day >= ${month}::date and day < ${next}::date and status = any(${statuses}::text[])), 0)
      - (select count(*) from conversions
        where account_id = ${uuidOf(accountId)} and affiliation_id = ${id} and status = any(${statuses}::text[])
          and (kind = 'bonus' or part_of is not null or counted_month is not null)
          and created_at >= (${month}::timestamp at time zone 'UTC') and created_at < (${next}::timestamp at time zone 'UTC'))
      + (select count(*) from conversions
        where account_id = ${uuidOf(accountId)} and affiliation_id = ${id} and status = any(${statuses}::text[])
          and counted_month = ${month}::date and kind <> 'bonus' and part_of is null
          and created_at >= (${month}::timestamp at time zone 'UTC') - interval '1 day')
    )::int8 as orders`);
  return Number(row?.orders ?? 0n);
}

/** What an order's commission depends on; null: not on this. */
interface Counted {
  readonly customerKey: Buffer | null;
  readonly subscriptionId: string | null;
  readonly affiliation: AffiliationId | null;
}

/**
 * Serializes the orders of a campaign that depend on the same counts. Only tracking takes these locks, in this order.
 * What they protect is read by later statements: this one's snapshot is older than its locks.
 */
export function lockCounts(tx: Tx, campaign: CampaignId, { customerKey, subscriptionId, affiliation }: Counted): void {
  const names: string[] = [];
  if (customerKey) names.push(`customer ${campaign} ${customerKey.toString("hex")}`);
  if (subscriptionId !== null) names.push(`subscription ${campaign} ${subscriptionId}`);
  if (affiliation) names.push(`affiliation ${affiliation}`);
  if (names.length === 0) return;
  tx.defer(sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`);
}
