import type { Tx } from "../../db/database.ts";
import { refundFacts } from "../../domain/audit-facts.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { RefundId } from "../../domain/ids.ts";
import { lockConversion } from "../../store/conversions/conversions.ts";
import { findRefund, stopCounting } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import type { RecordedRefund } from "./record-refund.ts";
import { settleConversion } from "./settle-conversion.ts";

/** A refund that failed or was cancelled no longer counts: what it took is given back. Again: nothing changes. */
export function cancelRefund(context: MerchantContext, id: RefundId): Promise<RecordedRefund> {
  const { turns, accountId, db } = context;
  return inTurn(turns.account, accountId, () => db.transaction((tx) => cancel(tx, context, id)));
}

async function cancel(tx: Tx, context: MerchantContext, id: RefundId): Promise<RecordedRefund> {
  const { accountId, clock } = context;
  const found = orRefuse(await findRefund(tx, accountId, id), "refund_not_found");
  if (found.conversionId === null) throw new Error(`Refund ${id} has no conversion.`);
  const before = orRefuse(await lockConversion(tx, accountId, found.conversionId), "refund_not_found");
  if (!(await stopCounting(tx, found)))
    return { refund: { ...found, counted: false }, conversion: before, clawBack: null };
  const refund = { ...found, counted: false };
  const { externalId, reason, amount } = refund;
  const refundedMinor = before.refundedMinor - amount.minor;
  const cause = { refundId: id, externalId, reason, refundedMinor, now: clock.now() };
  const settled = await settleConversion(tx, context, { before, cause });
  const sides = { before: refundFacts(found), after: refundFacts(refund) };
  await audit(tx, context, { action: "conversion.refund_cancelled", subject: before.id, ...sides });
  return { refund, ...settled };
}
