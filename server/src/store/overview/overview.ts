import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type CampaignId } from "../../domain/ids.ts";
import type { DayCount, DaySpan, DayTotal } from "../../domain/overview.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { isUnfoldedOf, unfoldedClicks } from "../clicks/unfolded.ts";
import { affiliateDays, campaignDays, totalsOfCampaign, unfoldedDays } from "../current-totals.ts";

/** Counts are bigint, as PostgreSQL returns them. */
export type Counted<T, Counts extends keyof T> = Omit<T, Counts> & Record<Counts, bigint>;

/**
 * Across all campaigns of the account, without rejected conversions. The cost depends on campaigns and days, not on
 * conversions.
 */
export async function readTotalsByDay(db: Queryable, accountId: AccountId, { from, to }: DaySpan): Promise<DayTotal[]> {
  const rows = await db.query<Counted<DayTotal, "conversions" | "waiting" | "clicked">>(sql`
    select day, currency, sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as "revenueMinor",
      sum(commission_minor)::int8 as "commissionMinor", sum(waiting)::int8 as waiting,
      sum(clicked)::int8 as clicked
    from ${campaignDays(sql`${uuidOf(accountId)}`)} counted
    where day between ${from}::date and ${to}::date
    group by day, currency`);
  return rows.map(counted);
}

const counted = (row: Counted<DayTotal, "conversions" | "waiting" | "clicked">): DayTotal => ({
  ...row,
  conversions: Number(row.conversions),
  waiting: Number(row.waiting),
  clicked: Number(row.clicked),
});

/** One campaign, by day. PostgreSQL 18 skips the account's other campaigns of the same days; older versions read them. */
export async function readTotalsOfCampaign(
  db: Queryable,
  { accountId, id }: { accountId: AccountId; id: CampaignId },
  { from, to }: DaySpan,
): Promise<DayTotal[]> {
  const rows = await db.query<Counted<DayTotal, "conversions" | "waiting" | "clicked">>(sql`
    select day, currency, sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as "revenueMinor",
      sum(commission_minor)::int8 as "commissionMinor", sum(waiting)::int8 as waiting, sum(clicked)::int8 as clicked
    from ${campaignDays(sql`${uuidOf(accountId)}`)} counted
    where day between ${from}::date and ${to}::date and campaign_id = ${uuidOf(id)}
    group by day, currency`);
  return rows.map(counted);
}

/** One affiliate in all of the account's campaigns, by day. Pending conversions are not counted per affiliate. */
export async function readTotalsOfAffiliate(
  db: Queryable,
  { accountId, id }: { accountId: AccountId; id: AffiliateId },
  { from, to }: DaySpan,
): Promise<DayTotal[]> {
  const rows = await db.query<Counted<DayTotal, "conversions" | "waiting" | "clicked">>(sql`
    select day, currency, sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as "revenueMinor",
      sum(commission_minor)::int8 as "commissionMinor", 0::int8 as waiting, sum(clicked)::int8 as clicked
    from ${affiliateDays(sql`${uuidOf(id)}`)} counted
    where account_id = ${uuidOf(accountId)} and day between ${from}::date and ${to}::date
    group by day, currency`);
  return rows.map(counted);
}

/** The affiliate's affiliations, under which their clicks are counted, and the currencies of those campaigns. */
export async function listAffiliateScopes(
  db: Queryable,
  accountId: AccountId,
  id: AffiliateId,
): Promise<{ id: string; currency: Currency }[]> {
  return db.query<{ id: string; currency: Currency }>(sql`
    select affiliation.id, campaign.currency
    from affiliations affiliation
    join campaigns campaign on campaign.account_id = ${uuidOf(accountId)} and campaign.id = affiliation.campaign_id
    where affiliation.account_id = ${uuidOf(accountId)} and affiliation.affiliate_id = ${uuidOf(id)}
    order by affiliation.joined_at desc, affiliation.id`);
}

/** Includes clicks that are not folded into the totals yet. Both are read in one snapshot. */
export async function readClicksOfAccount(
  db: Queryable,
  accountId: AccountId,
  { from, to }: DaySpan,
): Promise<DayCount[]> {
  const rows = await db.query<{ day: string; clicks: bigint }>(sql`
    with scope as materialized (select array_agg(id) as ids from campaigns where account_id = ${uuidOf(accountId)})
    select day, sum(clicks)::int8 as clicks from (
      select total.day, total.clicks from campaigns campaign
      join click_totals total on total.scope_id = campaign.id and total.day between ${from}::date and ${to}::date
      where campaign.account_id = ${uuidOf(accountId)}
      union all
      select added.day, added.clicks
      from scope, ${unfoldedClicks} where ${isUnfoldedOf(sql`scope.ids`, { from, to })}
    ) counted
    group by day`);
  return rows.map(({ day, clicks }) => ({ day, count: Number(clicks) }));
}

/** All pending conversions, regardless of when they were tracked. */
export async function countWaiting(db: Queryable, accountId: AccountId): Promise<number> {
  const [row] = await db.query<{ waiting: bigint }>(sql`
    select coalesce(sum(total.conversions), 0)::int8 as waiting
    from campaigns campaign
    join lateral ${totalsOfCampaign(sql`campaign.id`)} total on total.day = ${ALL_DAYS} and total.status = 'pending'
    where campaign.account_id = ${uuidOf(accountId)}`);
  return Number(row?.waiting ?? 0n);
}

/** The currencies of the account's campaigns, newest campaign first. */
export async function listCampaignCurrencies(db: Queryable, accountId: AccountId): Promise<Currency[]> {
  const rows = await db.query<{ currency: Currency }>(sql`
    select currency from campaigns where account_id = ${uuidOf(accountId)}
    group by currency order by max(created_at) desc, currency`);
  return rows.map(({ currency }) => currency);
}

/** The results of a campaign or an affiliate in the requested currency. */
export interface Ranked<Id> {
  readonly id: Id;
  readonly name: string;
  readonly conversions: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}
export interface RankingQuestion {
  readonly span: DaySpan;
  readonly currency: Currency;
  readonly limit: number;
}

interface RankedRow {
  id: string;
  name: string;
  conversions: bigint;
  revenue: bigint;
  commission: bigint;
}

export async function rankCampaigns(
  db: Queryable,
  accountId: AccountId,
  { span, currency, limit }: RankingQuestion,
): Promise<Ranked<CampaignId>[]> {
  const account = uuidOf(accountId);
  const rows = await db.query<RankedRow>(sql`
    select campaign.id, campaign.name, brought.conversions, brought.revenue, brought.commission
    from (
      select campaign_id, sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as revenue,
        sum(commission_minor)::int8 as commission
      from ${campaignDays(sql`${account}`)} counted
      where day between ${span.from}::date and ${span.to}::date and currency = ${currency}
      group by campaign_id
    ) brought
    join campaigns campaign on campaign.account_id = ${account} and campaign.id = brought.campaign_id
    where brought.conversions > 0 or brought.commission > 0
    order by brought.revenue desc, brought.conversions desc, campaign.id limit ${limit}`);
  return rows.map((row) => rankedOf(idOf("campaign", row.id), row));
}

/**
 * How many affiliates are considered per day. Those outside the top of every day are not among the best of the period.
 */
const BEST_OF_DAY = 20;
const CANDIDATES = 20;

/**
 * Finds each day's best affiliates by index, then sums the whole period for the best of those. Exact if there are no
 * more affiliates than it considers. With more, it can only miss an affiliate who is never among the best of a day.
 */
export async function rankAffiliates(
  db: Queryable,
  accountId: AccountId,
  { span, currency, limit }: RankingQuestion,
): Promise<Ranked<AffiliateId>[]> {
  const account = uuidOf(accountId);
  const rows = await db.query<RankedRow>(sql`
    with candidate as materialized (
      select best.affiliate_id
      from (
      select folded.* from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') as each (at)
      cross join lateral (
        select affiliate_id, revenue_minor, conversions from affiliate_days
        where account_id = ${account} and currency = ${currency} and day = each.at::date
        order by revenue_minor desc, conversions desc limit ${BEST_OF_DAY}
      ) folded
      union all
      select affiliate_id, revenue_minor, conversions from ${unfoldedDays(sql`${account}`)} unfolded
      where currency = ${currency} and day between ${span.from}::date and ${span.to}::date
      ) best
      group by best.affiliate_id
      order by sum(best.revenue_minor) desc, sum(best.conversions) desc limit ${CANDIDATES}
    ), brought as (
      select affiliate_id, sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as revenue,
        sum(commission_minor)::int8 as commission
      from candidate cross join lateral (
        select account_id, day, currency, conversions, revenue_minor, commission_minor
        from ${affiliateDays(sql`candidate.affiliate_id`)} counted) days
      where account_id = ${account} and currency = ${currency} and day between ${span.from}::date and ${span.to}::date
      group by affiliate_id
    )
    select affiliate.id, person.name, brought.conversions, brought.revenue, brought.commission
    from brought
    join affiliates affiliate on affiliate.account_id = ${account} and affiliate.id = brought.affiliate_id
    join users person on person.id = affiliate.user_id
    where brought.conversions > 0 or brought.commission > 0
    order by brought.revenue desc, brought.conversions desc, affiliate.id limit ${limit}`);
  return rows.map((row) => rankedOf(idOf("affiliate", row.id), row));
}

const rankedOf = <Id>(id: Id, row: RankedRow): Ranked<Id> => ({
  id,
  name: row.name,
  conversions: Number(row.conversions),
  revenueMinor: row.revenue,
  commissionMinor: row.commission,
});
