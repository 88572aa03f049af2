import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { ERASED_DOMAIN } from "../../domain/person.ts";
import { balancesOfAffiliates } from "../current-totals.ts";
import { ledgerStages, payable, pickedSum, reachesMinimum, type Earning } from "../withdrawable.ts";

/**
 * One row per affiliate and currency with a balance: the ledger's balances, what is on hold, and `due`, the amount of a
 * payout created now without a minimum. `due` is 0 if no payout would be created.
 */
const standings = (accountId: AccountId, now: Date): Sql => sql`
  standings as (
    select held.*, held.payable - earned.minor as maturing,
      case when ${reachesMinimum(0n)} then ${payable} else 0 end as due,
      person.email, affiliate.payout_reminded_at, details.kind is null as blocked
    from (
      select owner_id as affiliate_id, currency, ${ledgerStages}
      from ${balancesOfAffiliates(sql`${uuidOf(accountId)}`)} balance
      group by 1, 2
    ) held
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = held.affiliate_id
    join users person on person.id = affiliate.user_id
    left join payout_details details on details.user_id = affiliate.user_id
    cross join lateral ${pickedSum(holding(accountId), now)} earned
    cross join lateral (select held.owed as minor) owed
  )`;

const holding = (accountId: AccountId): Earning => ({
  accountId: sql`${uuidOf(accountId)}::uuid`,
  affiliateId: raw("held.affiliate_id"),
  currency: raw("held.currency"),
  balance: raw("held.payable"),
});

/** An erased person cannot add payout details and gets no email. */
const isErased: Sql = sql`email like ${`%@${ERASED_DOMAIN}`}`;
/** There is something to pay, and somebody who can be paid. */
const isDue: Sql = sql`due > 0 and not (${isErased})`;

/** The money of an account in one currency. */
export interface MoneySum {
  readonly currency: Currency;
  /** All balances of its affiliates added up, including those of erased people. */
  readonly pendingMinor: bigint;
  /** Approved, and on hold. */
  readonly maturingMinor: bigint;
  readonly payableMinor: bigint;
  readonly owedMinor: bigint;
  readonly inPayoutMinor: bigint;
  readonly paidMinor: bigint;
  /** What payouts created now would pay. */
  readonly readyMinor: bigint;
  readonly readyAffiliates: number;
  /** The affiliates have no payout details, so nothing can be paid. */
  readonly blockedMinor: bigint;
  readonly blockedAffiliates: number;
  /** The affiliates were erased, so nothing can ever be paid. With `ready` and `blocked` this is all of `payable`. */
  readonly unpayableMinor: bigint;
  readonly unpayableAffiliates: number;
}

export interface AccountMoney {
  readonly sums: readonly MoneySum[];
  /** In any currency. */
  readonly blockedAffiliates: number;
  readonly unpayableAffiliates: number;
}

export async function sumMoney(db: Queryable, accountId: AccountId, now: Date): Promise<AccountMoney> {
  const rows = await db.query<Omit<MoneySum, "currency"> & { currency: Currency | null }>(sql`
    with ${standings(accountId, now)}
    select currency, sum(pending)::int8 as "pendingMinor", sum(maturing)::int8 as "maturingMinor",
      sum(due)::int8 as "payableMinor", sum(owed)::int8 as "owedMinor", sum(in_payout)::int8 as "inPayoutMinor",
      sum(paid)::int8 as "paidMinor",
      coalesce(sum(due) filter (where ${isDue} and not blocked), 0)::int8 as "readyMinor",
      count(distinct affiliate_id) filter (where ${isDue} and not blocked)::int as "readyAffiliates",
      coalesce(sum(due) filter (where ${isDue} and blocked), 0)::int8 as "blockedMinor",
      count(distinct affiliate_id) filter (where ${isDue} and blocked)::int as "blockedAffiliates",
      coalesce(sum(due) filter (where ${isErased}), 0)::int8 as "unpayableMinor",
      count(distinct affiliate_id) filter (where due > 0 and ${isErased})::int as "unpayableAffiliates"
    from standings group by grouping sets ((currency), ()) order by 1`);
  const all = rows.find(({ currency }) => currency === null);
  return {
    sums: rows.flatMap(({ currency, ...sum }) => (currency === null ? [] : [{ currency, ...sum }])),
    blockedAffiliates: all?.blockedAffiliates ?? 0,
    unpayableAffiliates: all?.unpayableAffiliates ?? 0,
  };
}

interface Reminding {
  readonly now: Date;
  /** Affiliates who were reminded after this time are left out. */
  readonly since: Date;
}

const isRemindable = (since: Date): Sql => sql`(payout_reminded_at is null or payout_reminded_at <= ${since})`;

export interface RemindedAffiliate {
  readonly affiliateId: AffiliateId;
  readonly email: string;
  readonly amounts: readonly Money[];
}

/**
 * Marks blocked affiliates as reminded and returns them, those who have waited longest first. Only one
 * of several concurrent requests gets an affiliate.
 */
export async function takeRemindable(
  tx: Tx,
  accountId: AccountId,
  { now, since, limit }: Reminding & { readonly limit: number },
): Promise<RemindedAffiliate[]> {
  const rows = await tx.query<{ id: string; email: string; currencies: Currency[]; minors: string[] }>(sql`
    with ${standings(accountId, now)}, chosen as materialized (
      select affiliate_id, email, array_agg(currency order by currency) as currencies,
        array_agg(due::text order by currency) as minors
      from standings where ${isDue} and blocked and ${isRemindable(since)}
      group by affiliate_id, email, payout_reminded_at
      order by payout_reminded_at nulls first, affiliate_id limit ${limit}
    ), locked as (
      select id from affiliates
      where account_id = ${uuidOf(accountId)} and id in (select affiliate_id from chosen)
      order by id for no key update
    )
    update affiliates set payout_reminded_at = ${now}
    from chosen, locked
    where affiliates.id = locked.id and chosen.affiliate_id = locked.id and affiliates.account_id = ${uuidOf(accountId)}
      and (affiliates.payout_reminded_at is null or affiliates.payout_reminded_at <= ${since})
    returning affiliates.id, chosen.email, chosen.currencies, chosen.minors`);
  return rows.map(({ id, email, currencies, minors }) => ({
    affiliateId: idOf("affiliate", id),
    email,
    amounts: currencies.map((currency, index) => ({ currency, minor: BigInt(minors[index] ?? 0) })),
  }));
}

/** How many affiliates are blocked, and how many of them can be reminded. */
export async function countBlocked(
  db: Queryable,
  accountId: AccountId,
  { now, since }: Reminding,
): Promise<{ blocked: number; remindable: number }> {
  const [row] = await db.query<{ blocked: number; remindable: number }>(sql`
    with ${standings(accountId, now)}
    select count(distinct affiliate_id)::int as blocked,
      count(distinct affiliate_id) filter (where ${isRemindable(since)})::int as remindable
    from standings where ${isDue} and blocked`);
  return row ?? { blocked: 0, remindable: 0 };
}
