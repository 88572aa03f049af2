import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { dayOf } from "../../domain/values/day.ts";
import type { Conversion, ConversionStatus } from "../../domain/conversion.ts";
import { uuidOf, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import type { StatusTotal } from "../../domain/statistics.ts";
import { ALL_DAYS, type DayChange, type TotalsChange } from "../../domain/totals.ts";

export async function addToTotals(tx: Tx, changes: readonly TotalsChange[]): Promise<void> {
  // Rows are locked in key order, so that an approval and a rejection in one campaign cannot deadlock.
  const keyed = changes
    .map((change) => ({ ...change, scope: uuidOf(change.scope) }))
    .sort((a, b) => (a.scope + a.day + a.status < b.scope + b.day + b.status ? -1 : 1));
  await tx.query(sql`
    insert into conversion_totals (scope_id, day, status, currency, commission_currency, conversions, revenue_minor, commission_minor)
    select * from unnest(
      ${keyed.map((change) => change.scope)}::uuid[], ${keyed.map((change) => change.day)}::date[],
      ${keyed.map((change) => change.status)}::text[], ${keyed.map((change) => change.currency)}::text[],
      ${keyed.map((change) => change.commissionCurrency)}::text[], ${keyed.map((change) => change.conversions)}::int8[],
      ${keyed.map((change) => change.revenueMinor)}::int8[], ${keyed.map((change) => change.commissionMinor)}::int8[])
    on conflict (scope_id, day, status, currency, commission_currency) do update set
      conversions = conversion_totals.conversions + excluded.conversions,
      revenue_minor = conversion_totals.revenue_minor + excluded.revenue_minor,
      commission_minor = conversion_totals.commission_minor + excluded.commission_minor`);
}

/** `changes` are sorted by currency, so that two conversions cannot deadlock. */
export async function addToDay(tx: Tx, conversion: Conversion, changes: readonly DayChange[]): Promise<void> {
  if (changes.length === 0) return;
  const account = uuidOf(conversion.accountId);
  const day = dayOf(conversion.createdAt);
  await tx.query(sql`
    with change as (
      select currency, conversions, revenue, commission, waiting, waiting_minor, clicked
      from unnest(${changes.map((change) => change.currency)}::text[], ${changes.map((change) => change.conversions)}::int8[],
        ${changes.map((change) => change.revenueMinor)}::int8[], ${changes.map((change) => change.commissionMinor)}::int8[],
        ${changes.map((change) => change.waiting)}::int8[], ${changes.map((change) => change.waitingMinor)}::int8[],
        ${changes.map((change) => change.clicked)}::int8[])
        change (currency, conversions, revenue, commission, waiting, waiting_minor, clicked)
    ), of_campaign as (
      insert into campaign_days (account_id, day, campaign_id, currency, conversions, revenue_minor, commission_minor, waiting,
        waiting_minor, clicked)
      select ${account}::uuid, ${day}::date, ${uuidOf(conversion.campaignId)}::uuid, currency, conversions, revenue, commission,
        waiting, waiting_minor, clicked
      from change
      on conflict (account_id, day, campaign_id, currency) do update set
        conversions = campaign_days.conversions + excluded.conversions,
        revenue_minor = campaign_days.revenue_minor + excluded.revenue_minor,
        commission_minor = campaign_days.commission_minor + excluded.commission_minor,
        waiting = campaign_days.waiting + excluded.waiting,
        waiting_minor = campaign_days.waiting_minor + excluded.waiting_minor,
        clicked = campaign_days.clicked + excluded.clicked
    )
    insert into affiliate_days (account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor, clicked)
    select ${account}::uuid, ${uuidOf(conversion.affiliateId)}::uuid, currency, ${day}::date, conversions, revenue, commission, clicked
    from change where (conversions, revenue, commission) <> (0, 0, 0)
    on conflict (affiliate_id, currency, day) do update set
      conversions = affiliate_days.conversions + excluded.conversions,
      revenue_minor = affiliate_days.revenue_minor + excluded.revenue_minor,
      commission_minor = affiliate_days.commission_minor + excluded.commission_minor,
      clicked = affiliate_days.clicked + excluded.clicked`);
}

/** The number of conversions in a campaign or an affiliation, from the stored totals. */
export async function countConversions(
  db: Queryable,
  scope: CampaignId | AffiliationId,
  status: ConversionStatus | undefined,
): Promise<number> {
  const [row] = await db.query<{ total: bigint }>(sql`
    select coalesce(sum(conversions), 0)::int8 as total from conversion_totals
    where scope_id = ${uuidOf(scope)} and day = ${ALL_DAYS} and (${status ?? null}::text is null or status = ${status ?? null})`);
  return Number(row?.total ?? 0n);
}

/** All-time totals of several campaigns or affiliations. */
export async function readTotals(db: Queryable, scopes: readonly string[]): Promise<Map<string, StatusTotal[]>> {
  const rows = await db.query<StatusTotal & { scope: string }>(sql`
    select scope_id as scope, status, currency, commission_currency as "commissionCurrency", conversions,
      revenue_minor as "revenueMinor", commission_minor as "commissionMinor"
    from conversion_totals where scope_id = any(${scopes}::uuid[]) and day = ${ALL_DAYS}`);
  const byScope = new Map<string, StatusTotal[]>();
  for (const { scope, ...total } of rows) byScope.set(scope, [...(byScope.get(scope) ?? []), total]);
  return byScope;
}
