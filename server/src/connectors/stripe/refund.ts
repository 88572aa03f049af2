import type { RefundFact, RefundedSum } from "../../domain/connectors/fact.ts";
import { listAt, neededInteger, neededText, textAt, valueAt, type Fields } from "../shared/json-fields.ts";
import { dateOf, handlesOf, idAt, isBefore, stateTime, timeAt, type StripeEvent } from "./event.ts";
import { stripeUnits } from "./units.ts";

/** Where a refund stands: one that succeeded can still fail. */
const STEPS: Readonly<Record<string, number>> = { succeeded: 1, failed: 2, canceled: 2 };

/** refund.* */
export const refundChanged = (event: StripeEvent): RefundFact => refundOf(event, event.object);

/** A refund that is still on its way may be part of a sum that was reported before, so it changes nothing. */
export function chargeRefundUpdated(event: StripeEvent): readonly RefundFact[] {
  const status = textAt(event.object, "status");
  return status !== null && STEPS[status] === undefined ? [] : [refundChanged(event)];
}

function refundOf(event: StripeEvent, refund: Fields, charge: string | null = null): RefundFact {
  const status = textAt(refund, "status") ?? "succeeded";
  return {
    kind: "refund",
    objectId: neededText(refund, "id"),
    at: stateTime(event, STEPS[status] ?? 0),
    handles: handlesOf({
      payment_intent: idAt(refund, "payment_intent"),
      charge: idAt(refund, "charge") ?? charge,
    }),
    counts: status === "succeeded",
    refunded: { of: "gross", ...moneyAt(refund, "amount") },
    items: [],
    reason: textAt(refund, "reason"),
    occurredAt: timeAt(refund, "created") ?? dateOf(event.createdSeconds),
  };
}

/**
 * charge.refunded: since 2024-10-28, every refund has events of its own. Before 2022-11-15, the charge lists its refunds;
 * between the two, it has only their sum.
 */
export function chargeRefunded(event: StripeEvent): readonly RefundFact[] {
  if (!isBefore(event, "2024-10-28")) return [];
  const charge = event.object;
  const id = neededText(charge, "id");
  const handles = handlesOf({
    charge: id,
    payment_intent: idAt(charge, "payment_intent"),
    invoice: idAt(charge, "invoice"),
  });
  const listed = listAt(charge, "refunds.data");
  if (listed.length > 0 && valueAt(charge, "refunds.has_more") !== true)
    return listed.map((refund) => ({ ...refundOf(event, refund, id), handles }));
  const money = moneyAt(charge, "amount_refunded");
  return [
    {
      kind: "refund",
      objectId: id,
      at: stateTime(event, 0),
      handles,
      counts: money.amountMinor > 0n,
      refunded: { of: "total", ...money },
      items: [],
      reason: null,
      occurredAt: dateOf(event.createdSeconds),
    },
  ];
}

/** charge.dispute.*: only a lost dispute counts as a refund. */
export function disputeChanged(event: StripeEvent): RefundFact {
  const dispute = event.object;
  const isReinstated = event.type === "charge.dispute.funds_reinstated";
  const isLost = textAt(dispute, "status") === "lost" && !isReinstated;
  const reason = textAt(dispute, "reason");
  return {
    kind: "refund",
    objectId: neededText(dispute, "id"),
    at: stateTime(event, isReinstated ? 2 : event.type === "charge.dispute.closed" ? 1 : 0),
    handles: handlesOf({ payment_intent: idAt(dispute, "payment_intent"), charge: idAt(dispute, "charge") }),
    counts: isLost,
    refunded: { of: "lost", ...moneyAt(dispute, "amount") },
    items: [],
    reason: reason === null ? "Dispute" : `Dispute: ${reason}`,
    occurredAt: timeAt(dispute, "created") ?? dateOf(event.createdSeconds),
  };
}

function moneyAt(object: Fields, path: string): Pick<RefundedSum, "amountMinor" | "currency"> {
  const units = stripeUnits(object);
  return { amountMinor: units.minor(neededInteger(object, path)), currency: units.currency };
}
