import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { balanceSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { Balance, BalanceState } from "../../domain/balance.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type UserId } from "../../domain/ids.ts";
import type { PayoutMethod } from "../../domain/payout.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { balancesOfAffiliate, campaignDays, totalsOfCampaign } from "../current-totals.ts";
import { contains, countUpTo, type Page, type Total } from "../page.ts";
import { ledgerStages, ofHolding, pickedSum, withdrawableIn } from "../withdrawable.ts";

export interface ListedBalance {
  readonly balance: Balance;
  readonly affiliateName: string;
  readonly affiliateEmail: string;
  readonly merchantName: string;
}
/** null: the given ID is malformed, so nothing matches. */
export interface BalanceFilter {
  readonly currency?: Currency | undefined;
  readonly affiliateId?: AffiliateId | null | undefined;
  readonly state?: BalanceState | undefined;
  readonly search?: string | undefined;
  readonly sort?: BalanceSort | undefined;
}
/** Where a list continues: after this affiliate's balance in this currency. */
export interface BalancePosition {
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
}
export type BalanceScope = { readonly accountId: AccountId } | { readonly userId: UserId };
export type BalanceSlice = Page | { readonly limit: number; readonly after: BalancePosition | undefined };

interface BalanceRow {
  account_id: string;
  affiliate_id: string;
  currency: Currency;
  pending: bigint;
  payable: bigint;
  maturing: bigint;
  next_matures_at: Date | null;
  withdrawable_since: Date | null;
  owed: bigint;
  in_payout: bigint;
  paid: bigint;
  method: PayoutMethod | null;
  state: BalanceState;
  name: string;
  email: string;
  merchant: string;
}

/** Newest affiliate first. Read from sums, plus a few unpaid conversions. */
export async function listBalances(
  db: Queryable,
  scope: BalanceScope,
  { filter, slice, now }: { filter: BalanceFilter; slice: BalanceSlice; now: Date },
): Promise<ListedBalance[]> {
  if (filter.affiliateId === null) return [];
  const after = "after" in slice && slice.after ? behind(slice.after) : empty;
  const offset = "offset" in slice ? sql`offset ${slice.offset}` : empty;
  const sort = "offset" in slice ? filter.sort : undefined;
  const order = orderOf(sort);
  const part = sql`${after} ${order} limit ${slice.limit} ${offset}`;
  const held = sort ? valued(holdings(scope, filter), sort, now) : holdings(scope, filter);
  // The state costs a lookup for each balance. Without a state filter, only the balances on the page need it.
  const page = filter.state
    ? sql`select * from (${stated(held, now)}) stated where state = ${filter.state} ${part}`
    : stated(sql`select * from (${held}) holding where true ${part}`, now);
  const rows = await db.query<BalanceRow>(sql`${described(page, now)} ${order}`);
  return rows.map(listedOf);
}

export async function countBalances(
  db: Queryable,
  scope: BalanceScope,
  { filter, now }: { filter: BalanceFilter; now: Date },
): Promise<Total> {
  if (filter.affiliateId === null) return { count: 0, atLeast: false };
  const all = holdings(scope, filter);
  if (!filter.state) return countUpTo(db, sql`select 1 from (${all}) holding`);
  return countUpTo(db, sql`select 1 from (${stated(all, now)}) stated where state = ${filter.state}`, STATED_MAX);
}

type BalanceSort = (typeof balanceSorts)[number];

/** Without a sort, newest affiliate first. */
function orderOf(sort: BalanceSort | undefined): Sql {
  if (sort === undefined) return raw("order by affiliate_id desc, currency");
  return raw(`order by sort_value ${sort.startsWith("-") ? "desc" : "asc"}, affiliate_id desc, currency`);
}

/** Adds the value to sort by. */
function valued(rows: Sql, sort: BalanceSort, now: Date): Sql {
  const picked = sql`(select minor from ${pickedSum(ofHolding, now)} picked)`;
  const values: Readonly<Record<Exclude<BalanceSort, `-${string}`>, Sql>> = {
    pending: sql`held.pending`,
    owed_back: sql`held.owed`,
    in_payout: sql`held.in_payout`,
    paid: sql`held.paid`,
    affiliate: sql`(select lower(person.name) from users person where person.id = held.user_id)`,
    maturing: sql`held.payable - ${picked}`,
    payable: sql`greatest(0, ${picked} - held.owed)`,
  };
  return sql`select held.*, ${values[sort.replace("-", "") as keyof typeof values]} as sort_value from (${rows}) held`;
}

/** Counting stops early, because every balance needs a lookup, matching or not. */
const STATED_MAX = 500;

const behind = ({ affiliateId, currency }: BalancePosition): Sql =>
  sql`and (affiliate_id < ${uuidOf(affiliateId)} or (affiliate_id = ${uuidOf(affiliateId)} and currency > ${currency}))`;

const within = (scope: BalanceScope): Sql =>
  "accountId" in scope
    ? sql`affiliate.account_id = ${uuidOf(scope.accountId)}`
    : sql`affiliate.user_id = ${uuidOf(scope.userId)}`;

/** Ledger balances: one row per affiliate and currency. */
function holdings(scope: BalanceScope, { currency, affiliateId, search }: BalanceFilter): Sql {
  return sql`
    select affiliate.account_id, affiliate.id as affiliate_id, affiliate.user_id, held.currency, held.pending, held.payable,
      held.owed, held.in_payout, held.paid
    from affiliates affiliate
    join lateral (${held}) held on true
    where ${within(scope)}
      ${currency ? sql`and held.currency = ${currency}` : empty}
      ${affiliateId ? sql`and affiliate.id = ${uuidOf(affiliateId)}` : empty}
      ${search ? sql`and ${called(search)}` : empty}`;
}

const called = (search: string): Sql => sql`exists (select from users person where person.id = affiliate.user_id
  and (${contains(sql`person.name`, search)} or ${contains(sql`person.email`, search)}))`;

/**
 * Adds the state. What is to be returned (owed below 0) is payable at once. If nothing is owed back, the first mature
 * conversion determines it and no sum is needed.
 */
function stated(rows: Sql, now: Date): Sql {
  return sql`
    select held.*, details.kind as method, first.matured_at,
      case
        when held.owed < 0 or (first.matured_at is not null and (held.owed = 0 or matured.minor > held.owed)) then
          case when details.kind is null then 'no_payout_details' else 'payable' end
        when first.matured_at is not null then 'owes_more'
        when held.payable > 0 then 'maturing'
        when held.pending > 0 then 'pending'
        when held.in_payout > 0 then 'in_payout'
        else 'nothing' end as state
    from (${rows}) held
    left join payout_details details on details.user_id = held.user_id
    left join lateral (
      select ${rule.pickedFrom} as matured_at from conversions
      where held.payable > 0 and ${ofHeld} and ${rule.picked(now)} order by 1 limit 1
    ) first on true
    left join lateral (
      select minor from ${pickedSum(ofHolding, now)} picked where held.owed > 0
    ) matured on true`;
}

/** Adds names and the amount on hold. */
function described(rows: Sql, now: Date): Sql {
  return sql`
    select held.account_id, held.affiliate_id, person.name, person.email, account.name as merchant,
      held.currency, held.pending, held.payable, held.owed, held.in_payout, held.paid, held.method, held.state,
      held.payable - picked.minor as maturing, next.at as next_matures_at, held.matured_at as withdrawable_since
    from (${rows}) held
    join users person on person.id = held.user_id
    join accounts account on account.id = held.account_id
    cross join lateral ${pickedSum(ofHolding, now)} picked
    left join lateral (
      select ${rule.pickedFrom} as at from conversions
      where held.payable > 0 and ${ofHeld} and ${rule.maturing(now)} order by 1 limit 1
    ) next on true`;
}

/** One row per currency in which the affiliate ever had money. */
const held: Sql = sql`
  select currency, ${ledgerStages}
  from ${balancesOfAffiliate(sql`affiliate.id`)} balance where account_id = affiliate.account_id group by currency`;

const rule = withdrawableIn("conversions");

/** The leading columns of the index conversions_unpaid. */
const ofHeld: Sql = sql`account_id = held.account_id and affiliate_id = held.affiliate_id
  and commission_currency = held.currency`;

const listedOf = (row: BalanceRow): ListedBalance => ({
  balance: {
    accountId: idOf("account", row.account_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    currency: row.currency,
    pending: row.pending,
    maturing: row.maturing,
    nextMaturesAt: row.next_matures_at,
    withdrawable: row.payable - row.maturing,
    withdrawableSince: row.withdrawable_since,
    owedBack: row.owed,
    inPayout: row.in_payout,
    paid: row.paid,
    method: row.method,
    state: row.state,
  },
  affiliateName: row.name,
  affiliateEmail: row.email,
  merchantName: row.merchant,
});

export interface MaturingDay {
  readonly day: string;
  readonly currency: Currency;
  readonly minor: bigint;
  readonly conversions: number;
}

/** By UTC day and currency, soonest first. */
export async function listMaturing(
  db: Queryable,
  {
    accountId,
    affiliateId,
    currency,
  }: { accountId: AccountId; affiliateId: AffiliateId; currency: Currency | undefined },
  { now, limit }: { now: Date; limit: number },
): Promise<MaturingDay[]> {
  return db.query<MaturingDay>(sql`
    select (${rule.pickedFrom} at time zone 'UTC')::date as day, commission_currency as currency,
      sum(commission_minor)::int8 as minor, count(*)::int as conversions
    from conversions
    where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)}
      ${currency ? sql`and commission_currency = ${currency}` : empty}
      and ${rule.maturing(now)}
    group by 1, 2 order by 1, 2 limit ${limit}`);
}

export interface AgeingRow {
  readonly currency: Currency;
  /** The minimum age of conversions in this bucket, in days. */
  readonly from: number;
  readonly conversions: number;
  readonly minor: bigint;
}

/**
 * Conversions pending approval by the day they were tracked. Only the days of the newer buckets are read; the oldest
 * bucket is the remainder of the total, so the cost does not grow with history.
 */
export async function readAgeing(
  db: Queryable,
  accountId: AccountId,
  { today, buckets }: { today: string; buckets: readonly number[] },
): Promise<AgeingRow[]> {
  const oldest = Math.max(...buckets);
  return db.query<AgeingRow>(sql`
    with waiting as (
      select total.day, total.commission_currency as currency, sum(total.conversions) as conversions,
        sum(total.commission_minor) as minor
      from campaigns campaign
      join lateral ${totalsOfCampaign(sql`campaign.id`)} total on total.day = ${ALL_DAYS} and total.status = 'pending'
      where campaign.account_id = ${uuidOf(accountId)}
      group by 1, 2
      union all
      select day, currency, sum(waiting), sum(waiting_minor) from ${campaignDays(sql`${uuidOf(accountId)}`)} counted
      where day > ${today}::date - ${oldest}::int and (waiting, waiting_minor) <> (0, 0)
      group by 1, 2
    ), aged as (
      select currency, conversions, minor, (select max(days_from) from unnest(${[...buckets]}::int[]) days_from
        where days_from <= greatest(${today}::date - day, 0)) as days_from
      from waiting where day > '-infinity'
      union all
      select currency, case when day = '-infinity' then conversions else -conversions end,
        case when day = '-infinity' then minor else -minor end, ${oldest}::int
      from waiting
    )
    select currency, days_from as from, sum(conversions)::int as conversions, sum(minor)::int8 as minor
    from aged group by 1, 2 having sum(conversions) > 0 order by 1, 2`);
}
