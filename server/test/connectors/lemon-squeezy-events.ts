import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { CLICK } from "./stripe-events.ts";
import { hmac } from "./shop-request.ts";

export const LEMON_SECRET = "w8Xk3NcV5PqZ7RtB2YmL9HsD4GfJ6KaE";

export type Body = Record<string, unknown>;
export type EventName =
  | "order_created"
  | "order_refunded"
  | "subscription_payment_success"
  | "subscription_payment_refunded"
  | "subscription_created";

export function lemonRequest(name: EventName, data: Body, more: { meta?: Body; secret?: string } = {}): InboundRequest {
  const { meta = {}, secret = LEMON_SECRET } = more;
  const text = JSON.stringify({
    meta: { test_mode: false, event_name: name, webhook_id: "wh-1", custom_data: { service_id: CLICK }, ...meta },
    data,
  });
  return signed(text, { name, secret });
}

export const signed = (text: string, { name = "", secret = LEMON_SECRET } = {}): InboundRequest => ({
  headers: { "x-event-name": name, "x-signature": hmac("hex", text, secret) },
  body: Buffer.from(text),
});

const attributes = {
  store_id: 1,
  customer_id: 55,
  user_email: "ada@example.com",
  currency: "USD",
  subtotal: 2_000,
  discount_total: 0,
  tax: 380,
  tax_inclusive: false,
  total: 2_380,
  status: "paid",
  refunded: false,
  refunded_at: null,
  refunded_amount: 0,
  created_at: "2026-11-16T10:00:00.000000Z",
  updated_at: "2026-11-16T10:00:05.000000Z",
  test_mode: false,
};

/** 20.00 plus 19% tax. */
export const order = (more: Body = {}, id = "1"): Body => ({
  type: "orders",
  id,
  attributes: {
    ...attributes,
    first_order_item: { id: 71, order_id: 1, product_id: 81, variant_id: 91, price: 2_000, quantity: 1 },
    ...more,
  },
});

export const invoice = (more: Body = {}, id = "301"): Body => ({
  type: "subscription-invoices",
  id,
  attributes: { ...attributes, subscription_id: 401, billing_reason: "renewal", ...more },
});

export const refunded = (amount: number, at: string): Body => ({
  status: amount < 2_380 ? "partial_refund" : "refunded",
  refunded: true,
  refunded_amount: amount,
  refunded_at: at,
  updated_at: at,
});
