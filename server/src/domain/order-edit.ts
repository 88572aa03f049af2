import { commissionOf } from "./values/commission.ts";
import type { OrderItem } from "./plan/calculation.ts";
import { grownPlan, tracedWhole } from "./planned.ts";
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

/** What a larger total adds to an order. */
export interface Growth extends Worth {
  /** That of the whole order, with what was added. */
  readonly planned: Conversion["planned"];
}

/** The terms of an order's conversions apply to the whole total, less what they already pay for. */
export function growthOf(
  conversions: readonly Conversion[],
  { moreMinor, items }: { moreMinor: bigint; items: readonly OrderItem[] },
): Growth {
  const whole = tracedWhole(conversions);
  const sum = (minorOf: (original: Worth) => bigint): bigint =>
    conversions.reduce((total, { original }) => total + minorOf(original), 0n);
  const total = { ...whole.amount, minor: sum(({ amount }) => amount.minor) + moreMinor };
  const grown = whole.planned && grownPlan(whole.planned, { totalMinor: total.minor, items });
  const commissionMinor = grown ? grown.commissionMinor : commissionOf(whole.origin.rule, total).minor;
  const more = commissionMinor - sum(({ commission }) => commission.minor);
  return {
    amount: { ...whole.amount, minor: moreMinor },
    commission: { ...whole.commission, minor: more > 0n ? more : 0n },
    planned: grown && grown.planned,
  };
}

/** The conversion of an order that became larger. */
export const grownBy = (conversion: Conversion, { amount, commission, planned }: Growth): Conversion => {
  const { original } = conversion;
  const grown = {
    amount: { ...amount, minor: original.amount.minor + amount.minor },
    commission: { ...commission, minor: original.commission.minor + commission.minor },
  };
  return { ...conversion, original: grown, planned };
};
