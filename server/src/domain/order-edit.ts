import { commissionOf } from "./values/commission.ts";
import { commissionForTotal, plannedFor } from "./planned.ts";
import type { Conversion, Worth } from "./conversion.ts";
import type { AccountId, ConversionId, OrderId, RefundId } from "./ids.ts";

/** A new total of an order. */
export interface OrderEdit {
  /** A UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** Who reported it. Its external ID is unique there. */
  readonly source: string;
  readonly externalId: string;
  readonly amountMinor: bigint;
  /** What a lower total gave back. */
  readonly refundId: RefundId | null;
  /** The conversion for a higher total, if the order's own could no longer grow. */
  readonly conversionId: ConversionId | null;
  readonly actor: string;
  readonly recordedAt: Date;
}

/**
 * What a larger total adds to an order: the terms of its conversions apply to the whole total, less what they already
 * pay for.
 */
export function growthOf(conversions: readonly Conversion[], moreMinor: bigint): Worth {
  const [first] = conversions;
  if (!first) throw new Error("An order has a conversion.");
  const sum = (minorOf: (original: Worth) => bigint): bigint =>
    conversions.reduce((total, { original }) => total + minorOf(original), 0n);
  const total = { ...first.amount, minor: sum(({ amount }) => amount.minor) + moreMinor };
  const { planned, origin } = first;
  const whole = planned ? commissionForTotal(planned.trace, total.minor) : commissionOf(origin.rule, total).minor;
  const more = whole - sum(({ commission }) => commission.minor);
  return {
    amount: { ...first.amount, minor: moreMinor },
    commission: { ...first.commission, minor: more > 0n ? more : 0n },
  };
}

/** The conversion of an order that became larger. */
export const grownBy = (conversion: Conversion, { amount, commission }: Worth): Conversion => {
  const { original } = conversion;
  const grown = {
    amount: { ...amount, minor: original.amount.minor + amount.minor },
    commission: { ...commission, minor: original.commission.minor + commission.minor },
  };
  return { ...conversion, original: grown, planned: plannedFor(conversion, grown) };
};
