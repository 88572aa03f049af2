import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { moneyOf, type Money } from "../../domain/money.ts";
import { refundableMinor, settle } from "../../domain/refund.ts";
import { sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { findConversion } from "../../store/conversions/conversions.ts";
import type { MerchantContext } from "../context.ts";

export interface RefundPreview {
  readonly before: Conversion;
  readonly after: Conversion;
  /** What the next payout would deduct. */
  readonly clawBack: Money;
}

/** What a refund would change, by default of everything that is left. Stores nothing. */
export async function previewRefund(
  { db, accountId, clock }: MerchantContext,
  { id, amount }: { id: ConversionId; amount: number | undefined },
): Promise<RefundPreview> {
  const before = orRefuse(await findConversion(db, accountId, id), "conversion_not_found");
  const left = refundableMinor(before);
  const minor = amount === undefined ? left : moneyOf(amount, before.amount.currency).minor;
  if (minor === 0n) throw new AppError("refund_too_small");
  if (minor > left) throw new AppError("refund_exceeds_amount");
  const { after, clawBackMinor } = settle(before, {
    refundedMinor: before.refundedMinor + minor,
    clawedBack: await sumClawedBack(db, before),
    // A conversion that refunds rejected has nothing left to refund.
    rejectedByRefund: false,
    now: clock.now(),
  });
  return { before, after, clawBack: { ...before.commission, minor: clawBackMinor } };
}
