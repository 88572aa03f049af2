import type { TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, type Shop } from "../support/shop.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { aCoupon, another } from "../coupons/coupons.ts";
import * as paddle from "./paddle-events.ts";
import * as stripe from "./stripe-events.ts";
import { paddleStory } from "./paddle-story.ts";
import { eventsNamed, type Story, type StoryEvent } from "./story.ts";
import { stripeStory } from "./stripe-story.ts";

const DAY = 86_400;

/** A shop whose affiliates are known by name, what happened before the story, and the events of the story. */
export interface Setting {
  readonly shop: Shop;
  readonly provider: "stripe" | "paddle";
  /** Affiliate and campaign IDs, and how the books call them. */
  readonly names: Readonly<Record<string, string>>;
  readonly before: readonly StoryEvent[];
  readonly events: readonly StoryEvent[];
}

/** The story starts 70 days ago, in Unix seconds. */
const startOf = ({ clock }: TestApp): number => Math.floor(clock.now().getTime() / 1_000) - 70 * DAY;
const dateAt = (seconds: number): Date => new Date(seconds * 1_000);

type EventType = Parameters<typeof stripe.stripeBody>[0];
const stripeEvent = <T extends EventType>(
  name: string,
  type: T,
  { at, object }: { at: number; object: stripe.ObjectOf<T> },
): StoryEvent => ({ name, headers: {}, body: stripe.stripeBody(type, object, { id: `evt_${name}`, created: at }) });

/** Months after the start: in_1, in_2 and so on. */
function invoicePaid(start: number, month: number, more: stripe.ObjectOf<"invoice.paid"> = {}): StoryEvent {
  const at = start + (month - 1) * 30 * DAY;
  const billing_reason = month === 1 ? "subscription_create" : "subscription_cycle";
  const object = stripe.invoice({ id: `in_${month}`, billing_reason, status_transitions: { paid_at: at }, ...more });
  return stripeEvent(`paid_${month}`, "invoice.paid", { at, object });
}

const linkOf = (start: number, month: number): StoryEvent =>
  stripeEvent(`link_${month}`, "invoice_payment.paid", {
    at: start,
    object: {
      id: `inpay_${month}`,
      object: "invoice_payment",
      invoice: `in_${month}`,
      status: "paid",
      payment: { type: "payment_intent", payment_intent: `pi_${month}` },
    },
  });

const refundOf = (start: number, month: number): StoryEvent =>
  stripeEvent("refund", "refund.created", {
    at: start + 40 * DAY,
    object: stripe.refund({ payment_intent: `pi_${month}`, charge: null, created: start + 40 * DAY }),
  });

/** The session of the subscription. */
const subscribed = (start: number, more: stripe.ObjectOf<"checkout.session.completed">): StoryEvent =>
  stripeEvent("session", "checkout.session.completed", {
    at: start + 2,
    object: stripe.session({
      mode: "subscription",
      customer: "cus_1",
      subscription: "sub_1",
      invoice: "in_1",
      payment_intent: null,
      ...more,
    }),
  });

/** An earlier order of the same customer, through Ada's link. */
const boughtBefore = (start: number, clickId: string): StoryEvent =>
  stripeEvent("before", "checkout.session.completed", {
    at: start - 10 * DAY,
    object: stripe.session({ id: "cs_0", payment_intent: "pi_0", customer: "cus_1", client_reference_id: clickId }),
  });

const asAnother = async (shop: Shop): Promise<Shop> => ({ ...shop, affiliate: await another(shop) });

/** Ada and Bob in a campaign each, and a click on the link of each. */
async function twoCampaigns(app: TestApp, start: number) {
  const shop = await aShop(app, { currency: "EUR" });
  const campaignId = await aCampaign(shop.merchant, { name: "Autumn", currency: "EUR" });
  const bob = { ...shop, campaignId, affiliate: await anAffiliate(app, shop.merchant, campaignId) };
  return {
    shop,
    names: { ...namesOf({ ada: shop, bob }), [campaignId]: "two" },
    ofAda: await aClick(shop, { at: dateAt(start - 11 * DAY) }),
    ofBob: await aClick(bob, { at: dateAt(start - 3_600) }),
  };
}

/** Ada's customer subscribes through Bob's link, in another campaign. */
export async function anotherCampaign(app: TestApp): Promise<Setting> {
  const start = startOf(app);
  const { shop, names, ofAda, ofBob } = await twoCampaigns(app, start);
  return {
    shop,
    provider: "stripe",
    names,
    before: [boughtBefore(start, ofAda)],
    events: [
      subscribed(start, { client_reference_id: ofBob }),
      invoicePaid(start, 1),
      invoicePaid(start, 2),
      linkOf(start, 1),
      refundOf(start, 1),
    ],
  };
}

/** Ada's customer follows Bob's link and types Eve's coupon. A new click takes customers over, and clicks come first. */
export async function linkAndCoupon(app: TestApp): Promise<Setting> {
  const shop = await aShop(app, { currency: "EUR", rebind: "click", evidence: "click" });
  const start = startOf(app);
  const [bob, eve] = [await asAnother(shop), await asAnother(shop)];
  await aCoupon(eve, "EVE10", { starts_at: dateAt(start - 15 * DAY).toISOString() });
  const [ofAda, ofBob] = [
    await aClick(shop, { at: dateAt(start - 11 * DAY) }),
    await aClick(bob, { at: dateAt(start - 3_600) }),
  ];
  return {
    shop,
    provider: "stripe",
    names: namesOf({ ada: shop, bob, eve }),
    before: [boughtBefore(start, ofAda)],
    events: [
      subscribed(start, { client_reference_id: ofBob, discounts: [{ promotion_code: "promo_1", coupon: null }] }),
      stripeEvent("coupon", "promotion_code.created", {
        at: start - DAY,
        object: { id: "promo_1", object: "promotion_code", code: "EVE10" },
      }),
      invoicePaid(start, 1),
      invoicePaid(start, 2),
    ],
  };
}

/** A new customer: the subscription carries Ada's click, and the session Eve's coupon, which comes first. */
export async function couponInSession(app: TestApp): Promise<Setting> {
  const shop = await aShop(app, { currency: "EUR", evidence: "coupon" });
  const start = startOf(app);
  const eve = await asAnother(shop);
  await aCoupon(eve, "EVE10", { starts_at: dateAt(start - 15 * DAY).toISOString() });
  const metadata = { service_id: await aClick(shop, { at: dateAt(start - 3_600) }) };
  const parent = { type: "subscription_details", subscription_details: { subscription: "sub_1", metadata } } as const;
  return {
    shop,
    provider: "stripe",
    names: namesOf({ ada: shop, eve }),
    before: [
      stripeEvent("coupon", "promotion_code.created", {
        at: start - DAY,
        object: { id: "promo_1", object: "promotion_code", code: "EVE10" },
      }),
    ],
    events: [
      stripeEvent("subscription", "customer.subscription.created", {
        at: start,
        object: { id: "sub_1", object: "subscription", customer: "cus_1", metadata, latest_invoice: "in_1" },
      }),
      subscribed(start, { client_reference_id: null, discounts: [{ promotion_code: "promo_1", coupon: null }] }),
      invoicePaid(start, 1, { parent }),
      invoicePaid(start, 2, { parent }),
    ],
  };
}

/** A trial, then two payments, of which a plan pays the first. One of them is refunded in part. */
export async function trialUnderPlan(app: TestApp): Promise<Setting> {
  const base = { type: "percentage", value: 50 } as const;
  const plan = {
    base: { type: "percentage", value: 10 },
    repeat: { pay: "none" },
    orders: [{ id: "first", when: { order: "first" }, pay: base }],
  };
  const shop = await aShop(app, { currency: "EUR", commission_type: "percentage", commission_value: 10, plan });
  const start = startOf(app);
  const click = await aClick(shop, { at: dateAt(start - 3_600) });
  const free = {
    amount_paid: 0,
    total: 0,
    total_excluding_tax: 0,
    ...stripe.lines([stripe.line({ amount: 0, taxes: [] })]),
  };
  return {
    shop,
    provider: "stripe",
    names: namesOf({ ada: shop }),
    before: [],
    events: [
      subscribed(start, { client_reference_id: click, payment_status: "no_payment_required", amount_total: 0 }),
      invoicePaid(start, 1, free),
      invoicePaid(start, 2),
      invoicePaid(start, 3),
      linkOf(start, 2),
      refundOf(start, 2),
    ],
  };
}

/** The same at Paddle as `anotherCampaign` at Stripe. */
export async function paddleReturns(app: TestApp): Promise<Setting> {
  const start = startOf(app);
  const time = (days: number): string => dateAt(start + days * DAY).toISOString();
  const { shop, names, ofAda, ofBob } = await twoCampaigns(app, start);
  const paid = (id: string, days: number, more: Parameters<typeof paddle.transaction>[0]): StoryEvent => {
    const payments = [{ status: "captured", captured_at: time(days), amount: "2380" }] as const;
    const object = paddle.transaction({ id, payments, ...more });
    const envelope = { event_id: `evt_${id}`, occurred_at: time(days) };
    return { name: id, headers: {}, body: paddle.paddleBody("transaction.completed", object, envelope) };
  };
  const custom_data = { service_id: ofBob };
  const refund = paddle.adjustment({ id: "adj_1", transaction_id: "txn_1", created_at: time(40) });
  const envelope = { event_id: "evt_refund", occurred_at: time(40) };
  return {
    shop,
    provider: "paddle",
    names,
    before: [paid("txn_0", -10, { subscription_id: null, custom_data: { service_id: ofAda } })],
    events: [
      paid("txn_1", 0, { custom_data }),
      paid("txn_2", 30, { origin: "subscription_recurring", custom_data }),
      paid("txn_3", 60, { origin: "subscription_recurring", custom_data }),
      { name: "refund", headers: {}, body: paddle.paddleBody("adjustment.created", refund, envelope) },
    ],
  };
}

/** A new customer, seven events of the provider's whole story. */
async function sevenOf(app: TestApp, tell: (clickId: string, start: Date) => Story, names: readonly string[]) {
  const shop = await aShop(app, { currency: "EUR" });
  const start = dateAt(startOf(app) - 30 * DAY);
  const story = tell(await aClick(shop, { at: new Date(start.getTime() - 3_600_000) }), start);
  return { shop, names: namesOf({ ada: shop }), before: [], events: eventsNamed(story, names) };
}

export const sevenOfStripe = async (app: TestApp): Promise<Setting> => ({
  provider: "stripe",
  ...(await sevenOf(app, (clickId, start) => stripeStory(clickId, start.getTime() / 1_000), [
    "session",
    "paid_1",
    "link_1",
    "refund_pending",
    "refund",
    "paid_2",
    "link_2",
  ])),
});

export const sevenOfPaddle = async (app: TestApp): Promise<Setting> => ({
  provider: "paddle",
  ...(await sevenOf(app, paddleStory, [
    "subscription",
    "paid_1",
    "paid_2",
    "refund_pending",
    "refund",
    "chargeback",
    "reversed",
  ])),
});

const namesOf = (shops: Readonly<Record<string, Shop>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shops).flatMap(([name, { affiliate, campaignId }]) => [
      [affiliate.affiliateId, name],
      [campaignId, "one"],
    ]),
  );
