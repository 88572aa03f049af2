import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../db/database.ts";
import type { ConversionStatus } from "../domain/conversion.ts";
import type { Currency } from "../domain/currency.ts";
import type { DaySpan } from "../domain/overview.ts";
import { ALL_DAYS } from "../domain/totals.ts";
import type { OwnScope } from "./portal-affiliations.ts";

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
  /** Those that were not rejected. */
  readonly conversions: number;
  readonly pendingMinor: bigint;
  readonly approvedMinor: bigint;
  readonly rejectedMinor: bigint;
}

interface CommissionRow {
  status: ConversionStatus;
  commission_currency: Currency;
  conversions: bigint;
  commission_minor: bigint;
}

const commissionOf = (row: CommissionRow): CommissionTotal => ({
  status: row.status,
  currency: row.commission_currency,
  conversions: row.conversions,
  commissionMinor: row.commission_minor,
});

const sums = sql`status, commission_currency, sum(conversions)::int8 as conversions, sum(commission_minor)::int8 as commission_minor`;

/** Clicks whose batch is not folded yet are counted too: both parts are read in one snapshot. */
export async function readClicksByDay(
  db: Queryable,
  { affiliationUuids }: OwnScope,
  { from, to }: DaySpan,
): Promise<Map<string, number>> {
  const rows = await db.query<{ day: string; clicks: bigint }>(sql`
    select day, sum(clicks)::int8 as clicks from (
      select day, clicks from click_totals
      where scope_id = any(${affiliationUuids}::uuid[]) and day between ${from}::date and ${to}::date
      union all
      select added.day, added.clicks
      from click_batches batch, unnest(batch.scope_ids, batch.days, batch.clicks) as added (scope_id, day, clicks)
      where batch.scope_ids && ${affiliationUuids}::uuid[] and added.scope_id = any(${affiliationUuids}::uuid[])
        and added.day between ${from}::date and ${to}::date
    ) counted
    group by day`);
  return new Map(rows.map((row) => [row.day, Number(row.clicks)]));
}

export async function readCommissionByDay(
  db: Queryable,
  { affiliationUuids }: OwnScope,
  { from, to }: DaySpan,
): Promise<DayCommission[]> {
  const rows = await db.query<CommissionRow & { day: string }>(sql`
    select day, ${sums} from conversion_totals
    where scope_id = any(${affiliationUuids}::uuid[]) and day between ${from}::date and ${to}::date
    group by day, status, commission_currency`);
  return rows.map((row) => ({ ...commissionOf(row), day: row.day }));
}

/** By the month of the order and not of its approval; the newest first, its currencies in the order of their codes. */
export async function readCommissionByMonth(db: Queryable, { affiliationUuids }: OwnScope): Promise<MonthCommission[]> {
  const sumOf = (status: ConversionStatus): Sql =>
    sql`coalesce(sum(commission_minor) filter (where status = ${status}), 0)::int8`;
  const rows = await db.query<MonthRow>(sql`
    select to_char(day, 'YYYY-MM') as month, commission_currency as currency,
      coalesce(sum(conversions) filter (where status <> 'rejected'), 0)::int8 as conversions,
      ${sumOf("pending")} as pending, ${sumOf("approved")} as approved, ${sumOf("rejected")} as rejected
    from conversion_totals
    where scope_id = any(${affiliationUuids}::uuid[]) and day > ${ALL_DAYS}::date
    group by 1, 2 having sum(conversions) > 0
    order by 1 desc, 2`);
  return rows.map((row) => ({
    month: row.month,
    currency: row.currency,
    conversions: Number(row.conversions),
    pendingMinor: row.pending,
    approvedMinor: row.approved,
    rejectedMinor: row.rejected,
  }));
}

interface MonthRow {
  month: string;
  currency: Currency;
  conversions: bigint;
  pending: bigint;
  approved: bigint;
  rejected: bigint;
}

export async function readPendingCommission(db: Queryable, { affiliationUuids }: OwnScope): Promise<CommissionTotal[]> {
  const rows = await db.query<CommissionRow>(sql`
    select ${sums} from conversion_totals
    where scope_id = any(${affiliationUuids}::uuid[]) and day = ${ALL_DAYS}::date and status = 'pending'
    group by status, commission_currency`);
  return rows.map(commissionOf);
}

export interface UnpaidCommission {
  readonly currency: Currency;
  readonly maturingMinor: bigint;
  readonly withdrawableMinor: bigint;
}

interface UnpaidRow {
  currency: Currency;
  maturing: bigint;
  withdrawable: bigint;
}

/**
 * What is approved and in no payout, before and after its maturation. Of all campaigns together the books keep the sum, so
 * only what is still maturing is added up; of one campaign they do not.
 */
export async function readUnpaidCommission(
  db: Queryable,
  scope: OwnScope,
  { now, ofCampaign }: { now: Date; ofCampaign: boolean },
): Promise<UnpaidCommission[]> {
  const rows = await db.query<UnpaidRow>(ofCampaign ? unpaidInCampaign(scope, now) : unpaidByLedger(scope, now));
  return rows.map((row) => ({
    currency: row.currency,
    maturingMinor: row.maturing,
    withdrawableMinor: row.withdrawable,
  }));
}

const unpaidInCampaign = (scope: OwnScope, now: Date): Sql => sql`
  select c.commission_currency as currency,
    coalesce(sum(c.commission_minor) filter (where c.matures_at > ${now}), 0)::int8 as maturing,
    coalesce(sum(c.commission_minor) filter (where c.matures_at <= ${now}), 0)::int8 as withdrawable
  from ${unpaid(scope, true)}
  group by c.commission_currency`;

/** One statement and so one snapshot: what is approved between two of them would be withdrawable before its time. */
const unpaidByLedger = (scope: OwnScope, now: Date): Sql => sql`
  with payable as (
    select currency, sum(balance_minor)::int8 as minor from ledger_balances
    where owner_id = any(${scope.affiliates.map((one) => one.affiliateUuid)}::uuid[]) and kind = 'payable'
    group by currency
  ), maturing as (
    select c.commission_currency as currency, sum(c.commission_minor)::int8 as minor
    from ${unpaid(scope, false)} and ${maturesAfter(now)}
    group by c.commission_currency
  )
  select payable.currency, coalesce(maturing.minor, 0)::int8 as maturing,
    (payable.minor - coalesce(maturing.minor, 0))::int8 as withdrawable
  from payable left join maturing on maturing.currency = payable.currency
  where payable.minor > 0`;

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
  const rows = await db.query<{ day: string; currency: Currency; minor: bigint; conversions: bigint }>(sql`
    select (c.matures_at at time zone 'UTC')::date as day, c.commission_currency as currency,
      sum(c.commission_minor)::int8 as minor, count(*) as conversions
    from ${unpaid(scope, ofCampaign)} and ${maturesAfter(now)}
    group by 1, 2 order by 1, 2 limit ${MATURING_DAYS_SHOWN}`);
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    commissionMinor: row.minor,
    conversions: Number(row.conversions),
  }));
}

/** Nothing is approved later than now, so this is `matures_at > now`, said as the index has it: past ones are not read. */
const maturesAfter = (now: Date): Sql => sql`greatest(c.matures_at, c.approved_at) > ${now}`;

/** The conditions stand as they do in the partial index of what the next payout picks. */
const unpaid = ({ affiliates, affiliationUuids }: OwnScope, ofCampaign: boolean): Sql => sql`
  unnest(${affiliates.map((one) => one.accountUuid)}::uuid[], ${affiliates.map((one) => one.affiliateUuid)}::uuid[])
    as own (account_id, affiliate_id)
  join conversions c on c.account_id = own.account_id and c.affiliate_id = own.affiliate_id
  where c.status = 'approved' and c.payout_id is null and c.commission_minor > 0
    ${ofCampaign ? sql`and c.affiliation_id = any(${affiliationUuids}::uuid[])` : empty}`;
