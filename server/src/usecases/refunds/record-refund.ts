import type { Tx } from "../../db/database.ts";
import { refundFacts } from "../../domain/audit-facts.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ConversionId } from "../../domain/ids.ts";
import type { Currency } from "../../domain/currency.ts";
import { moneyOf, type Money } from "../../domain/money.ts";
import { refundableMinor, type Refund, type RefundedItem } from "../../domain/refund.ts";
import { listClawBacksOf } from "../../store/conversions/claw-backs.ts";
import { findIdByOrder, lockConversion } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { findReportedRefund, insertRefund } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { settleConversion } from "./settle-conversion.ts";

/** By its ID, or by the external ID of its order. */
export type ConversionReference = { readonly conversionId: ConversionId } | { readonly externalId: string };

export interface RecordRefund {
  readonly of: ConversionReference;
  readonly source: string;
  readonly externalId: string;
  /** In major units of the order's currency. */
  readonly amount: number;
  /** Must be the order's, if it is given. */
  readonly currency: Currency | undefined;
  readonly items: readonly RefundedItem[] | null;
  readonly reason: string | null;
}

export interface RecordedRefund {
  readonly refund: Refund;
  readonly conversion: Conversion;
  /** What the refund clawed back; null if nothing. */
  readonly clawBack: ClawBack | null;
}

/** Records a refund once, and changes what its conversion is worth. Reporting it again changes nothing. */
export function recordRefund(context: MerchantContext, input: RecordRefund): Promise<RecordedRefund> {
  const { turns, accountId, db } = context;
  return inTurn(turns.account, accountId, () => db.transaction((tx) => recordIn(tx, context, input)));
}

export async function recordIn(tx: Tx, context: MerchantContext, input: RecordRefund): Promise<RecordedRefund> {
  const { accountId, actor, clock, random } = context;
  const { source, externalId, items, reason } = input;
  const conversionId =
    "conversionId" in input.of ? input.of.conversionId : await findIdByOrder(tx, accountId, input.of.externalId);
  const locked = conversionId && (await lockConversion(tx, accountId, conversionId));
  const before = orRefuse(locked, "conversion_not_found");
  const { currency } = before.amount;
  if (input.currency !== undefined && input.currency !== currency) throw new AppError("refund_currency");
  const amount = moneyOf(input.amount, currency);
  if (amount.minor === 0n) throw new AppError("refund_too_small");
  const reported = await findReportedRefund(tx, { accountId, source, externalId });
  if (reported) return recordedBefore(tx, { before, reported, amount });
  if (amount.minor > refundableMinor(before)) throw new AppError("refund_exceeds_amount");
  const now = clock.now();
  const refund: Refund = {
    id: idOf("refund", random.uuid(now)),
    accountId,
    orderId: (await findOrderOf(tx, accountId, before.id)).id,
    conversionId: before.id,
    source,
    externalId,
    amount,
    items,
    reason,
    counted: true,
    actor,
    occurredAt: now,
    recordedAt: now,
  };
  // The same ID for another conversion at the same time: its lock is another one.
  if (!(await insertRefund(tx, refund))) throw new AppError("refund_differs");
  const refundedMinor = before.refundedMinor + amount.minor;
  const cause = { refundId: refund.id, externalId, reason, refundedMinor, now };
  const settled = await settleConversion(tx, context, { before, cause });
  await audit(tx, context, { action: "conversion.refunded", subject: before.id, after: refundFacts(refund) });
  return { refund, ...settled };
}

async function recordedBefore(
  tx: Tx,
  { before, reported, amount }: { before: Conversion; reported: Refund; amount: Money },
): Promise<RecordedRefund> {
  const same =
    reported.conversionId === before.id &&
    reported.amount.minor === amount.minor &&
    reported.amount.currency === amount.currency;
  if (!same) throw new AppError("refund_differs");
  const clawBacks = await listClawBacksOf(tx, before.accountId, before.id);
  const clawBack = clawBacks.find(({ refundId, amount: { minor } }) => refundId === reported.id && minor > 0n);
  return { refund: reported, conversion: before, clawBack: clawBack ?? null };
}
