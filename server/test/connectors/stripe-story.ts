import * as a from "./stripe-events.ts";
import { stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";
import type { Story, StoryEvent } from "./story.ts";

const DAY = 86_400;
const MONTH = 30 * DAY;

/** Tells events of one customer; `start` is in Unix seconds. */
const teller =
  (start: number) =>
  <T extends Parameters<typeof stripeBody>[0]>(
    name: string,
    type: T,
    { after, object }: { after: number; object: a.ObjectOf<T> },
  ): StoryEvent => ({
    name,
    headers: {},
    body: stripeBody(type, object, { id: `evt_${name}`, created: start + after }),
  });

/** An invoice of a month, and the event that names its payment. */
function paid(start: number, month: number, more: a.ObjectOf<"invoice.paid"> = {}): readonly StoryEvent[] {
  const after = (month - 1) * MONTH;
  const invoice = a.invoice({
    id: `in_${month}`,
    billing_reason: month === 1 ? "subscription_create" : "subscription_cycle",
    status_transitions: { paid_at: start + after },
    ...more,
  });
  const link = { id: `inpay_${month}`, object: "invoice_payment", invoice: `in_${month}`, status: "paid" } as const;
  const payment = { type: "payment_intent", payment_intent: `pi_${month}` } as const;
  const event = teller(start);
  return [
    event(`paid_${month}`, "invoice.paid", { after, object: invoice }),
    event(`link_${month}`, "invoice_payment.paid", { after, object: { ...link, payment } }),
  ];
}

const signed = (events: readonly StoryEvent[]): Story => ({
  provider: "stripe",
  secret: STRIPE_SECRET,
  sign: ({ body }, now) => stripeRequest(body, now),
  events,
});

const sessionOf = (clickId: string, more: a.ObjectOf<"checkout.session.completed"> = {}) =>
  a.session({
    mode: "subscription",
    customer: "cus_1",
    subscription: "sub_1",
    invoice: "in_1",
    payment_intent: null,
    client_reference_id: clickId,
    ...more,
  });

/**
 * A subscription at Stripe: Checkout, three renewals, a partial refund of the first payment, and a dispute of the second
 * that is lost and then won. `start` is when the customer pays.
 */
export function stripeStory(clickId: string, start: number): Story {
  const event = teller(start);
  const refund = (status: string) => a.refund({ payment_intent: "pi_1", status, created: start + 40 * DAY });
  const dispute = (status: "needs_response" | "lost" | "won") =>
    a.dispute({ payment_intent: "pi_2", charge: "ch_2", status, created: start + 50 * DAY });
  return signed([
    event("session", "checkout.session.completed", { after: 2, object: sessionOf(clickId) }),
    ...[1, 2, 3, 4].flatMap((month) => paid(start, month)),
    event("refund_pending", "refund.created", { after: 40 * DAY, object: refund("pending") }),
    event("refund", "refund.updated", { after: 40 * DAY, object: refund("succeeded") }),
    event("disputed", "charge.dispute.created", { after: 50 * DAY, object: dispute("needs_response") }),
    event("lost", "charge.dispute.closed", { after: 80 * DAY, object: dispute("lost") }),
    event("won", "charge.dispute.funds_reinstated", { after: 85 * DAY, object: dispute("won") }),
  ]);
}

/** A trial at Stripe: an invoice of 0 binds the customer. Of the first payment after it, two refunds succeed and one fails. */
export function stripeTrialStory(clickId: string, start: number): Story {
  const event = teller(start);
  const free = { amount_paid: 0, total: 0, total_excluding_tax: 0, ...a.lines([a.line({ amount: 0, taxes: [] })]) };
  const session = sessionOf(clickId, { payment_status: "no_payment_required", amount_total: 0 });
  const refund = (id: string, amount: number, status = "succeeded") =>
    a.refund({ id, amount, status, payment_intent: "pi_2", charge: "ch_2", created: start + 80 * DAY });
  return signed([
    event("session", "checkout.session.completed", { after: 2, object: session }),
    ...paid(start, 1, free).slice(0, 1),
    ...paid(start, 2),
    ...paid(start, 3),
    event("refund_1", "refund.created", { after: 80 * DAY, object: refund("re_1", 100) }),
    event("refund_2", "refund.created", { after: 80 * DAY, object: refund("re_2", 99) }),
    event("refund_3", "refund.created", { after: 80 * DAY, object: refund("re_3", 2_181) }),
    event("refund_3_failed", "refund.failed", { after: 82 * DAY, object: refund("re_3", 2_181, "failed") }),
  ]);
}
