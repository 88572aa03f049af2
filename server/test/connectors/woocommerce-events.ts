import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { CLICK } from "./stripe-events.ts";
import { hmac } from "./shop-request.ts";

export const WOO_SECRET = "q7Rk2VbX9LmZ4TnC8YpW3HsD6GfJ1KaE";

export type Body = Record<string, unknown>;

export interface Delivery {
  readonly topic?: string;
  readonly deliveryId?: string;
  readonly source?: string;
}

export function wooRequest(body: Body | string, delivery: Delivery = {}, secret = WOO_SECRET): InboundRequest {
  const { topic = "order.updated", deliveryId = "d-1", source = "https://shop.example/" } = delivery;
  const [resource = "", event = ""] = topic.split(".");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    headers: {
      "content-type": "application/json",
      "x-wc-webhook-source": source,
      "x-wc-webhook-topic": topic,
      "x-wc-webhook-resource": resource,
      "x-wc-webhook-event": event,
      "x-wc-webhook-id": "12",
      "x-wc-webhook-delivery-id": deliveryId,
      "x-wc-webhook-signature": hmac("base64", text, secret),
    },
    body: Buffer.from(text),
  };
}

export const item = (more: Body = {}): Body => ({
  id: 31,
  name: "Mug",
  product_id: 93,
  variation_id: 0,
  quantity: 2,
  subtotal: "110.00",
  total: "100.00",
  total_tax: "19.00",
  sku: "MUG",
  price: 50,
  ...more,
});

/** Two mugs of 50.00 plus 19% tax, and shipping of 5.00 plus 0.95. */
export const order = (more: Body = {}): Body => ({
  id: 727,
  status: "processing",
  currency: "EUR",
  date_created_gmt: "2026-11-16T09:59:00",
  date_modified_gmt: "2026-11-16T10:00:05",
  date_paid_gmt: "2026-11-16T10:00:00",
  discount_total: "10.00",
  shipping_total: "5.00",
  shipping_tax: "0.95",
  total: "124.95",
  total_tax: "19.95",
  customer_id: 26,
  billing: { email: "ada@example.com", country: "DE" },
  meta_data: [{ id: 1, key: "_service_id", value: CLICK }],
  line_items: [item()],
  coupon_lines: [],
  refunds: [],
  _links: { self: [{ href: "https://shop.example/wp-json/wc/v3/orders/727" }] },
  ...more,
});

export const refund = (id: number, total: string): Body => ({ id, reason: "Damaged", total });
