import * as a from "./paddle-events.ts";
import { paddleBody, paddleRequest, PADDLE_SECRET } from "./paddle-events.ts";
import type { Story, StoryEvent } from "./story.ts";

const DAY_MS = 86_400_000;

/**
 * A subscription at Paddle: checkout, three renewals with the copied click ID, a partial refund of the first payment, and
 * a chargeback of the second that is reversed. `start` is when the customer pays.
 */
export function paddleStory(clickId: string, start: Date): Story {
  const time = (days: number): string => new Date(start.getTime() + days * DAY_MS).toISOString();
  const event = (name: string, body: string): StoryEvent => ({ name, headers: {}, body });
  const custom_data = { service_id: clickId };
  const envelope = (name: string, days: number) => ({ event_id: `evt_${name}`, occurred_at: time(days) });
  const paid = (month: number): StoryEvent => {
    const days = (month - 1) * 30;
    const object = a.transaction({
      id: `txn_${month}`,
      origin: month === 1 ? "web" : "subscription_recurring",
      custom_data,
      payments: [{ status: "captured", captured_at: time(days), amount: "2380" }],
    });
    return event(`paid_${month}`, paddleBody("transaction.completed", object, envelope(`paid_${month}`, days)));
  };
  const subscription = { id: "sub_1", transaction_id: "txn_1", customer_id: "ctm_1", custom_data };
  const whole = { subtotal: "2000", tax: "380", total: "2380" };
  const chargeback = (name: string, action: "chargeback" | "chargeback_reverse", days: number): StoryEvent => {
    const object = a.adjustment({
      id: `adj_${name}`,
      action,
      transaction_id: "txn_2",
      totals: whole,
      created_at: time(days),
    });
    return event(name, paddleBody("adjustment.created", object, envelope(name, days)));
  };
  const refund = (status: "pending_approval" | "approved") =>
    a.adjustment({ id: "adj_refund", status, created_at: time(40) });
  return {
    provider: "paddle",
    secret: PADDLE_SECRET,
    sign: ({ body }, now) => paddleRequest(body, now),
    events: [
      event("subscription", paddleBody("subscription.created", subscription, envelope("subscription", 0))),
      ...[1, 2, 3, 4].map(paid),
      event("refund_pending", paddleBody("adjustment.created", refund("pending_approval"), envelope("pending", 40))),
      event("refund", paddleBody("adjustment.updated", refund("approved"), envelope("refund", 41))),
      chargeback("chargeback", "chargeback", 50),
      chargeback("reversed", "chargeback_reverse", 80),
    ],
  };
}
