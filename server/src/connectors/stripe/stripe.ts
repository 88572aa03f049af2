import type { Fact } from "../../domain/connectors/fact.ts";
import { ofOtherMode } from "../shared/event-mode.ts";
import { headerParts, isRecent, isSigned, onlyHeader } from "../shared/hmac.ts";
import { neededText, parseFields } from "../shared/json-fields.ts";
import type { ConnectorSettings, Provider } from "../shared/provider.ts";
import { paymentIntentSucceeded, sessionCompleted, subscriptionCreated } from "./checkout.ts";
import { handlesOf, idAt, stateTime, stripeEvent, type StripeEvent } from "./event.ts";
import { handlesOfPayment, invoicePaid } from "./invoice.ts";
import { chargeRefunded, chargeRefundUpdated, disputeChanged, refundChanged } from "./refund.ts";

type Translate = (event: StripeEvent, settings: ConnectorSettings) => readonly Fact[];

const translations: Readonly<Record<string, Translate>> = {
  "invoice.paid": (event) => [invoicePaid(event)],
  "invoice_payment.paid": invoicePaymentPaid,
  "checkout.session.completed": sessionCompleted,
  "checkout.session.async_payment_succeeded": sessionCompleted,
  "customer.subscription.created": subscriptionCreated,
  "payment_intent.succeeded": (event, { paymentIntents }) => paymentIntentSucceeded(event, paymentIntents),
  "refund.created": (event) => [refundChanged(event)],
  "refund.updated": (event) => [refundChanged(event)],
  "refund.failed": (event) => [refundChanged(event)],
  // The same for endpoints on API versions before 2024-10-28.
  "charge.refund.updated": chargeRefundUpdated,
  "charge.refunded": chargeRefunded,
  "charge.dispute.created": (event) => [disputeChanged(event)],
  "charge.dispute.closed": (event) => [disputeChanged(event)],
  "charge.dispute.funds_reinstated": (event) => [disputeChanged(event)],
  "promotion_code.created": promotionCode,
  "promotion_code.updated": promotionCode,
};

/** Stripe's API versions up to 2026-10-28.endive, back to 2020-08-27 with the fields that have moved since. */
export const stripe: Provider = {
  name: "stripe",

  verify(request, secrets, now) {
    const parts = headerParts(onlyHeader(request, "stripe-signature") ?? "", ",");
    const times = parts.get("t") ?? [];
    if (times.length !== 1 || !isRecent(times[0], now)) return false;
    return isSigned(request.body, { given: parts.get("v1") ?? [], encoding: "hex", prefix: `${times[0]}.` }, secrets);
  },

  recognize({ body }) {
    const event = parseFields(body.toString("utf8"));
    return { dedupKey: neededText(event, "id"), topic: neededText(event, "type") };
  },

  translate({ body }, settings) {
    const event = stripeEvent(body);
    const other = ofOtherMode(event.isTest, settings);
    if (other) return other;
    const translate = Object.hasOwn(translations, event.type) ? translations[event.type] : undefined;
    if (translate === undefined) return { ignored: "topic" };
    const facts = translate(event, settings);
    return facts.length === 0 ? { ignored: "nothing_to_do" } : { facts };
  },
};

/** Refunds and disputes name only the payment: this is how they find their invoice. */
function invoicePaymentPaid(event: StripeEvent): readonly Fact[] {
  const payment = event.object;
  const handles = [...handlesOf({ invoice: idAt(payment, "invoice") }), ...handlesOfPayment(payment)];
  // A payment outside of Stripe has no payment intent.
  if (handles.length < 2) return [];
  return [{ kind: "link", objectId: neededText(payment, "id"), at: stateTime(event, 0), handles }];
}

function promotionCode(event: StripeEvent): readonly Fact[] {
  const id = neededText(event.object, "id");
  const code = neededText(event.object, "code");
  return [{ kind: "coupon", objectId: id, at: stateTime(event, 0), handles: handlesOf({ promotion_code: id }), code }];
}
