import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";
import type { Money } from "../../domain/money.ts";
import { ERASED_DOMAIN } from "../../domain/person.ts";
import { payable, reachesMinimum, withdrawableIn } from "./withdrawable.ts";

/** What payouts created now would pay, in one currency. */
export interface DueSum {
  readonly currency: Currency;
  /** The affiliates have no payout details, so nothing can be paid. */
  readonly blocked: boolean;
  readonly affiliates: number;
  readonly minor: bigint;
}

/**
 * One row per affiliate and currency with something to pay, by the rules of makePayouts without a minimum. Read from
 * the ledger balances, minus what is on hold, so that the cost does not grow with unpaid conversions. Leaves out erased
 * people, who cannot add payout details and get no email.
 */
const due = (accountId: AccountId, now: Date): Sql => sql`
  due as (
    select earned.affiliate_id, person.email, affiliate.payout_reminded_at, earned.currency, ${payable} as minor,
      details.kind is null as blocked
    from (
      select held.owner_id as affiliate_id, held.currency, held.balance_minor - coalesce(maturing.minor, 0) as minor
      from ledger_balances held
      join lateral (
        select sum(commission_minor)::int8 as minor from conversions
        where account_id = ${uuidOf(accountId)} and affiliate_id = held.owner_id and commission_currency = held.currency
          and ${withdrawableIn("conversions").maturing(now)}
      ) maturing on true
      where held.account_id = ${uuidOf(accountId)} and held.kind = 'payable' and held.balance_minor > 0
    ) earned
    left join (
      select owner_id as affiliate_id, currency, -balance_minor as minor from ledger_balances
      where account_id = ${uuidOf(accountId)} and kind = 'receivable'
    ) owed on owed.affiliate_id = earned.affiliate_id and owed.currency = earned.currency
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = earned.affiliate_id
    join users person on person.id = affiliate.user_id
    left join payout_details details on details.user_id = affiliate.user_id
    where ${reachesMinimum(0n)} and person.email not like ${`%@${ERASED_DOMAIN}`}
  )`;

/** The affiliates' balances of an account added up, in one currency. */
export interface HeldSum {
  readonly currency: Currency;
  readonly pendingMinor: bigint;
  /** Approved, and on hold. */
  readonly maturingMinor: bigint;
  readonly owedMinor: bigint;
  readonly inPayoutMinor: bigint;
  readonly paidMinor: bigint;
}

export const sumHeld = (db: Queryable, accountId: AccountId, now: Date): Promise<HeldSum[]> =>
  db.query<HeldSum>(sql`
    select held.*, coalesce(maturing.minor, 0)::int8 as "maturingMinor"
    from (
      select currency,
        coalesce(sum(balance_minor) filter (where kind = 'pending'), 0)::int8 as "pendingMinor",
        coalesce(-sum(balance_minor) filter (where kind = 'receivable'), 0)::int8 as "owedMinor",
        coalesce(sum(balance_minor) filter (where kind = 'in_payout'), 0)::int8 as "inPayoutMinor",
        coalesce(sum(balance_minor) filter (where kind = 'paid'), 0)::int8 as "paidMinor"
      from ledger_balances
      where account_id = ${uuidOf(accountId)} and kind in ('pending', 'payable', 'receivable', 'in_payout', 'paid')
      group by 1
    ) held
    left join (
      select commission_currency as currency, sum(commission_minor) as minor from conversions
      where account_id = ${uuidOf(accountId)} and ${withdrawableIn("conversions").maturing(now)} group by 1
    ) maturing using (currency)
    order by 1`);

export interface Due {
  readonly sums: readonly DueSum[];
  /** In any currency. */
  readonly blockedAffiliates: number;
}

export async function readDue(db: Queryable, accountId: AccountId, now: Date): Promise<Due> {
  const rows = await db.query<Omit<DueSum, "currency"> & { currency: Currency | null }>(sql`
    with ${due(accountId, now)}
    select currency, blocked, count(distinct affiliate_id)::int as affiliates, sum(minor)::int8 as minor
    from due group by grouping sets ((currency, blocked), (blocked)) order by 1`);
  return {
    sums: rows.flatMap(({ currency, ...sum }) => (currency === null ? [] : [{ currency, ...sum }])),
    blockedAffiliates: rows.find(({ currency, blocked }) => currency === null && blocked)?.affiliates ?? 0,
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
    with ${due(accountId, now)}, chosen as materialized (
      select affiliate_id, email, array_agg(currency order by currency) as currencies,
        array_agg(minor::text order by currency) as minors
      from due where blocked and ${isRemindable(since)}
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
    with ${due(accountId, now)}
    select count(distinct affiliate_id)::int as blocked,
      count(distinct affiliate_id) filter (where ${isRemindable(since)})::int as remindable
    from due where blocked`);
  return row ?? { blocked: 0, remindable: 0 };
}
