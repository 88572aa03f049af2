import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { ConversionStatus } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import type { DaySpan } from "../../domain/overview.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { payableMinor } from "../../domain/withdrawable.ts";
import type { OwnScope } from "../campaigns/own-affiliations.ts";
import { isOwedBack, ledgerStages, ofHolding, pickedSum, withdrawableIn } from "../withdrawable.ts";
import { isUnfoldedOf, unfoldedClicks } from "../clicks/unfolded.ts";
import { totalsOfAffiliation } from "../current-totals.ts";
import type { Counted } from "./overview.ts";

export interface CommissionTotal {
  readonly status: ConversionStatus;
  readonly currency: Currency;
  readonly conversions: bigint;
  readonly commissionMinor: bigint;
}
export type DayCommission = CommissionTotal & { readonly day: string };
export interface MonthCommission {
  /** `2026-03` */
  readonly month: string;
  readonly currency: Currency;
  /** Without rejected conversions. */
  readonly conversions: number;
  readonly pendingMinor: bigint;
  readonly approvedMinor: bigint;
  readonly rejectedMinor: bigint;
  /** Claw-backs of approved commission, regardless of when they were created. */
  readonly deductedMinor: bigint;
}

const sums = sql`status, commission_currency as currency, sum(conversions)::int8 as conversions,
  sum(commission_minor)::int8 as "commissionMinor"`;

const totalsOf = (affiliationUuids: readonly string[]): Sql => sql`
  unnest(${affiliationUuids}::uuid[]) own (id) cross join lateral ${totalsOfAffiliation(sql`own.id`)} total where true`;

/** Includes clicks that are not folded into the totals yet. Both are read in one snapshot. */
export async function readClicksByDay(
  db: Queryable,
  { affiliationUuids }: Pick<OwnScope, "affiliationUuids">,
  { from, to }: DaySpan,
): Promise<Map<string, number>> {
  const rows = await db.query<{ day: string; clicks: bigint }>(sql`
    select day, sum(clicks)::int8 as clicks from (
      select day, clicks from click_totals
      where scope_id = any(${affiliationUuids}::uuid[]) and day between ${from}::date and ${to}::date
      union all
      select added.day, added.clicks
      from ${unfoldedClicks} where ${isUnfoldedOf(sql`${affiliationUuids}::uuid[]`, { from, to })}
    ) counted
    group by day`);
  return new Map(rows.map((row) => [row.day, Number(row.clicks)]));
}

export async function readCommissionByDay(
  db: Queryable,
  { affiliationUuids }: OwnScope,
  { from, to }: DaySpan,
): Promise<DayCommission[]> {
  return db.query<DayCommission>(sql`
    select day, ${sums} from ${totalsOf(affiliationUuids)} and day between ${from}::date and ${to}::date
    group by day, status, commission_currency`);
}

/** By the month of the order, not of its approval. Newest first, then by currency code. */
export async function readCommissionByMonth(
  db: Queryable,
  { affiliationUuids, affiliates }: OwnScope,
  { from, to }: DaySpan,
): Promise<MonthCommission[]> {
  const sumOf = (status: ConversionStatus): Sql =>
    sql`coalesce(sum(commission_minor) filter (where status = ${status}), 0)::int8`;
  const rows = await db.query<Counted<MonthCommission, "conversions">>(sql`
    with earned as (
      -- to_char takes longer than the rest of the sum, so only the months are formatted
      select date_trunc('month', day::timestamp) as month, commission_currency as currency,
        coalesce(sum(conversions) filter (where status <> 'rejected'), 0)::int8 as conversions,
        ${sumOf("pending")} as "pendingMinor", ${sumOf("approved")} as "approvedMinor",
        ${sumOf("rejected")} as "rejectedMinor"
      from ${totalsOf(affiliationUuids)} and day between ${from}::date and ${to}::date
      group by 1, 2 having sum(conversions) > 0
    ), deducted as (
      select date_trunc('month', c.created_at at time zone 'UTC') as month, b.currency, sum(b.amount_minor)::int8 as minor
      from claw_backs b join conversions c on c.account_id = b.account_id and c.id = b.conversion_id
      where b.affiliate_id = any(${affiliates.map((one) => one.affiliateUuid)}::uuid[])
        and c.affiliation_id = any(${affiliationUuids}::uuid[])
        -- a claw-back is never older than its conversion, and only its own date is in an index
        and b.created_at >= ${from}::date at time zone 'UTC' and c.created_at >= ${from}::date at time zone 'UTC'
        and c.created_at < (${to}::date + 1) at time zone 'UTC'
      group by 1, 2
    )
    select to_char(earned.month, 'YYYY-MM') as month, earned.currency, conversions, "pendingMinor", "approvedMinor",
      "rejectedMinor", coalesce(deducted.minor, 0)::int8 as "deductedMinor"
    from earned left join deducted on deducted.month = earned.month and deducted.currency = earned.currency
    order by earned.month desc, earned.currency`);
  return rows.map((row) => ({ ...row, conversions: Number(row.conversions) }));
}

export async function hasCommissionBefore(
  db: Queryable,
  { affiliationUuids }: OwnScope,
  day: string,
): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (
      select from ${totalsOf(affiliationUuids)} and day > ${ALL_DAYS}::date and day < ${day}::date
    ) as found`);
  return row?.found ?? false;
}

export async function readPendingCommission(db: Queryable, { affiliationUuids }: OwnScope): Promise<CommissionTotal[]> {
  return db.query<CommissionTotal>(sql`
    select ${sums} from ${totalsOf(affiliationUuids)} and day = ${ALL_DAYS}::date and status = 'pending'
    group by status, commission_currency`);
}

export interface UnpaidCommission {
  readonly currency: Currency;
  readonly maturingMinor: bigint;
  readonly withdrawableMinor: bigint;
  readonly owedBackMinor: bigint;
  /** The total of payouts created now. A debt to one merchant does not reduce what another pays. */
  readonly payableMinor: bigint;
}

interface UnpaidRow {
  currency: Currency;
  maturing: bigint;
  withdrawable: bigint;
  owed: bigint;
}

/**
 * Approved commission that is not in a payout, before and after its hold period, and what is owed back. The ledger has
 * the sums across all campaigns. For a single campaign everything is added up.
 */
export async function readUnpaidCommission(
  db: Queryable,
  scope: OwnScope,
  { now, ofCampaign }: { now: Date; ofCampaign: boolean },
): Promise<UnpaidCommission[]> {
  const rows = await db.query<UnpaidRow>(ofCampaign ? unpaidInCampaign(scope, now) : unpaidByLedger(scope, now));
  const sums = new Map<Currency, UnpaidCommission>();
  for (const { currency, maturing, withdrawable, owed } of rows) {
    const sum = sums.get(currency);
    sums.set(currency, {
      currency,
      maturingMinor: (sum?.maturingMinor ?? 0n) + maturing,
      withdrawableMinor: (sum?.withdrawableMinor ?? 0n) + withdrawable,
      owedBackMinor: (sum?.owedBackMinor ?? 0n) + owed,
      payableMinor: (sum?.payableMinor ?? 0n) + payableMinor(withdrawable, owed),
    });
  }
  return [...sums.values()];
}

const rule = withdrawableIn("c");

const unpaidInCampaign = (scope: OwnScope, now: Date): Sql => sql`
  with unpaid as (
    select c.commission_currency as currency,
      coalesce(sum(c.commission_minor) filter (where ${rule.maturing(now)}), 0)::int8 as maturing,
      coalesce(sum(c.commission_minor) filter (where ${rule.picked(now)}), 0)::int8 as withdrawable
    from ${unpaid(scope, true)}
    group by c.commission_currency
  ), owed as (
    select b.currency, sum(b.amount_minor)::int8 as minor
    from affiliations n join claw_backs b on b.account_id = n.account_id and b.affiliate_id = n.affiliate_id
      and b.campaign_id = n.campaign_id
    where n.id = any(${scope.affiliationUuids}::uuid[]) and ${isOwedBack("b")}
    group by b.currency
  )
  select currency, coalesce(maturing, 0)::int8 as maturing, coalesce(withdrawable, 0)::int8 as withdrawable,
    coalesce(owed.minor, 0)::int8 as owed
  from unpaid full join owed using (currency)`;

/**
 * One row per merchant and currency. A single statement reads one snapshot: otherwise a commission approved between two
 * reads would count as withdrawable too early.
 */
const unpaidByLedger = (scope: OwnScope, now: Date): Sql => sql`
  select held.currency, (held.payable - picked.minor)::int8 as maturing, picked.minor::int8 as withdrawable, held.owed
  from (
    select account_id, owner_id as affiliate_id, currency, ${ledgerStages} from ledger_balances
    where owner_id = any(${scope.affiliates.map((one) => one.affiliateUuid)}::uuid[]) and kind in ('payable', 'receivable')
    group by 1, 2, 3
  ) held
  cross join lateral ${pickedSum(ofHolding, now)} picked
  where held.payable > 0 or held.owed <> 0`;

export interface MaturingDay {
  readonly day: string;
  readonly currency: Currency;
  readonly commissionMinor: bigint;
  readonly conversions: number;
}

const MATURING_DAYS_SHOWN = 10;

export async function readNextToMature(
  db: Queryable,
  scope: OwnScope,
  { now, ofCampaign }: { now: Date; ofCampaign: boolean },
): Promise<MaturingDay[]> {
  const rows = await db.query<Counted<MaturingDay, "conversions">>(sql`
    select (${rule.pickedFrom} at time zone 'UTC')::date as day, c.commission_currency as currency,
      sum(c.commission_minor)::int8 as "commissionMinor", count(*) as conversions
    from ${unpaid(scope, ofCampaign)} and ${rule.maturing(now)}
    group by 1, 2 order by 1, 2 limit ${MATURING_DAYS_SHOWN}`);
  return rows.map((row) => ({ ...row, conversions: Number(row.conversions) }));
}

/** Uses the index of unpaid conversions. */
const unpaid = ({ affiliates, affiliationUuids }: OwnScope, ofCampaign: boolean): Sql => sql`
  unnest(${affiliates.map((one) => one.accountUuid)}::uuid[], ${affiliates.map((one) => one.affiliateUuid)}::uuid[])
    as own (account_id, affiliate_id)
  join conversions c on c.account_id = own.account_id and c.affiliate_id = own.affiliate_id
  where ${rule.unpaid}
    ${ofCampaign ? sql`and c.affiliation_id = any(${affiliationUuids}::uuid[])` : empty}`;
