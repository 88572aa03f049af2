import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { signedHeaders, signingKey } from "../../src/deliverer/sign-webhook.ts";
import { CLICK } from "./stripe-events.ts";
import { RECEIVED_AT } from "./shop-request.ts";

/** `whsec_` and Base64. */
export const GENERIC_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export type Body = Record<string, unknown>;

/** Signed like our own webhooks, in both ways. */
export function genericRequest(
  body: unknown,
  { id = "msg_1", secret = GENERIC_SECRET, at = RECEIVED_AT } = {},
): InboundRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = signedHeaders({ eventId: id, type: "order.paid", body: text }, [signingKey(secret)], at);
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(text),
  };
}

/** The fields of our own API. */
export const order = (more: Body = {}): Body => ({
  external_id: "order-1001",
  amount: 49.99,
  currency: "EUR",
  paid_at: "2026-11-16T10:00:00Z",
  click_id: CLICK,
  customer_id: "cus-1001",
  customer_email: "ada@example.com",
  subscription_id: "sub-1",
  country: "de",
  items: [{ sku: "PRO-1", product_id: "prod-77", category: "plans", quantity: 1, amount: 49.99 }],
  ...more,
});

export const refund = (more: Body = {}): Body => ({
  conversion_external_id: "order-1001",
  external_id: "refund-1",
  amount: 10.5,
  reason: "Damaged",
  ...more,
});
