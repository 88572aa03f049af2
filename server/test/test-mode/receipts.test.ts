import { Environment, Paddle } from "@paddle/paddle-node-sdk";
import sql from "sql-template-tag";
import Stripe from "stripe";
import { providerNames, type ProviderName } from "tributary-sdk/words";
import { beforeAll, expect, test } from "vitest";
import { samplerOf } from "../../src/connectors/samples/samplers.ts";
import type { Sample } from "../../src/connectors/samples/sample.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { DEFAULT_CURRENCY } from "../../src/domain/values/currency.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { lemonRequest, order as lemonOrder } from "../connectors/lemon-squeezy-events.ts";
import { paddleBody, paddleRequest, transaction } from "../connectors/paddle-events.ts";
import { order as shopifyOrder, shopifyRequest } from "../connectors/shopify-events.ts";
import { session, stripeBody, stripeRequest } from "../connectors/stripe-events.ts";
import { appForFile, call, type TestResponse } from "../support/app.ts";
import { together } from "../support/parallel.ts";
import { ledgerFaults, type Merchant } from "../support/world.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { advance, aTestShop, type TestShop } from "./test-world.ts";

const app = await appForFile();
beforeAll(() => {
  app.receipts.start();
});

const send = ({ merchant }: TestShop, provider: ProviderName, body: object = {}): Promise<TestResponse> =>
  merchant.call("POST", `/v1/test/receipts/${provider}`, { body });

async function click({ merchant, code }: TestShop): Promise<string> {
  return (await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: code } })).body.click.id;
}

const conversion = async ({ merchant, campaignId }: TestShop, id: string) => {
  const { body } = await merchant.call("GET", `/v1/campaigns/${campaignId}/conversions?limit=100`);
  return body.conversions.find((each: { id: string }) => each.id === id);
};

test.each(providerNames)("a sample order of %s becomes a conversion, and its refunds lower it", async (provider) => {
  const shop = await aTestShop(app);
  // Wherever the clock stands, the order is paid after the click.
  await advance(shop.merchant, "P400D");
  const ordered = await send(shop, provider, { click_id: await click(shop), amount: 49.99 });
  expect(ordered.body).toMatchObject({ receipt: { provider, state: "done", reason: null, problem: null } });
  const { order_id, conversion_id } = ordered.body.receipt;
  expect(await conversion(shop, conversion_id)).toMatchObject({ external_id: order_id, amount: 49.99, commission: 5 });

  for (const [amount, left] of [
    [10, 39.99],
    [5.5, 34.49],
    [undefined, 0],
  ]) {
    const refunded = await send(shop, provider, { event: "refund", order_id, amount });
    expect(refunded.body).toMatchObject({ receipt: { state: "done", conversion_id, problem: null } });
    expect((await conversion(shop, conversion_id)).amount).toBe(left);
  }
  const again = await send(shop, provider, { event: "refund", order_id });
  expect(again.body.error).toBe("Nothing of this order is left to refund.");
  expect(await ledgerFaults(app)).toEqual([]);
});

test.each(providerNames.filter((name) => name !== "lemonsqueezy"))(
  "a sample order of %s with a coupon goes to the affiliate who holds it",
  async (provider) => {
    const shop = await aTestShop(app);
    const coupon = { code: `ANNA-${provider}`, affiliate_id: shop.affiliateId };
    await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/coupons`, { body: coupon });
    const { body } = await send(shop, provider, { coupon_code: coupon.code });
    expect(body).toMatchObject({ receipt: { state: "done", reason: null } });
    expect(await conversion(shop, body.receipt.conversion_id)).toMatchObject({ amount: 100 });
  },
);

test("says why an order has no affiliate, and what is wrong with a request", async () => {
  const shop = await aTestShop(app);
  const problem = async (provider: ProviderName, body: object) => (await send(shop, provider, body)).body.error;
  expect(await problem("stripe", { event: "refund" })).toBe("order_id is required for a refund.");
  expect(await problem("shopify", { order_id: "A-1" })).toBe("order_id is not an order ID of shopify.");
  expect(await problem("lemonsqueezy", { coupon_code: "A" })).toBe(
    "Events of lemonsqueezy name no coupon code. Send click_id instead.",
  );
  expect(await problem("stripe", { amount: 0 })).toBe("amount must be a number above 0 and up to 1000000000.");
  expect((await shop.merchant.call("POST", "/v1/test/receipts/etsy", { body: {} })).body.error).toBe(
    `provider must be one of ${providerNames.join(", ")}.`,
  );
  const connectors = () =>
    app.db.query(sql`select from connectors where account_id = ${uuidOf(shop.merchant.accountId)}`);
  expect(await connectors()).toHaveLength(0);
  const { body } = await send(shop, "stripe");
  expect(body).toMatchObject({ receipt: { state: "done", conversion_id: null, reason: "no_evidence" } });
  expect(await connectors()).toHaveLength(1);
});

test("first sample events at once create one connector and one conversion each", async () => {
  const shop = await aTestShop(app);
  const id = await click(shop);
  const sent = await together(8, () => send(shop, "stripe", { click_id: id }));
  expect(new Set(sent.map(({ body }) => body.receipt.connector_id)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => body.receipt.conversion_id)).size).toBe(8);
});

const sample: Sample = {
  event: "order",
  orderId: "pi_1",
  uuid: "01900000-0000-7000-8000-000000000001",
  at: new Date(),
  money: { minor: 4999n, currency: DEFAULT_CURRENCY },
  order: { total: { minor: 4999n, currency: DEFAULT_CURRENCY }, refunds: [] },
  clickId: "clk_1",
  couponCode: "ANNA10",
  customerEmail: "ada@example.com",
};

test("the libraries of Stripe and Paddle accept the samples", async () => {
  for (const event of ["order", "refund"] as const) {
    const [ofStripe] = samplerOf("stripe").requests({ ...sample, at: new Date(), event }, "whsec_1");
    const header = String(ofStripe?.headers["stripe-signature"]);
    const known = new Stripe("sk_test_1").webhooks.constructEvent(ofStripe?.body ?? "", header, "whsec_1");
    expect(known.type).toBe(event === "order" ? "checkout.session.completed" : "refund.created");
    const paddle = new Paddle("key", { environment: Environment.sandbox });
    for (const { headers, body } of samplerOf("paddle").requests({ ...sample, at: new Date(), event }, "pdl_1"))
      expect(
        await paddle.webhooks.unmarshal(body.toString(), "pdl_1", String(headers["paddle-signature"])),
      ).toBeTruthy();
  }
});

interface Mode {
  readonly provider: ProviderName;
  readonly request: (isTest: boolean, secret: string) => InboundRequest;
  readonly sandbox?: (isTest: boolean) => boolean;
}
const SECRET = "s3cret-of-the-provider";
const modes: readonly Mode[] = [
  {
    provider: "stripe",
    request: (isTest, secret) =>
      stripeRequest(
        stripeBody("checkout.session.completed", session(), { livemode: !isTest }),
        app.clock.now(),
        secret,
      ),
  },
  {
    provider: "shopify",
    request: (test_, secret) => shopifyRequest(shopifyOrder({ test: test_ }), { topic: "orders/paid" }, secret),
  },
  {
    provider: "lemonsqueezy",
    request: (isTest, secret) =>
      lemonRequest("order_created", lemonOrder({ test_mode: isTest }), { meta: { test_mode: isTest }, secret }),
  },
  {
    provider: "paddle",
    request: (_isTest, secret) =>
      paddleRequest(paddleBody("transaction.completed", transaction()), app.clock.now(), [secret]),
    sandbox: (isTest) => isTest,
  },
];

test.each(modes)(
  "$provider: a test account counts test events only, and a live account live ones only",
  async (mode) => {
    const { merchant } = await aTestShop(app);
    const outcome = async (account: Merchant, isTest: boolean) => {
      const sandbox = mode.sandbox?.(isTest);
      const { connector } = await createConnector(account.context, {
        provider: mode.provider,
        secret: SECRET,
        sandbox,
      });
      const { headers, body } = mode.request(isTest, SECRET);
      const raw = body.toString("utf8");
      const sent = await call(app, "POST", `/in/${connector.id}`, { raw, headers: headers as Record<string, string> });
      expect(sent.status).toBe(200);
      await app.receipts.run();
      const [row] = await app.db.query<{ state: string; reason: string | null }>(
        sql`select state, reason from receipts where connector_id = ${uuidOf(connector.id)}`,
      );
      return row;
    };
    expect(await outcome(merchant, false)).toEqual({ state: "ignored", reason: "live" });
    expect(await outcome(merchant.live, true)).toEqual({ state: "ignored", reason: "test" });
    // The click is unknown, but the order counts.
    expect(await outcome(merchant, true)).toEqual({ state: "done", reason: "click_not_found" });
    expect(await outcome(merchant.live, false)).toEqual({ state: "done", reason: "click_not_found" });
  },
);
