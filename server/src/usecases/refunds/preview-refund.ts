import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { moneyOf, type Money } from "../../domain/values/money.ts";
import { remainderIn, remaindersOf } from "../../domain/order-remainder.ts";
import { withinRoom } from "../../domain/customer-room.ts";
import { customerMax } from "../../domain/planned.ts";
import { refundableMinor, settle } from "../../domain/refund.ts";
import { sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { findOrderConversions } from "../../store/conversions/conversions.ts";
import type { MerchantContext } from "../context.ts";
import { listRefundsOf } from "./list-refunds.ts";

export interface RefundPreview {
  readonly before: Conversion;
  readonly after: Conversion;
  /** What the next payout would deduct. */
  readonly clawBack: Money;
}

/** What a refund would change, by default of everything that is left. Stores nothing. */
export async function previewRefund(
  context: MerchantContext,
  { id, amount }: { id: ConversionId; amount: number | undefined },
): Promise<RefundPreview> {
  const { db, accountId, clock } = context;
  const conversions = await findOrderConversions(db, accountId, id);
  const before = orRefuse(
    conversions.find((conversion) => conversion.id === id),
    "conversion_not_found",
  );
  const left = refundableMinor(conversions);
  const minor = amount === undefined ? left : moneyOf(amount, before.amount.currency).minor;
  if (minor === 0n) throw new AppError("refund_too_small");
  if (minor > left) throw new AppError("refund_exceeds_amount");
  const { refunds } = await listRefundsOf(context, id);
  const next = { conversionId: id, amount: { ...before.amount, minor }, items: null };
  const remainders = remaindersOf(conversions, [...refunds.filter(({ counted }) => counted), next]);
  const settlement = settle(before, {
    ...remainderIn(remainders, id),
    clawedBack: await sumClawedBack(db, before),
    // A conversion that refunds rejected has nothing left to refund.
    rejectedByRefund: false,
    now: clock.now(),
  });
  const limited = customerMax(before) === null ? settlement : withinRoom(before, settlement, 0n).settlement;
  const { after, clawBackMinor } = limited;
  return { before, after, clawBack: { ...before.commission, minor: clawBackMinor } };
}
