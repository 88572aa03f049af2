import type { ClawedBack } from "./claw-back.ts";
import { isMature, type Conversion, type ConversionAction, type Worth } from "./conversion.ts";
import type { AccountId, ConversionId, OrderId, RefundId } from "./ids.ts";
import type { Money } from "./values/money.ts";
import { least, remainderOf, type Remainder } from "./order-remainder.ts";

/** A full or partial refund of an order. */
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

/** A lower total of an order is recorded as a refund under this name. Shops cannot use it. */
export const EDIT_PREFIX = "edit:";
export const refundIdOfEdit = (editId: string): string => `${EDIT_PREFIX}${editId}`;
export const isReservedRefundId = (externalId: string): boolean => externalId.startsWith(EDIT_PREFIX);
export const isOfEdit = ({ externalId }: Pick<Refund, "externalId">): boolean => isReservedRefundId(externalId);

/** How much more of an order can be refunded, over all its conversions. */
export const refundableMinor = (conversions: readonly Conversion[]): bigint =>
  conversions.reduce((sum, { original, refundedMinor }) => sum + original.amount.minor - refundedMinor, 0n);

/** Approved and matured, or in a payout: its commission can no longer be lowered, only clawed back. */
export const isSettled = (conversion: Conversion, now: Date): boolean =>
  conversion.status === "approved" && (conversion.payoutId !== null || isMature(conversion, now));

export interface Recount extends Remainder {
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
  /** The conversion for what a paid one is worth in addition; null if nothing. */
  readonly addition: Addition | null;
}

export interface Addition {
  readonly original: Worth;
  /** The refunds that counted for the paid conversion. They now count here. */
  readonly refundedMinor: bigint;
  /** What they leave of it. */
  readonly left: Worth;
}

/** Under a plan, a part of an order can keep commission when all of its own amount is refunded. */
export const isNothing = ({ amount, commission }: Worth): boolean => amount.minor === 0n && commission.minor === 0n;

export function settle(before: Conversion, recount: Recount): Settlement {
  const after = { ...before, refundedMinor: recount.refundedMinor, hasRefunds: true };
  if (isSettled(before, recount.now)) return settleSettled(after, recount);
  const { left } = recount;
  const next = { ...after, ...left, seq: before.seq + 1 };
  const nothingElse = { clawBackMinor: 0n, addition: null };
  if (before.status === "rejected") {
    if (!recount.rejectedByRefund || isNothing(left)) return { after: next, action: "adjust", ...nothingElse };
    const restored = { ...next, status: "pending", rejectedAt: null, rejectionReason: null } as const;
    return { after: restored, action: "unreject", ...nothingElse };
  }
  if (!isNothing(left)) return { after: next, action: "adjust", ...nothingElse };
  const gone = { status: "rejected", rejectedAt: recount.now, rejectionReason: REFUNDED, approvedAt: null } as const;
  return { after: { ...next, ...gone }, action: "reject", ...nothingElse };
}

/**
 * Refunds of a settled conversion are clawed back. If they leave more than its commission, it grows; one that was in a
 * payout is closed as it was paid, and the rest of the order becomes a conversion of its own.
 */
function settleSettled(after: Conversion, { left, clawedBack }: Recount): Settlement {
  const excess = after.commission.minor - left.commission.minor;
  const clawBackMinor = clawBackChange(clawedBack, { excess, commission: after.commission.minor });
  const stays = excess > 0n || (excess === 0n && left.amount.minor <= after.amount.minor);
  if (stays) return { after, action: null, clawBackMinor, addition: null };
  if (excess === 0n || (after.payoutId === null && !after.released))
    return { after: { ...after, ...left, seq: after.seq + 1 }, action: "adjust", clawBackMinor, addition: null };
  return { ...close(after, left), clawBackMinor };
}

/**
 * What was paid becomes the whole of the conversion, for the part of the order that it pays for. The rest of the order,
 * with its refunds, becomes a conversion of its own.
 */
function close(conversion: Conversion, left: Worth): Pick<Settlement, "after" | "action" | "addition"> {
  const { original, commission, refundedMinor } = conversion;
  const exact = (original.amount.minor * commission.minor) / original.commission.minor;
  // Without an amount, its commission could never be refunded.
  const paidFor = exact > 0n ? exact : 1n;
  const amount = { ...left.amount, minor: least(least(conversion.amount.minor, paidFor), left.amount.minor) };
  const moves = amount.minor !== conversion.amount.minor;
  const seq = moves ? conversion.seq + 1 : conversion.seq;
  const rest = { amount: minus(original.amount, amount), commission: minus(original.commission, commission) };
  const leftOfRest = conversion.planned
    ? { amount: minus(left.amount, amount), commission: minus(left.commission, commission) }
    : remainderOf({ ...conversion, original: rest }, refundedMinor);
  return {
    after: { ...conversion, amount, original: { amount, commission }, refundedMinor: 0n, seq },
    action: moves ? "adjust" : null,
    addition: { original: rest, refundedMinor, left: leftOfRest },
  };
}

/**
 * What must still be clawed back for refunds; below 0, what must be returned. What a person waived stays waived. Never
 * claws back more than the commission, and never returns more than was clawed back.
 */
export function clawBackChange(
  { totalMinor, byRefundsMinor, waivedMinor }: ClawedBack,
  { excess, commission }: { excess: bigint; commission: bigint },
): bigint {
  const target = excess > waivedMinor ? excess - waivedMinor : 0n;
  const change = target - byRefundsMinor;
  return change > 0n ? least(change, commission - totalMinor) : -least(-change, totalMinor);
}

const minus = (a: Money, b: Money): Money => ({ ...a, minor: a.minor - b.minor });
