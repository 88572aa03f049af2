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
