import type { EvidenceFact, Fact, PaymentFact } from "../../domain/connectors/fact.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { integerAt, listAt, neededInteger, neededText, textAt, valueAt, type Fields } from "../shared/json-fields.ts";
import { countryAt, couponsOf, dateOf, handlesOf, idAt, stateTime, timeAt, type StripeEvent } from "./event.ts";
import { discountsOf, netShippingOf } from "./invoice.ts";
import { stripeUnits } from "./units.ts";

const NOTHING_OF_AN_INVOICE = {
  items: [],
  subscriptionId: null,
  renewal: false,
  coupons: [],
  cancelled: false,
  // Since 2025-03-31 only invoice_payment.paid says that an invoice counts the payment.
  yieldsTo: "invoice:",
};

/** checkout.session.*: who brought the customer, and the payment if no invoice counts it. */
export function sessionCompleted(event: StripeEvent): readonly Fact[] {
  const session = event.object;
  const isPaid = textAt(session, "payment_status") !== "unpaid";
  const hasInvoice = idAt(session, "invoice") !== null || valueAt(session, "invoice_creation.enabled") === true;
  const countsHere = textAt(session, "mode") === "payment" && !hasInvoice;
  return [...evidenceOfSession(event, isPaid), ...(isPaid && countsHere ? [paymentOfSession(event)] : [])];
}

/** An invoice waits for its session, so that one says something even without a click and a coupon. */
function evidenceOfSession(event: StripeEvent, isPaid: boolean): readonly EvidenceFact[] {
  const session = event.object;
  const hasInvoice = idAt(session, "invoice") !== null || idAt(session, "subscription") !== null;
  const evidence: EvidenceFact = {
    kind: "evidence",
    objectId: neededText(session, "id"),
    at: stateTime(event, isPaid ? 1 : 0),
    handles: handlesOf({
      invoice: idAt(session, "invoice"),
      subscription: idAt(session, "subscription"),
      payment_intent: idAt(session, "payment_intent"),
      session: textAt(session, "id"),
    }),
    clickId: clickIdOf(textAt(session, "client_reference_id"), textAt(session, "metadata.service_id")),
    coupons: couponsOf(listAt(session, "discounts")),
    customer: customerOfSession(session),
    isOfOrder: true,
    ...(hasInvoice && { isLast: true }),
  };
  return hasInvoice ? [evidence] : worth(evidence);
}

/** A session without a payment intent cost nothing. */
function paymentOfSession(event: StripeEvent): PaymentFact {
  const session = event.object;
  const sessionId = neededText(session, "id");
  const intent = idAt(session, "payment_intent");
  const units = stripeUnits(session);
  const total = neededInteger(session, "amount_total");
  const net = atLeastZero(total - (integerAt(session, "total_details.amount_tax") ?? 0n));
  const shipping = netShippingOf(session) ?? integerAt(session, "total_details.amount_shipping") ?? 0n;
  const goods = atLeastZero(net - shipping);
  return {
    ...NOTHING_OF_AN_INVOICE,
    kind: "payment",
    // The same as that of payment_intent.succeeded, so that an order never counts twice.
    objectId: intent ?? sessionId,
    at: stateTime(event, 1),
    handles: handlesOf({ payment_intent: intent, session: sessionId }),
    orderId: `stripe:${intent ?? sessionId}`,
    currency: units.currency,
    amounts: { net: units.minor(goods), netAndShipping: units.minor(net), gross: units.minor(total) },
    paidAt: dateOf(event.createdSeconds),
    customer: customerOfSession(session),
    country: countryAt(session, "customer_details.address.country"),
    clickId: null,
  };
}

const customerOfSession = (session: Fields) => ({
  id: idAt(session, "customer"),
  email: textAt(session, "customer_details.email") ?? textAt(session, "customer_email"),
});

/** customer.subscription.created: a click ID or a promotion code of the subscription. */
export function subscriptionCreated(event: StripeEvent): readonly EvidenceFact[] {
  const subscription = event.object;
  const id = neededText(subscription, "id");
  return worth({
    kind: "evidence",
    objectId: id,
    at: stateTime(event, 0),
    handles: handlesOf({ subscription: id, invoice: idAt(subscription, "latest_invoice") }),
    clickId: clickIdOf(textAt(subscription, "metadata.service_id")),
    coupons: couponsOf(discountsOf(subscription)),
    customer: { id: idAt(subscription, "customer"), email: null },
  });
}

/** payment_intent.succeeded: an order only for shops without Checkout and invoices; for the others, a click ID at most. */
export function paymentIntentSucceeded(event: StripeEvent, isOrder: boolean): readonly Fact[] {
  const intent = event.object;
  const id = neededText(intent, "id");
  // Before 2025-03-31, the payment intent names its invoice, which counts the payment.
  const countsHere = isOrder && idAt(intent, "invoice") === null;
  const evidence = worth({
    kind: "evidence",
    objectId: id,
    at: stateTime(event, 0),
    handles: handlesOf({ payment_intent: id }),
    clickId: clickIdOf(textAt(intent, "metadata.service_id")),
    coupons: [],
    customer: customerOfIntent(intent),
  });
  return [...(countsHere ? [paymentOfIntent(event)] : []), ...evidence];
}

function paymentOfIntent(event: StripeEvent): PaymentFact {
  const intent = event.object;
  const id = neededText(intent, "id");
  const units = stripeUnits(intent);
  const paid = neededInteger(intent, "amount_received");
  const net = atLeastZero(paid - (integerAt(intent, "amount_details.tax.total_tax_amount") ?? 0n));
  const goods = atLeastZero(net - (integerAt(intent, "amount_details.shipping.amount") ?? 0n));
  return {
    ...NOTHING_OF_AN_INVOICE,
    kind: "payment",
    objectId: id,
    // Its creation is never after the end of its Checkout session, which knows more.
    at: timeAt(intent, "created") ?? stateTime(event, 0),
    handles: handlesOf({ payment_intent: id, charge: idAt(intent, "latest_charge") }),
    orderId: `stripe:${id}`,
    currency: units.currency,
    amounts: { net: units.minor(goods), netAndShipping: units.minor(net), gross: units.minor(paid) },
    paidAt: dateOf(event.createdSeconds),
    customer: customerOfIntent(intent),
    country: countryAt(intent, "shipping.address.country"),
    clickId: clickIdOf(textAt(intent, "metadata.service_id")),
  };
}

const customerOfIntent = (intent: Fields) => ({ id: idAt(intent, "customer"), email: textAt(intent, "receipt_email") });

const worth = (fact: EvidenceFact): readonly EvidenceFact[] =>
  fact.clickId === null && fact.coupons.length === 0 ? [] : [fact];

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
