import sql, { raw, type Sql } from "sql-template-tag";

/**
 * Which commissions a payout includes, for everything that pays, previews or adds them up. domain/withdrawable.ts has
 * the same rules in TypeScript. The conditions match those of the partial index `conversions_unpaid`.
 */
export interface WithdrawableRule {
  /** Approved, not in a payout, and above 0. */
  readonly unpaid: Sql;
  /** Included in a payout created at this time. */
  readonly picked: (at: Date) => Sql;
  /** Unpaid, and included only later. */
  readonly maturing: (at: Date) => Sql;
  /** The time from which a payout includes it. */
  readonly pickedFrom: Sql;
}

/** For the table `conversions` under this alias. */
export function withdrawableIn(conversions: string): WithdrawableRule {
  const column = (name: string): Sql => raw(`${conversions}.${name}`);
  const unpaid = sql`${column("status")} = 'approved' and ${column("payout_id")} is null and ${column("commission_minor")} > 0`;
  const pickedFrom = sql`greatest(${column("matures_at")}, ${column("approved_at")})`;
  return {
    unpaid,
    picked: (at) => sql`${unpaid} and ${pickedFrom} <= ${at}`,
    maturing: (at) => sql`${unpaid} and ${pickedFrom} > ${at}`,
    pickedFrom,
  };
}

/** One affiliate's commission in one currency: expressions of the query that joins it. */
export interface Earning {
  readonly accountId: Sql;
  readonly affiliateId: Sql;
  readonly currency: Sql;
  /** The payable balance. If it is 0, nothing is looked up. */
  readonly balance: Sql;
}

/** Of a row of balances called `held`. */
export const ofHolding: Earning = {
  accountId: raw("held.account_id"),
  affiliateId: raw("held.affiliate_id"),
  currency: raw("held.currency"),
  balance: raw("held.payable"),
};

const conversion = withdrawableIn("conversions");

/**
 * What a payout created at this time includes: one row with `minor` and `conversions`. The sum up to a time is kept, so
 * only conversions that mature between that time and this one are read.
 */
export const pickedSum = ({ accountId, affiliateId, currency, balance }: Earning, at: Date): Sql => sql`(
  select coalesce(kept.commission_minor, 0) + passed.sign * passed.minor as minor,
    coalesce(kept.conversions, 0) + passed.sign * passed.conversions as conversions
  from (select) one
  left join matured_sums kept on kept.affiliate_id = ${affiliateId} and kept.currency = ${currency}
  cross join lateral (select coalesce(kept.matured_until, '-infinity'::timestamptz) as until) summed
  cross join lateral (
    select case when summed.until <= ${at}::timestamptz then 1 else -1 end as sign,
      coalesce(sum(conversions.commission_minor), 0)::int8 as minor, count(*) as conversions
    from conversions
    where ${balance} > 0 and conversions.account_id = ${accountId} and conversions.affiliate_id = ${affiliateId}
      and conversions.commission_currency = ${currency} and ${conversion.unpaid}
      and ${conversion.pickedFrom} > least(summed.until, ${at}::timestamptz)
      and ${conversion.pickedFrom} <= greatest(summed.until, ${at}::timestamptz)
  ) passed)`;

/** A claw-back that the next payout deducts, or returns if its amount is negative. */
export const isOwedBack = (clawBacks: string): Sql => raw(`${clawBacks}.payout_id is null`);

/** The amount of a payout: the earnings `earned.minor` minus what is owed back, `owed.minor`. Either can be missing. */
export const payable: Sql = sql`coalesce(earned.minor, 0) - coalesce(owed.minor, 0)`;

/** Whether that is enough for a payout. Batches and their previews share this rule. */
export const reachesMinimum = (minimumMinor: bigint): Sql => sql`${payable} >= greatest(${minimumMinor}::int8, 1)`;

/** The stages of a balance, from the ledger. */
export const ledgerStages: Sql = sql`
  coalesce(sum(balance_minor) filter (where kind = 'pending'), 0)::int8 as pending,
  coalesce(sum(balance_minor) filter (where kind = 'payable'), 0)::int8 as payable,
  coalesce(-sum(balance_minor) filter (where kind = 'receivable'), 0)::int8 as owed,
  coalesce(sum(balance_minor) filter (where kind = 'in_payout'), 0)::int8 as in_payout,
  coalesce(sum(balance_minor) filter (where kind = 'paid'), 0)::int8 as paid`;
