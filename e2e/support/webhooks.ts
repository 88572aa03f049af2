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

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  await response.text();
  return response.status;
}
