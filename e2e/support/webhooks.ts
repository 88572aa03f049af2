import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { Webhook } from "standardwebhooks";

interface Target {
  readonly url: string;
  readonly secret: string;
}

/** Sends an event as Stripe does, signed by its own library. Returns the status of the response. */
export async function sendStripe({ url, secret }: Target, type: string, object: object): Promise<number> {
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${type}_${created}_${Math.random().toString(36).slice(2)}`,
    object: "event",
    api_version: "2025-09-30.clover",
    created,
    livemode: true,
    type,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return post(url, body, { "stripe-signature": signature });
}

/** A paid Checkout session without an invoice, of 120 in goods. */
export const paidSession = (id: string, clickId: string | null): object => ({
  id: `cs_${id}`,
  object: "checkout.session",
  mode: "payment",
  payment_status: "paid",
  payment_intent: `pi_${id}`,
  client_reference_id: clickId,
  amount_total: 12000,
  currency: "eur",
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  customer: null,
  customer_details: { email: `${id}@customer.example` },
  discounts: [],
  metadata: {},
});

/** Sends an event of a shop that signs as Standard Webhooks says. */
export async function sendStandard({ url, secret }: Target, id: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const at = new Date();
  const signature = new Webhook(secret).sign(id, at, body);
  return post(url, body, {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signature,
  });
}

/** Sends an event as Paddle does. Events of its sandbox look the same. */
export function sendPaddle({ url, secret }: Target, id: string, type: string): Promise<number> {
  const now = new Date();
  const body = JSON.stringify({ event_id: `evt_${id}`, event_type: type, occurred_at: now.toISOString(), data: {} });
  const ts = Math.floor(now.getTime() / 1000);
  const h1 = createHmac("sha256", secret).update(`${ts}:${body}`).digest("hex");
  return post(url, body, { "paddle-signature": `ts=${ts};h1=${h1}` });
}

/** Sends what a WooCommerce shop sends about a deleted order. */
export function sendWooDeletion({ url, secret }: Target, site: string, id: number): Promise<number> {
  const body = JSON.stringify({ id });
  return post(url, body, {
    "x-wc-webhook-source": `https://${site}/`,
    "x-wc-webhook-topic": "order.deleted",
    "x-wc-webhook-delivery-id": String(id),
    "x-wc-webhook-signature": createHmac("sha256", secret).update(body).digest("base64"),
  });
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  await response.text();
  return response.status;
}
