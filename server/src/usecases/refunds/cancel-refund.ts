import type { Tx } from "../../db/database.ts";
import { refundFacts } from "../../domain/audit-facts.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { RefundId } from "../../domain/ids.ts";
import { lockOrderOf } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { isOfEdit } from "../../domain/refund.ts";
import { findRefund, listRefunds, stopCounting } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { clawBackBy, type RecordedRefund } from "./record-refund.ts";
import { settleOrder } from "./settle-order.ts";

/** A refund that failed or was cancelled no longer counts: what it took is given back. Cancelling twice changes nothing. */
export function cancelRefund(context: MerchantContext, id: RefundId): Promise<RecordedRefund> {
  const { turns, accountId, db } = context;
  return inTurn(turns.account, accountId, () => db.transaction((tx) => cancel(tx, context, id)));
}

async function cancel(tx: Tx, context: MerchantContext, id: RefundId): Promise<RecordedRefund> {
  const { accountId, clock } = context;
  const found = orRefuse(await findRefund(tx, accountId, id), "refund_not_found");
  if (found.conversionId === null) throw new Error(`Refund ${id} has no conversion.`);
  if (isOfEdit(found)) throw new AppError("refund_of_edit");
  const conversions = await lockOrderOf(tx, accountId, found.conversionId);
  // Read again within the locks: the refund may have been cancelled, or moved to another conversion of its order.
  const locked = orRefuse(await findRefund(tx, accountId, id), "refund_not_found");
  const about = locked.conversionId;
  const before = conversions.find((conversion) => conversion.id === about);
  if (!before) throw new Error(`Refund ${id} belongs to another order.`);
  const refund = { ...locked, counted: false };
  if (!(await stopCounting(tx, locked)))
    return { refund, conversion: before, clawBack: await clawBackBy(tx, before, refund) };
  const { externalId, reason, orderId } = refund;
  const { externalId: orderName } = await findOrderOf(tx, before);
  const cause = { refundId: id, orderName, externalId, reason, now: clock.now() };
  const refunds = await listRefunds(tx, accountId, orderId);
  const order = { conversions, refunds, cause, about: before.id, restores: true };
  const { conversion, clawBack } = await settleOrder(tx, context, order);
  const sides = { before: refundFacts(locked), after: refundFacts(refund) };
  await audit(tx, context, { action: "conversion.refund_cancelled", subject: before.id, ...sides });
  return { refund, conversion, clawBack };
}
