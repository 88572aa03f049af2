import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import * as generic from "./generic-events.ts";
import * as lemon from "./lemon-squeezy-events.ts";
import * as shopify from "./shopify-events.ts";
import type { Story, StoryEvent } from "./story.ts";
import * as woo from "./woocommerce-events.ts";

const DAY_MS = 86_400_000;
type Body = Record<string, unknown>;
type TimeAfter = (days: number) => string;

/** Whole seconds, as shops write them. */
const timesFrom =
  (start: Date): TimeAfter =>
  (days) =>
    `${new Date(start.getTime() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

/** An event whose request is signed once for all: these providers sign no time. */
const sent = (name: string, request: InboundRequest): StoryEvent => ({
  name,
  body: request.body.toString(),
  headers: Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, String(value)])),
});
const asSent = ({ headers, body }: StoryEvent): InboundRequest => ({ headers, body: Buffer.from(body) });

/**
 * An order at Shopify that is captured twice, refunded in part and extended, and a second one of the same customer that
 * is cancelled.
 */
export function shopifyStory(clickId: string, start: Date): Story {
  const time = timesFrom(start);
  const event = (name: string, topic: string, body: Body): StoryEvent =>
    sent(name, shopify.shopifyRequest(body, { topic, webhookId: `wh-${name}`, eventId: `ev-${name}` }));
  const first = (days: number, more: Body = {}): Body =>
    shopify.order({
      created_at: time(0),
      processed_at: time(0),
      updated_at: time(days),
      note_attributes: [{ name: "service_id", value: clickId }],
      ...more,
    });
  const second = (days: number, more: Body = {}): Body =>
    shopify.order({
      id: 4502,
      created_at: time(20),
      processed_at: time(20),
      updated_at: time(days),
      note_attributes: [],
      landing_site: null,
      ...more,
    });
  const refund = shopify.refund({ created_at: time(30), processed_at: time(30) });
  const cup = shopify.line({ id: 13, sku: "CUP", quantity: 1, price_set: shopify.moneySet("20.00"), tax_lines: [] });
  const grown = { line_items: [shopify.line(), cup], total_price_set: shopify.moneySet("144.95"), refunds: [refund] };
  return {
    provider: "shopify",
    secret: shopify.SHOPIFY_SECRET,
    sign: asSent,
    events: [
      event("pending", "orders/create", first(0, { financial_status: "pending" })),
      event("paid", "orders/paid", first(0)),
      event("captured", "orders/paid", first(1)),
      event("second", "orders/paid", second(20)),
      event("refund", "refunds/create", refund),
      event("updated", "orders/updated", first(30, { financial_status: "partially_refunded", refunds: [refund] })),
      event("edited", "orders/edited", shopify.edit),
      event("grown", "orders/updated", first(40, { financial_status: "partially_refunded", ...grown })),
      event("cancelled", "orders/cancelled", second(50, { cancelled_at: time(50) })),
    ],
  };
}

/** A subscription at WooCommerce: an order, two renewals, two partial refunds and a renewal that is cancelled. */
export function wooStory(clickId: string, start: Date): Story {
  const time = (days: number): string => timesFrom(start)(days).slice(0, -1);
  const event = (name: string, topic: string, body: Body): StoryEvent =>
    sent(name, woo.wooRequest(body, { topic, deliveryId: `d-${name}` }));
  const first = (days: number, more: Body = {}): Body =>
    woo.order({
      date_created_gmt: time(0),
      date_modified_gmt: time(days),
      date_paid_gmt: time(0),
      meta_data: [{ key: "_service_id", value: clickId }],
      ...more,
    });
  const renewal = (id: number, days: number, more: Body = {}): Body =>
    woo.order({
      id,
      date_created_gmt: time(id),
      date_modified_gmt: time(days),
      date_paid_gmt: time(id),
      meta_data: [
        { key: "_service_id", value: clickId },
        { key: "_subscription_renewal", value: "700" },
      ],
      _links: { self: [{ href: `https://shop.example/wp-json/wc/v3/orders/${id}` }] },
      ...more,
    });
  return {
    provider: "woocommerce",
    secret: woo.WOO_SECRET,
    sign: asSent,
    events: [
      event("created", "order.created", first(0, { status: "pending", date_paid_gmt: null })),
      event("paid", "order.updated", first(0)),
      event("completed", "order.updated", first(2, { status: "completed" })),
      // Their numbers are also the days on which they are paid.
      event("renewal_30", "order.created", renewal(30, 30)),
      event("renewal_60", "order.created", renewal(60, 60)),
      event("refund_1", "order.updated", first(61, { status: "completed", refunds: [woo.refund(801, "-10.00")] })),
      event(
        "refund_2",
        "order.updated",
        first(62, { status: "completed", refunds: [woo.refund(802, "-2.50"), woo.refund(801, "-10.00")] }),
      ),
      event("cancelled", "order.updated", renewal(60, 63, { status: "cancelled" })),
    ],
  };
}

/** A subscription at Lemon Squeezy: an order, two renewals, two refunds of the order and one of a renewal. */
export function lemonStory(clickId: string, start: Date): Story {
  const time = timesFrom(start);
  const meta = { custom_data: { service_id: clickId } };
  const event = (name: string, kind: lemon.EventName, data: Body): StoryEvent =>
    sent(name, lemon.lemonRequest(kind, data, { meta }));
  const paid = (days: number): Body => ({ created_at: time(days), updated_at: time(days), currency: "EUR" });
  const order = (more: Body = {}): Body => lemon.order({ ...paid(0), ...more });
  const invoice = (days: number, more: Body = {}): Body => lemon.invoice({ ...paid(days), ...more }, String(days));
  return {
    provider: "lemonsqueezy",
    secret: lemon.LEMON_SECRET,
    sign: asSent,
    events: [
      event("order", "order_created", order()),
      event("initial", "subscription_payment_success", invoice(0, { billing_reason: "initial" })),
      event("renewal_30", "subscription_payment_success", invoice(30)),
      event("renewal_60", "subscription_payment_success", invoice(60)),
      event("refund_1", "order_refunded", order(lemon.refunded(500, time(61)))),
      event("refund_2", "order_refunded", order(lemon.refunded(1_190, time(62)))),
      event("renewal_refund", "subscription_payment_refunded", invoice(60, lemon.refunded(2_380, time(63)))),
    ],
  };
}

/** Anyone's shop: an order that changes, a second one of the same customer, and refunds with and without a currency. */
export function genericStory(clickId: string, start: Date): Story {
  const time = timesFrom(start);
  const event = (name: string, type: string, data: Body): StoryEvent => ({
    name,
    headers: {},
    body: JSON.stringify({ id: `evt_${name}`, type, data }),
  });
  const first = (days: number, amount: number): Body =>
    generic.order({ click_id: clickId, paid_at: time(0), updated_at: time(days), amount, items: [] });
  const second = generic.order({ external_id: "order-1002", click_id: null, paid_at: time(20), subscription_id: null });
  return {
    provider: "generic",
    secret: generic.GENERIC_SECRET,
    sign: ({ name, body }, now) => generic.genericRequest(body, { id: `evt_${name}`, at: now }),
    events: [
      event("paid", "order.paid", first(0, 50)),
      event("updated", "order.updated", first(5, 60)),
      event("second", "order.paid", second),
      event("refund_1", "refund.created", generic.refund({ occurred_at: time(30) })),
      event(
        "refund_2",
        "refund.created",
        generic.refund({ external_id: "refund-2", amount: 4.5, currency: "EUR", occurred_at: time(31) }),
      ),
      event(
        "refund_3",
        "refund.succeeded",
        generic.refund({
          external_id: "refund-3",
          conversion_external_id: "order-1002",
          amount: 49.99,
          occurred_at: time(32),
        }),
      ),
    ],
  };
}
