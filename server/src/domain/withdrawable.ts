import type { ClawBack } from "./claw-back.ts";
import type { Conversion } from "./conversion.ts";
import type { AffiliateId } from "./ids.ts";
import type { Currency } from "./values/currency.ts";

type Commission = Pick<Conversion, "status" | "commission" | "payoutId" | "maturesAt" | "approvedAt">;

/** The parts of a claw-back that an affiliate may see. The member who created it is not one of them. */
export type Deduction = Pick<ClawBack, "amount" | "reason" | "createdAt" | "payoutId">;

/**
 * Approved, not in a payout, and above 0. store/withdrawable.ts has the same rules in SQL; a test compares
 * them.
 */
export const isUnpaid = ({ status, payoutId, commission }: Commission): boolean =>
  status === "approved" && payoutId === null && commission.minor > 0n;

/** What a change of a conversion adds to its affiliate's unpaid commission. */
export interface UnpaidChange {
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
  /** The time from which a payout includes it. */
  readonly pickedFrom: Date;
  readonly conversions: bigint;
  readonly minor: bigint;
}

/** `before` is null for a new conversion. */
export function unpaidBetween(before: Conversion | null, after: Conversion): UnpaidChange[] {
  const changes = [...(before ? unpaidPart(before, -1n) : []), ...unpaidPart(after, 1n)];
  return changes.reduce((sum, { minor }) => sum + minor, 0n) === 0n ? [] : changes;
}

function unpaidPart(conversion: Conversion, sign: bigint): UnpaidChange[] {
  const { affiliateId, commission, maturesAt, approvedAt } = conversion;
  if (!isUnpaid(conversion) || approvedAt === null) return [];
  const pickedFrom = approvedAt > maturesAt ? approvedAt : maturesAt;
  return [
    { affiliateId, currency: commission.currency, pickedFrom, conversions: sign, minor: sign * commission.minor },
  ];
}

/** Whether a payout created now includes it. A clawed-back commission too: the payout lists it and its deduction. */
export const isPickedByPayout = (conversion: Commission, at: Date): boolean =>
  isUnpaid(conversion) && at >= conversion.maturesAt && conversion.approvedAt !== null && at >= conversion.approvedAt;

/**
 * Whether this commission adds to the next payout. A deduction of all of it that no payout has made yet cancels it out;
 * one of a part leaves the rest.
 */
export const isWithdrawable = (conversion: Commission, deduction: Deduction | null, now: Date): boolean =>
  isPickedByPayout(conversion, now) &&
  (deduction === null || deduction.payoutId !== null || isPartial(deduction, conversion));

/** Whether a deduction leaves something of the commission. */
export const isPartial = (deduction: Deduction, { commission }: Pick<Commission, "commission">): boolean =>
  deduction.amount.minor < commission.minor;

/** The amount of a payout. Deductions that exceed the earnings are carried over. */
export const payableMinor = (pickedMinor: bigint, owedBackMinor: bigint): bigint =>
  pickedMinor > owedBackMinor ? pickedMinor - owedBackMinor : 0n;
