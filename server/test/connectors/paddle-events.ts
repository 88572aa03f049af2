import { createHmac } from "node:crypto";
import type {
  EventName,
  IAdjustmentNotificationResponse,
  IDiscountNotificationResponse,
  ISubscriptionCreatedNotificationResponse,
  ITransactionNotificationResponse,
} from "@paddle/paddle-node-sdk";
import { paddle } from "../../src/connectors/paddle/paddle.ts";
import type { InboundRequest, Translation } from "../../src/connectors/shared/provider.ts";
import type { Fact } from "../../src/domain/connectors/fact.ts";
import { CLICK, SETTINGS } from "./stripe-events.ts";

type Some<T> = T extends readonly (infer U)[]
  ? readonly Some<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: Some<T[K]> }
    : T;
/** Some fields of Paddle's objects, as its own library names them. */
interface Objects {
  readonly "transaction.completed": Some<ITransactionNotificationResponse>;
  readonly "adjustment.created": Some<IAdjustmentNotificationResponse>;
  readonly "adjustment.updated": Some<IAdjustmentNotificationResponse>;
  readonly "subscription.created": Some<ISubscriptionCreatedNotificationResponse>;
  readonly "discount.created": Some<IDiscountNotificationResponse>;
  readonly "discount.updated": Some<IDiscountNotificationResponse>;
}
export type Transaction = Objects["transaction.completed"];
export type Adjustment = Objects["adjustment.created"];

export const PADDLE_SECRET = "pdl_ntfset_01gkpjp8bkm3tm53kdgkx6sms7_6h3qd3uFSi9YCD3OLYAShQI90XTI5vEI";
export const PADDLE_NOON = "2026-11-16T12:00:00.000000Z";

export const paddleBody = <T extends keyof Objects & `${EventName}`>(
  event_type: T,
  data: Objects[T],
  envelope: { readonly event_id?: string; readonly occurred_at?: string } = {},
): string => {
  const { event_id = "evt_01hv8x29kz0t586xy6zn1a62ny", occurred_at = PADDLE_NOON } = envelope;
  return JSON.stringify({ event_id, event_type, occurred_at, notification_id: "ntf_1", data });
};

/** Paddle's library verifies only, so this signs as https://developer.paddle.com/webhooks/signature-verification says. */
export const paddleRequest = (body: string, now: Date, secrets = [PADDLE_SECRET]): InboundRequest => {
  const ts = Math.floor(now.getTime() / 1_000);
  const signatures = secrets.map((secret) => createHmac("sha256", secret).update(`${ts}:${body}`).digest("hex"));
  const header = [`ts=${ts}`, ...signatures.map((signature) => `h1=${signature}`)].join(";");
  return { headers: { "paddle-signature": header }, body: Buffer.from(body) };
};

export const translatedByPaddle = (body: string): Translation =>
  paddle.translate({ topic: "", headers: {}, body, receivedAt: new Date(PADDLE_NOON) }, SETTINGS);

/** The only fact of a body. */
export function paddleFact<K extends Fact["kind"]>(kind: K, body: string): Extract<Fact, { kind: K }> {
  const translation = translatedByPaddle(body);
  const facts = "facts" in translation ? translation.facts : [];
  const [fact] = facts;
  if (fact?.kind !== kind || facts.length !== 1) throw new Error(`Not one fact of kind ${kind}.`);
  return fact as Extract<Fact, { kind: K }>;
}

type Totals = NonNullable<NonNullable<Transaction["details"]>["totals"]>;
export const totals = (more: Totals = {}): Totals => ({
  subtotal: "2000",
  discount: "0",
  tax: "380",
  total: "2380",
  credit: "0",
  balance: "0",
  grand_total: "2380",
  currency_code: "EUR",
  ...more,
});

/** A first transaction of 20.00 plus 19% tax. */
export const transaction = (more: Transaction = {}): Transaction => ({
  id: "txn_1",
  status: "completed",
  customer_id: "ctm_1",
  currency_code: "EUR",
  origin: "web",
  subscription_id: "sub_1",
  discount_id: null,
  custom_data: { service_id: CLICK },
  payments: [{ status: "captured", captured_at: "2026-11-16T11:59:30.000000Z", amount: "2380" }],
  items: [],
  details: {
    tax_rates_used: [],
    totals: totals(),
    line_items: [
      {
        id: "txnitm_1",
        price_id: "pri_1",
        quantity: 1,
        product: { id: "pro_1" },
        totals: { subtotal: "2000", discount: "0", tax: "380", total: "2380" },
      },
    ],
  },
  ...more,
});

export const adjustment = (more: Adjustment = {}): Adjustment => ({
  id: "adj_1",
  action: "refund",
  type: "partial",
  transaction_id: "txn_1",
  subscription_id: "sub_1",
  customer_id: "ctm_1",
  reason: "error",
  currency_code: "EUR",
  status: "approved",
  items: [{ id: "adjitm_1", item_id: "txnitm_1", type: "partial", amount: "1190" }],
  totals: { subtotal: "1000", tax: "190", total: "1190", currency_code: "EUR" },
  created_at: "2026-11-16T11:00:00.000000Z",
  ...more,
});
