import sql, { raw, type Sql } from "sql-template-tag";

/**
 * Which commissions a payout picks, written once for everything that pays, previews or adds them up. The same rules in
 * TypeScript are in domain/withdrawable.ts. The conditions stand as they do in the partial index `conversions_unpaid`.
 */
export interface WithdrawableRule {
  /** Approved, in no payout, and worth something. */
  readonly unpaid: Sql;
  /** Picked by a payout of this moment. */
  readonly picked: (at: Date) => Sql;
  /** Unpaid, and picked only later. */
  readonly maturing: (at: Date) => Sql;
  /** From when a payout picks it. */
  readonly pickedFrom: Sql;
}

/** Of the table `conversions` under this name. */
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

/** A claw-back that the next payout takes off. */
export const isOwedBack = (clawBacks: string): Sql => raw(`${clawBacks}.payout_id is null`);

/** What an affiliate gets: the sum `earned.minor` of what a payout picks, less the sum `owed.minor` of what is owed back. */
export const payable: Sql = sql`earned.minor - coalesce(owed.minor, 0)`;

/** Whether that is enough for a payout. The preview of a batch and the batch itself ask the same. */
export const reachesMinimum = (minimumMinor: bigint): Sql => sql`${payable} >= greatest(${minimumMinor}::int8, 1)`;
