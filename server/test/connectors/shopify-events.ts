import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { CLICK } from "./stripe-events.ts";
import { hmac } from "./shop-request.ts";

/** Hex, as Shopify shows it under Settings → Notifications → Webhooks. */
export const SHOPIFY_SECRET = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export type Body = Record<string, unknown>;

export interface Delivery {
  readonly topic: string;
  readonly webhookId?: string;
  readonly eventId?: string;
  /** Newer deliveries spell their headers without `x-`. */
  readonly spelling?: "x-shopify-" | "shopify-";
}

export function shopifyRequest(body: Body | string, delivery: Delivery, secret = SHOPIFY_SECRET): InboundRequest {
  const { topic, webhookId = "wh-1", eventId = "ev-1", spelling = "x-shopify-" } = delivery;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    topic,
    "shop-domain": "tributary-test.myshopify.com",
    "api-version": "2026-07",
    "webhook-id": webhookId,
    "event-id": eventId,
    "triggered-at": "2026-11-16T12:00:00.000000000Z",
    "hmac-sha256": hmac("base64", text, secret),
  };
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${spelling}${name}`, value])),
    body: Buffer.from(text),
  };
}

/** The same amount in the shop's currency, and twice as much in the customer's. */
export const moneySet = (amount: string): Body => ({
  shop_money: { amount, currency_code: "EUR" },
  presentment_money: { amount: String(Number(amount) * 2), currency_code: "USD" },
});

export const taxLine = (price: string, rate = 0.19): Body => ({
  title: "VAT",
  rate,
  price,
  price_set: moneySet(price),
});

export const line = (more: Body = {}): Body => ({
  id: 11,
  sku: "MUG",
  product_id: 501,
  variant_id: 601,
  quantity: 2,
  price: "100.00",
  price_set: moneySet("50.00"),
  gift_card: false,
  discount_allocations: [],
  tax_lines: [taxLine("19.00")],
  ...more,
});

export const giftCard = (more: Body = {}): Body =>
  line({
    id: 12,
    sku: "",
    gift_card: true,
    quantity: 1,
    price: "30.00",
    price_set: moneySet("30.00"),
    tax_lines: [],
    ...more,
  });

/** Two mugs of 50.00 plus 19% tax, and shipping of 5.00 plus 0.95. */
export const order = (more: Body = {}): Body => ({
  id: 4501,
  admin_graphql_api_id: "gid://shopify/Order/4501",
  created_at: "2026-11-16T10:59:00+01:00",
  processed_at: "2026-11-16T11:00:00+01:00",
  updated_at: "2026-11-16T11:00:05+01:00",
  cancelled_at: null,
  currency: "EUR",
  presentment_currency: "USD",
  financial_status: "paid",
  taxes_included: false,
  test: false,
  total_price: "249.90",
  total_price_set: moneySet("124.95"),
  total_outstanding: "0.00",
  email: "ada@example.com",
  customer: { id: 9001, email: "ada@example.com" },
  billing_address: { country_code: "DE" },
  note_attributes: [{ name: "service_id", value: CLICK }],
  landing_site: "/",
  discount_codes: [],
  line_items: [line()],
  shipping_lines: [
    {
      id: 21,
      price: "10.00",
      price_set: moneySet("5.00"),
      discount_allocations: [],
      tax_lines: [taxLine("0.95")],
    },
  ],
  refunds: [],
  ...more,
});

export const refundLine = (more: Body = {}): Body => ({
  id: 31,
  line_item_id: 11,
  quantity: 1,
  subtotal: "100.00",
  subtotal_set: moneySet("50.00"),
  total_tax: "19.00",
  total_tax_set: moneySet("9.50"),
  line_item: line(),
  ...more,
});

export const transaction = (amount: string, more: Body = {}): Body => ({
  id: 41,
  kind: "refund",
  status: "success",
  amount,
  currency: "EUR",
  test: false,
  ...more,
});

export const adjustment = (amount: string, more: Body = {}): Body => ({
  id: 51,
  kind: "refund_discrepancy",
  reason: "Refund discrepancy",
  amount,
  amount_set: moneySet(amount),
  tax_amount: "0.00",
  tax_amount_set: moneySet("0.00"),
  ...more,
});

/** One mug came back. */
export const refund = (more: Body = {}): Body => ({
  id: 701,
  order_id: 4501,
  created_at: "2026-11-16T11:30:00+01:00",
  processed_at: "2026-11-16T11:30:00+01:00",
  note: "Ada did not like it",
  refund_line_items: [refundLine()],
  transactions: [transaction("59.50")],
  order_adjustments: [],
  refund_shipping_lines: [],
  ...more,
});

/** As of an order that the refund belongs to, later than the refund. */
export const refunded = (...refunds: readonly Body[]): Body =>
  order({ updated_at: "2026-11-16T11:30:00+01:00", financial_status: "partially_refunded", refunds });

/** Deltas without prices. */
export const edit: Body = {
  order_edit: {
    id: 801,
    order_id: 4501,
    created_at: "2026-11-16T11:10:00+01:00",
    line_items: { additions: [{ id: 13, delta: 1 }], removals: [] },
  },
};
