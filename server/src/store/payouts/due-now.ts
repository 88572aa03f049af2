import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";
import type { Money } from "../../domain/money.ts";
import { isOwedBack, payable, reachesMinimum, withdrawableIn } from "./withdrawable.ts";

/** What payouts created now would pay, in one currency. */
export interface DueSum {
  readonly currency: Currency;
  /** The affiliates have no payout details, so nothing can be paid. */
  readonly blocked: boolean;
  readonly affiliates: number;
  readonly minor: bigint;
}

/** One row per affiliate and currency with something to pay, by the rules of makePayouts without a minimum. */
const due = (accountId: AccountId, now: Date): Sql => sql`
  with due as (
    select earned.affiliate_id, affiliate.user_id, earned.currency, ${payable} as minor, details.kind is null as blocked
    from (
      select affiliate_id, commission_currency as currency, sum(commission_minor)::int8 as minor from conversions
      where account_id = ${uuidOf(accountId)} and ${withdrawableIn("conversions").picked(now)} group by 1, 2
    ) earned
    left join (
      select affiliate_id, currency, sum(amount_minor)::int8 as minor from claw_backs
      where account_id = ${uuidOf(accountId)} and ${isOwedBack("claw_backs")} group by 1, 2
    ) owed on owed.affiliate_id = earned.affiliate_id and owed.currency = earned.currency
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = earned.affiliate_id
    left join payout_details details on details.user_id = affiliate.user_id
    where ${reachesMinimum(0n)}
  )`;

export const sumDue = (db: Queryable, accountId: AccountId, now: Date): Promise<DueSum[]> =>
  db.query<DueSum>(sql`
    ${due(accountId, now)}
    select currency, blocked, count(*)::int as affiliates, sum(minor)::int8 as minor from due group by 1, 2 order by 1`);

export async function countBlocked(db: Queryable, accountId: AccountId, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    ${due(accountId, now)} select count(distinct affiliate_id)::int as count from due where blocked`);
  return row?.count ?? 0;
}

export interface BlockedAffiliate {
  readonly affiliateId: AffiliateId;
  readonly email: string;
  readonly amounts: readonly Money[];
}

/** In ID order, or only this one. */
export async function listBlocked(
  db: Queryable,
  accountId: AccountId,
  { now, limit, only }: { now: Date; limit: number; only?: AffiliateId },
): Promise<BlockedAffiliate[]> {
  const rows = await db.query<{ id: string; email: string; currencies: Currency[]; minors: string[] }>(sql`
    ${due(accountId, now)}
    select due.affiliate_id as id, person.email, array_agg(due.currency order by due.currency) as currencies,
      array_agg(due.minor::text order by due.currency) as minors
    from due join users person on person.id = due.user_id
    where due.blocked ${only ? sql`and due.affiliate_id = ${uuidOf(only)}` : empty}
    group by 1, 2 order by 1 limit ${limit}`);
  return rows.map(({ id, email, currencies, minors }) => ({
    affiliateId: idOf("affiliate", id),
    email,
    amounts: currencies.map((currency, index) => ({ currency, minor: BigInt(minors[index] ?? 0) })),
  }));
}
