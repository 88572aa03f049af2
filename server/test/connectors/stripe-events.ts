import Stripe from "stripe";
import { idOf } from "../../src/domain/ids.ts";
import { stripe as provider } from "../../src/connectors/stripe/stripe.ts";
import type { ConnectorSettings, InboundRequest, Translation } from "../../src/connectors/shared/provider.ts";
import type { Fact } from "../../src/domain/connectors/fact.ts";

/** Some fields of one of Stripe's objects. The names and types are those of Stripe's own library. */
type Some<T> = T extends readonly (infer U)[]
  ? readonly Some<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: Some<T[K]> }
    : T;
type EventType = Stripe.Event["type"];
export type ObjectOf<T extends EventType> = Some<Extract<Stripe.Event, { type: T }>["data"]["object"]>;
export interface Envelope {
  readonly id?: string;
  readonly created?: number;
  readonly livemode?: boolean;
  readonly api_version?: string;
}

const library = new Stripe("sk_test_unused");
export const STRIPE_SECRET = "whsec_8zq0Jm3Xw1vT5bK2";
export const CLICK = idOf("click", "018f3a8e-0000-7000-8000-000000000001");
export const OTHER_CLICK = idOf("click", "018f3a8e-0000-7000-8000-000000000002");
/** 2026-11-16 12:00 UTC. */
export const NOON = 1_794_830_400;

/** The body of an event in the library's API version. */
export const stripeBody = <T extends EventType>(type: T, object: ObjectOf<T>, envelope: Envelope = {}): string =>
  oldBody(type, object, { api_version: Stripe.API_VERSION, ...envelope });

/** The body of an event in an API version whose fields the library no longer knows. */
export const oldBody = (type: string, object: object, envelope: Envelope & { api_version: string }): string => {
  const { id = `evt_${type}`, created = NOON, livemode = true } = envelope;
  const { api_version } = envelope;
  return JSON.stringify({ id, object: "event", type, created, livemode, api_version, data: { object } });
};

/** Signed by Stripe's own library. */
export const stripeRequest = (body: string, now: Date, secret = STRIPE_SECRET): InboundRequest => {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const header = library.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { headers: { "stripe-signature": header }, body: Buffer.from(body) };
};

/** Throws if Stripe's own library refuses the request. */
export const verifyAsStripe = ({ headers, body }: InboundRequest, now: Date): Stripe.Event =>
  library.webhooks.constructEvent(
    body,
    String(headers["stripe-signature"]),
    STRIPE_SECRET,
    300,
    undefined,
    now.getTime(),
  );

export const SETTINGS: ConnectorSettings = { paymentIntents: false, mapping: null };

export const translated = (body: string, settings = SETTINGS): Translation =>
  provider.translate({ topic: "", headers: {}, body, receivedAt: new Date(NOON * 1_000) }, settings);

export function factsOf(body: string, settings = SETTINGS): readonly Fact[] {
  const translation = translated(body, settings);
  return "facts" in translation ? translation.facts : [];
}

/** The only fact of a kind. */
export function factOf<K extends Fact["kind"]>(kind: K, body: string, settings = SETTINGS): Extract<Fact, { kind: K }> {
  const found = factsOf(body, settings).filter((fact) => fact.kind === kind);
  if (found.length !== 1) throw new Error(`${found.length} facts are of kind ${kind}.`);
  return found[0] as Extract<Fact, { kind: K }>;
}

/** A first invoice of 20.00 plus 19% tax. */
export const invoice = (more: ObjectOf<"invoice.paid"> = {}): ObjectOf<"invoice.paid"> => ({
  id: "in_1",
  object: "invoice",
  currency: "eur",
  billing_reason: "subscription_create",
  customer: "cus_1",
  customer_email: "ada@example.com",
  customer_address: { country: "DE" },
  amount_paid: 2_380,
  total: 2_380,
  total_excluding_tax: 2_000,
  status_transitions: { paid_at: NOON - 5 },
  parent: {
    type: "subscription_details",
    quote_details: null,
    subscription_details: { subscription: "sub_1", metadata: {} },
  },
  lines: { object: "list", has_more: false, url: "/v1/invoices/in_1/lines", data: [line()] },
  livemode: true,
  ...more,
});

type Line = NonNullable<NonNullable<ObjectOf<"invoice.paid">["lines"]>["data"]>[number];
export const line = (more: Line = {}): Line => ({
  id: "il_1",
  object: "line_item",
  amount: 2_000,
  currency: "eur",
  quantity: 1,
  discount_amounts: [],
  pricing: {
    type: "price_details",
    unit_amount_decimal: null,
    price_details: { price: "price_pro", product: "prod_1" },
  },
  taxes: [{ amount: 380, tax_behavior: "exclusive" }],
  ...more,
});
export const lines = (data: readonly Line[], has_more = false): ObjectOf<"invoice.paid"> => ({
  lines: { object: "list", has_more, url: "/v1/invoices/in_1/lines", data },
});

/** A paid session in payment mode, without an invoice. */
export const session = (more: ObjectOf<"checkout.session.completed"> = {}): ObjectOf<"checkout.session.completed"> => ({
  id: "cs_1",
  object: "checkout.session",
  mode: "payment",
  payment_status: "paid",
  currency: "eur",
  amount_total: 2_880,
  total_details: { amount_tax: 380, amount_shipping: 500, amount_discount: 0 },
  customer: null,
  customer_details: { email: "ada@example.com", address: { country: "AT" } },
  client_reference_id: CLICK,
  invoice: null,
  subscription: null,
  payment_intent: "pi_1",
  discounts: [],
  metadata: {},
  ...more,
});

export const refund = (more: ObjectOf<"refund.created"> = {}): ObjectOf<"refund.created"> => ({
  id: "re_1",
  object: "refund",
  amount: 1_190,
  currency: "eur",
  charge: "ch_1",
  payment_intent: "pi_1",
  status: "succeeded",
  reason: "requested_by_customer",
  created: NOON - 60,
  ...more,
});

export const dispute = (more: ObjectOf<"charge.dispute.closed"> = {}): ObjectOf<"charge.dispute.closed"> => ({
  id: "du_1",
  object: "dispute",
  amount: 2_380,
  currency: "eur",
  charge: "ch_1",
  payment_intent: "pi_1",
  reason: "fraudulent",
  status: "lost",
  created: NOON - 60,
  ...more,
});
