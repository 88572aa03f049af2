import * as a from "./stripe-events.ts";
import { stripeBody, stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";
import type { Story, StoryEvent } from "./story.ts";

const DAY = 86_400;
const MONTH = 30 * DAY;

/**
 * A subscription at Stripe: Checkout, three renewals, a partial refund of the first payment, and a dispute of the second
 * that is lost and then won. `start` is when the customer pays, in Unix seconds.
 */
export function stripeStory(clickId: string, start: number): Story {
  const event = <T extends Parameters<typeof stripeBody>[0]>(
    name: string,
    type: T,
    { after, object }: { after: number; object: a.ObjectOf<T> },
  ): StoryEvent => ({
    name,
    headers: {},
    body: stripeBody(type, object, { id: `evt_${name}`, created: start + after }),
  });
  const paid = (month: number): readonly StoryEvent[] => {
    const after = (month - 1) * MONTH;
    const invoice = a.invoice({
      id: `in_${month}`,
      billing_reason: month === 1 ? "subscription_create" : "subscription_cycle",
      status_transitions: { paid_at: start + after },
    });
    const link = { id: `inpay_${month}`, object: "invoice_payment", invoice: `in_${month}`, status: "paid" } as const;
    const payment = { type: "payment_intent", payment_intent: `pi_${month}` } as const;
    return [
      event(`paid_${month}`, "invoice.paid", { after, object: invoice }),
      event(`link_${month}`, "invoice_payment.paid", { after, object: { ...link, payment } }),
    ];
  };
  const session = a.session({
    mode: "subscription",
    customer: "cus_1",
    subscription: "sub_1",
    invoice: "in_1",
    payment_intent: null,
    client_reference_id: clickId,
  });
  const refund = (status: string) => a.refund({ payment_intent: "pi_1", status, created: start + 40 * DAY });
  const dispute = (status: "needs_response" | "lost" | "won") =>
    a.dispute({ payment_intent: "pi_2", charge: "ch_2", status, created: start + 50 * DAY });
  return {
    provider: "stripe",
    secret: STRIPE_SECRET,
    sign: ({ body }, now) => stripeRequest(body, now),
    events: [
      event("session", "checkout.session.completed", { after: 2, object: session }),
      ...[1, 2, 3, 4].flatMap(paid),
      event("refund_pending", "refund.created", { after: 40 * DAY, object: refund("pending") }),
      event("refund", "refund.updated", { after: 40 * DAY, object: refund("succeeded") }),
      event("disputed", "charge.dispute.created", { after: 50 * DAY, object: dispute("needs_response") }),
      event("lost", "charge.dispute.closed", { after: 80 * DAY, object: dispute("lost") }),
      event("won", "charge.dispute.funds_reinstated", { after: 85 * DAY, object: dispute("won") }),
    ],
  };
}
