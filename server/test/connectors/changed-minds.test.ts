import { describe, expect, it } from "vitest";
import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { changeConnector } from "../../src/usecases/connectors/change-connector.ts";
import { aCoupon } from "../coupons/coupons.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile, type Shop } from "../support/shop.ts";
import { anAffiliate, ledgerFaults } from "../support/world.ts";
import { booksOf, send, type StoryShop } from "./story-shop.ts";
import { permutations, type StoryEvent } from "./story.ts";
import {
  dispute,
  invoice,
  oldBody,
  refund as stripeRefund,
  session,
  stripeBody,
  stripeRequest,
  STRIPE_SECRET,
} from "./stripe-events.ts";
import { order, refund, WOO_SECRET, wooRequest } from "./woocommerce-events.ts";

const world = worldForFile();

async function aStripeShop(shop: Shop): Promise<StoryShop> {
  const { context } = shop.merchant;
  const { connector } = await createConnector(context, { provider: "stripe", secret: STRIPE_SECRET });
  await changeConnector(context, { id: connector.id, paymentIntents: true });
  const sign = ({ body }: StoryEvent, now: Date) => stripeRequest(body, now);
  return { ...shop, story: { provider: "stripe", secret: STRIPE_SECRET, events: [], sign }, connectorId: connector.id };
}

async function aWooShop(shop: Shop): Promise<StoryShop> {
  const { connector } = await createConnector(shop.merchant.context, { provider: "woocommerce", secret: WOO_SECRET });
  const sign = ({ body, headers }: StoryEvent) => wooRequest(body, { topic: headers["x-wc-webhook-topic"] ?? "" });
  return {
    ...shop,
    story: { provider: "woocommerce", secret: WOO_SECRET, events: [], sign },
    connectorId: connector.id,
  };
}

const seconds = (): number => Math.floor(world.app.clock.now().getTime() / 1_000);

async function arrive(shop: StoryShop, event: StoryEvent): Promise<void> {
  await send(shop, event);
  await world.app.receipts.run();
}

const commissionOf = async ({ merchant }: Shop): Promise<bigint> => {
  const [row] = await world.app.db.query<{ sum: bigint }>(sql`
    select coalesce(sum(commission_minor), 0)::int8 as sum from conversions where account_id = ${uuidOf(merchant.accountId)}`);
  return row?.sum ?? 0n;
};

describe("a payment intent that an invoice counts", () => {
  const event = (name: string, body: string): StoryEvent => ({ name, headers: {}, body });

  it("pays no commission of its own, in all orders of arrival", async () => {
    const commissions = [];
    for (const names of permutations(["intent", "invoice", "link"])) {
      const shop = await aStripeShop(await aShop(world.app, { currency: "EUR" }));
      const click = await aClick(shop);
      const created = seconds();
      const metadata = { service_id: click };
      const events = [
        event(
          "intent",
          stripeBody(
            "payment_intent.succeeded",
            {
              id: "pi_1",
              object: "payment_intent",
              currency: "eur",
              amount_received: 2_000,
              customer: "cus_1",
              created,
              metadata,
            },
            { created },
          ),
        ),
        event(
          "invoice",
          stripeBody("invoice.paid", invoice({ metadata, status_transitions: { paid_at: created } }), { created }),
        ),
        event(
          "link",
          stripeBody(
            "invoice_payment.paid",
            { id: "inpay_1", invoice: "in_1", payment: { type: "payment_intent", payment_intent: "pi_1" } },
            { created },
          ),
        ),
      ];
      for (const name of names) for (const each of events.filter((one) => one.name === name)) await arrive(shop, each);
      commissions.push(await commissionOf(shop));
    }
    expect(new Set(commissions).size).toBe(1);
    expect(commissions[0]).toBeGreaterThan(0n);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("a lost dispute of a charge whose refunds have no events of their own", () => {
  it("counts beside them, in all orders of arrival", async () => {
    for (const names of permutations(["paid", "refunded", "lost"])) {
      const shop = await aStripeShop(await aShop(world.app, { currency: "EUR" }));
      const created = seconds();
      const old = { created, api_version: "2024-06-20" };
      const paid = {
        client_reference_id: await aClick(shop),
        amount_total: 10_000,
        total_details: { amount_tax: 0, amount_shipping: 0, amount_discount: 0 },
      };
      const charge = { id: "ch_1", currency: "eur", payment_intent: "pi_1", amount_refunded: 4_000 };
      const bodies: Record<string, string> = {
        paid: oldBody("checkout.session.completed", session(paid), old),
        refunded: oldBody("charge.refunded", charge, old),
        lost: oldBody("charge.dispute.closed", dispute({ amount: 6_000 }), old),
      };
      for (const name of names) await arrive(shop, { name, headers: {}, body: bodies[name] ?? "" });
      const { refunds } = JSON.parse(await booksOf(shop)) as { refunds: object[] };
      expect(refunds).toMatchObject([
        { refund: "ch_1", amount: "4000" },
        { refund: "du_1", amount: "6000" },
      ]);
    }
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("a refund that fails, of a charge whose refunds have no events of their own", () => {
  it("is undone, in all orders of arrival", async () => {
    for (const names of permutations(["paid", "refunded", "failed"])) {
      const shop = await aStripeShop(await aShop(world.app, { currency: "EUR", commission_value: 20 }));
      const created = seconds();
      const old = { created, api_version: "2024-06-20" };
      const paid = {
        client_reference_id: await aClick(shop),
        amount_total: 10_000,
        total_details: { amount_tax: 0, amount_shipping: 0, amount_discount: 0 },
      };
      const charge = { id: "ch_1", currency: "eur", payment_intent: "pi_1", amount_refunded: 4_000 };
      const failed = stripeRefund({ amount: 4_000, status: "failed", created });
      const bodies: Record<string, string> = {
        paid: oldBody("checkout.session.completed", session(paid), old),
        refunded: oldBody("charge.refunded", charge, old),
        failed: oldBody("charge.refund.updated", failed, { ...old, created: created + 60 }),
      };
      for (const name of names) await arrive(shop, { name, headers: {}, body: bodies[name] ?? "" });
      expect(await commissionOf(shop)).toBe(2_000n);
    }
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("the text of a coupon", () => {
  const discounts = [{ promotion_code: "promo_1", coupon: null }];
  const named = (id: string): StoryEvent => ({
    name: "named",
    headers: {},
    body: stripeBody(
      "promotion_code.updated",
      { id: "promo_1", object: "promotion_code", code: "ADA10" },
      { id, created: seconds() },
    ),
  });
  const ordered = (clickId: string | null): StoryEvent => ({
    name: "ordered",
    headers: {},
    body: stripeBody("checkout.session.completed", session({ client_reference_id: clickId, discounts }), {
      created: seconds(),
    }),
  });

  it("decides although nobody worked on receipts for more than a minute", async () => {
    const shop = await aShop(world.app, { currency: "EUR" });
    const click = await aClick(shop);
    const holder = await anAffiliate(world.app, shop.merchant, shop.campaignId);
    await aCoupon({ ...shop, affiliate: holder }, "ADA10");
    const stripe = await aStripeShop(shop);
    await send(stripe, ordered(click));
    await send(stripe, named("evt_1"));
    world.app.clock.forward({ seconds: 300 });
    await world.app.receipts.run();
    const rows = await world.app.db.query(sql`
      select attributed_by from conversions where account_id = ${uuidOf(shop.merchant.accountId)}`);
    expect(rows).toEqual([{ attributed_by: "coupon" }]);
  });

  it("is not tried again with orders that it did not help, whenever it is used", async () => {
    const shop = await aStripeShop(await aShop(world.app, { currency: "EUR" }));
    await arrive(shop, ordered(null));
    await arrive(shop, named("evt_1"));
    const account = uuidOf(shop.merchant.accountId);
    const reasons = () => world.app.db.query(sql`select unattributed_reason from orders where account_id = ${account}`);
    expect(await reasons()).toEqual([{ unattributed_reason: "coupon_not_found" }]);
    world.app.clock.forward({ seconds: 61 });
    await world.app.receipts.run();
    // As the daily job does after 90 days. If the order were tried again, it would be back.
    await world.app.db.query(sql`delete from orders where account_id = ${account}`);
    world.app.clock.forward({ days: 91 });
    await arrive(shop, named("evt_2"));
    expect(await reasons()).toEqual([]);
  });
});

describe("an order of WooCommerce", () => {
  const at = (offset: number): string => new Date((seconds() + offset) * 1_000).toISOString().slice(0, 19);
  const told = (topic: string, body: object): StoryEvent => ({
    name: topic,
    headers: { "x-wc-webhook-topic": topic },
    body: JSON.stringify(body),
  });

  async function aPaidOrder(): Promise<{ shop: StoryShop; body: (more: object, offset: number) => object }> {
    const shop = await aWooShop(await aShop(world.app, { currency: "EUR" }));
    const click = await aClick(shop);
    const created = at(0);
    const meta_data = [{ id: 1, key: "_service_id", value: click }];
    const body = (more: object, offset: number) =>
      order({ date_created_gmt: created, date_paid_gmt: created, date_modified_gmt: at(offset), meta_data, ...more });
    await arrive(shop, told("order.created", body({}, 0)));
    return { shop, body };
  }

  it("gets back the commission of a refund that is deleted, in whatever order both arrive", async () => {
    const { shop, body } = await aPaidOrder();
    const full = await commissionOf(shop);
    const refunded = told("order.updated", body({ refunds: [refund(801, "-62.48")] }, 10));
    const deleted = told("order.updated", body({ refunds: [] }, 20));
    await arrive(shop, refunded);
    expect(await commissionOf(shop)).toBeLessThan(full);
    await arrive(shop, deleted);
    expect(await commissionOf(shop)).toBe(full);
    const other = await aPaidOrder();
    await arrive(other.shop, told("order.updated", other.body({ refunds: [] }, 20)));
    await arrive(other.shop, told("order.updated", other.body({ refunds: [refund(801, "-62.48")] }, 10)));
    expect(await commissionOf(other.shop)).toBe(full);
    expect(JSON.parse(await booksOf(shop))).toMatchObject({ refunds: [] });
  });

  it("counts again when it changes after it was deleted", async () => {
    const { shop, body } = await aPaidOrder();
    const full = await commissionOf(shop);
    world.app.clock.forward({ seconds: 10 });
    await arrive(shop, told("order.deleted", { id: 727 }));
    expect(await commissionOf(shop)).toBe(0n);
    world.app.clock.forward({ seconds: 10 });
    await arrive(shop, told("order.updated", body({ status: "processing" }, 0)));
    expect(await commissionOf(shop)).toBe(full);
  });
});
