import type { ClawedBack } from "./claw-back.ts";
import { isMature, type Conversion, type ConversionAction, type Worth } from "./conversion.ts";
import type { AccountId, ConversionId, OrderId, RefundId } from "./ids.ts";
import { divideHalfUp, type Money } from "./money.ts";

/** Money of an order that was given back. */
export interface Refund {
  readonly id: RefundId;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** null if the order has no conversion. */
  readonly conversionId: ConversionId | null;
  /** Who reported it. Its external ID is unique there. */
  readonly source: string;
  readonly externalId: string;
  readonly amount: Money;
  readonly items: readonly RefundedItem[] | null;
  /** False once it failed or was cancelled. */
  readonly counted: boolean;
  readonly reason: string | null;
  readonly actor: string;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

export interface RefundedItem {
  readonly sku: string;
  readonly quantity: number;
}

export const REFUNDED = "Refunded";

/**
 * What is left of a conversion. Always calculated from the original, so that refunds in any split and any order leave
 * the same cents.
 */
export function remainderOf({ original, moved, origin }: Conversion, refundedMinor: bigint): Worth {
  const { amount, commission } = original;
  const left = amount.minor - refundedMinor;
  const keeps = refundedMinor === 0n || (origin.rule.type === "fixed" && !origin.scalesFixed && left > 0n);
  const share = keeps ? commission.minor : divideHalfUp(commission.minor * left, amount.minor);
  return {
    amount: { ...amount, minor: left - moved.amount.minor },
    commission: { ...commission, minor: share - moved.commission.minor },
  };
}

/** How much more of it can be refunded. */
export const refundableMinor = ({ original, moved, refundedMinor }: Conversion): bigint =>
  original.amount.minor - moved.amount.minor - refundedMinor;

/** Approved and matured, or in a payout: its commission can no longer be lowered, only clawed back. */
export const isSettled = (conversion: Conversion, now: Date): boolean =>
  conversion.status === "approved" && (conversion.payoutId !== null || isMature(conversion, now));

export interface Recount {
  readonly refundedMinor: bigint;
  readonly clawedBack: ClawedBack;
  /** Whether a refund rejected the conversion, not a person. */
  readonly rejectedByRefund: boolean;
  readonly now: Date;
}

/** What changed refunds do to a conversion. */
export interface Settlement {
  readonly after: Conversion;
  /** null: its status and its worth stay. */
  readonly action: Extract<ConversionAction, "reject" | "unreject"> | "adjust" | null;
  /** Above 0: clawed back. Below 0: an earlier claw-back is returned. */
  readonly clawBackMinor: bigint;
  /** What a conversion that was in a payout is worth in addition; null if nothing. */
  readonly addition: Worth | null;
}

export function settle(before: Conversion, recount: Recount): Settlement {
  const after = { ...before, refundedMinor: recount.refundedMinor, hasRefunds: true };
  if (isSettled(before, recount.now)) return settleSettled(after, recount);
  const left = remainderOf(before, recount.refundedMinor);
  const next = { ...after, ...left, seq: before.seq + 1 };
  const nothingElse = { clawBackMinor: 0n, addition: null };
  if (before.status === "rejected") {
    if (!recount.rejectedByRefund || left.amount.minor === 0n) return { after: next, action: "adjust", ...nothingElse };
    const restored = { ...next, status: "pending", rejectedAt: null, rejectionReason: null } as const;
    return { after: restored, action: "unreject", ...nothingElse };
  }
  if (left.amount.minor > 0n) return { after: next, action: "adjust", ...nothingElse };
  const gone = { status: "rejected", rejectedAt: recount.now, rejectionReason: REFUNDED, approvedAt: null } as const;
  return { after: { ...next, ...gone }, action: "reject", ...nothingElse };
}

/** Refunds of a settled conversion are clawed back. What exceeds its commission is added to it, or to the order. */
function settleSettled(after: Conversion, { refundedMinor, clawedBack }: Recount): Settlement {
  const left = remainderOf(after, refundedMinor);
  const excess = after.commission.minor - left.commission.minor;
  const clawBackMinor = changeOf(clawedBack, { to: excess > 0n ? excess : 0n, most: after.commission.minor });
  if (excess >= 0n) return { after, action: null, clawBackMinor, addition: null };
  if (after.payoutId === null && !after.released)
    return { after: { ...after, ...left, seq: after.seq + 1 }, action: "adjust", clawBackMinor, addition: null };
  const addition = {
    amount: { ...left.amount, minor: left.amount.minor - after.amount.minor },
    commission: { ...left.commission, minor: -excess },
  };
  return { after: { ...after, moved: plus(after.moved, addition) }, action: null, clawBackMinor, addition };
}

/** Never claws back more than the commission, and never returns more than was clawed back. */
function changeOf({ totalMinor, byRefundsMinor }: ClawedBack, { to, most }: { to: bigint; most: bigint }): bigint {
  const change = to - byRefundsMinor;
  return change > 0n ? least(change, most - totalMinor) : -least(-change, totalMinor);
}

const plus = (a: Worth, b: Worth): Worth => ({
  amount: { ...a.amount, minor: a.amount.minor + b.amount.minor },
  commission: { ...a.commission, minor: a.commission.minor + b.commission.minor },
});

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
