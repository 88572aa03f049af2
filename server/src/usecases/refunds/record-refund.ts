import type { Tx } from "../../db/database.ts";
import { refundFacts } from "../../domain/audit-facts.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ConversionId, type OrderId } from "../../domain/ids.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { moneyOf, type Money } from "../../domain/values/money.ts";
import { isReservedRefundId, refundableMinor, type Refund, type RefundedItem } from "../../domain/refund.ts";
import { listClawBacksOf } from "../../store/conversions/claw-backs.ts";
import { findIdByOrder, lockOrderOf } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { findReportedRefund, insertRefund, listRefundsFor } from "../../store/conversions/refunds.ts";
import { REFUNDS_MAX } from "tributary-sdk/limits";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { settleOrder } from "./settle-order.ts";

/** By its ID, or by the external ID of its order. */
export type ConversionReference = { readonly conversionId: ConversionId } | { readonly externalId: string };

export interface RecordRefund {
  readonly of: ConversionReference;
  /** The conversion of the order that it takes from first, if not the one that it is of. */
  readonly from?: ConversionId;
  readonly source: string;
  readonly externalId: string;
  /** In major units of the order's currency. */
  readonly amount: number;
  /** Must be the order's, if it is given. */
  readonly currency: Currency | undefined;
  readonly items: readonly RefundedItem[] | null;
  readonly reason: string | null;
  /** If it was earlier than now. */
  readonly occurredAt?: Date;
}

export interface RecordedRefund {
  readonly refund: Refund;
  readonly conversion: Conversion;
  /** What the refund clawed back; null if nothing. */
  readonly clawBack: ClawBack | null;
}

/** Records a refund once, and changes what its conversion is worth. Reporting it again changes nothing. */
export async function recordRefund(context: MerchantContext, input: RecordRefund): Promise<RecordedRefund> {
  const { turns, accountId, db } = context;
  if (isReservedRefundId(input.externalId)) throw new AppError("refund_id_reserved");
  return inTurn(turns.account, accountId, () => db.transaction((tx) => recordIn(tx, context, input)));
}

export async function recordIn(tx: Tx, context: MerchantContext, input: RecordRefund): Promise<RecordedRefund> {
  const { accountId } = context;
  const { source, externalId, items, reason } = input;
  const conversionId =
    "conversionId" in input.of ? input.of.conversionId : await findIdByOrder(tx, accountId, input.of.externalId);
  const [conversions, reported] = await Promise.all([
    conversionId ? lockOrderOf(tx, accountId, conversionId) : [],
    findReportedRefund(tx, { accountId, source, externalId }),
  ]);
  const before = orRefuse(
    conversions.find(({ id }) => id === conversionId),
    "conversion_not_found",
  );
  const { currency } = before.amount;
  if (input.currency !== undefined && input.currency !== currency) throw new AppError("refund_currency");
  const amount = moneyOf(input.amount, currency);
  if (amount.minor === 0n) throw new AppError("refund_too_small");
  const [{ id: orderId, externalId: orderName }, refunds] = await Promise.all([
    findOrderOf(tx, before),
    listRefundsFor(tx, before),
  ]);
  if (reported) return recordedBefore(tx, { before, orderId, reported, amount });
  if (amount.minor > refundableMinor(conversions)) throw new AppError("refund_exceeds_amount");
  if (refunds.length >= REFUNDS_MAX) throw new AppError("too_many_refunds");
  const { from = before.id, occurredAt } = input;
  const given = { source, externalId, amount, items, reason, occurredAt };
  const refund = newRefund(context, { conversionId: from, orderId, ...given });
  // The same ID for another order, at the same time.
  if (!(await insertRefund(tx, refund))) throw new AppError("refund_differs");
  const cause = { refundId: refund.id, orderName, externalId, reason, now: refund.recordedAt };
  const order = { conversions, refunds: [...refunds, refund], cause, about: before.id, restores: false };
  const { conversion, clawBack } = await settleOrder(tx, context, order);
  await audit(tx, context, { action: "conversion.refunded", subject: before.id, after: refundFacts(refund) });
  return { refund, conversion, clawBack };
}

type NewRefund = Pick<Refund, "conversionId" | "orderId" | "source" | "externalId" | "amount" | "items" | "reason"> & {
  readonly occurredAt?: Date | undefined;
};

export function newRefund(
  { accountId, actor, clock, random }: MerchantContext,
  { occurredAt, ...refund }: NewRefund,
): Refund {
  const now = clock.now();
  const id = idOf("refund", random.uuid(now));
  const own = { id, accountId, counted: true, actor };
  // A provider's clock can be ahead of ours.
  const isPast = occurredAt !== undefined && occurredAt < now;
  return { ...refund, ...own, occurredAt: isPast ? occurredAt : now, recordedAt: now };
}

/** The refund's ID was used before: for the same refund, or for another one. */
async function recordedBefore(
  tx: Tx,
  { before, orderId, reported, amount }: { before: Conversion; orderId: OrderId; reported: Refund; amount: Money },
): Promise<RecordedRefund> {
  const same =
    reported.orderId === orderId &&
    reported.amount.minor === amount.minor &&
    reported.amount.currency === amount.currency;
  if (!same) throw new AppError("refund_differs");
  return { refund: reported, conversion: before, clawBack: await clawBackBy(tx, before, reported) };
}

/** What a refund clawed back, or what its cancellation returned; null if nothing. */
export async function clawBackBy(tx: Tx, conversion: Conversion, refund: Refund): Promise<ClawBack | null> {
  const clawBacks = await listClawBacksOf(tx, conversion.accountId, conversion.id);
  const found = clawBacks.find(
    ({ refundId, amount: { minor } }) => refundId === refund.id && minor > 0n === refund.counted,
  );
  return found ?? null;
}
