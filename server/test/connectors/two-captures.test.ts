import sql from "sql-template-tag";
import type { CommissionPlan } from "tributary-sdk/plan";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { setPlan } from "../plans/bonus-shop.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, conversionsOf, worldForFile } from "../support/shop.ts";
import { conversionIdOf, ledgerFaults } from "../support/world.ts";
import { moneySet, order, refund, refunded, shopifyRequest, SHOPIFY_SECRET, type Body } from "./shopify-events.ts";
import { send, type StoryShop } from "./story-shop.ts";
import { permutations, type StoryEvent } from "./story.ts";

const world = worldForFile();
const percent = (value: number) => ({ type: "percentage", value }) as const;
const mugs = (pay: NonNullable<CommissionPlan["lines"]>[number]["pay"], base: number): CommissionPlan => ({
  base: percent(base),
  lines: [{ id: "mugs", when: { sku: ["MUG"] }, pay }],
});

/** A shop that sells two mugs for 100.00 plus tax, and what arrives about that order. */
async function aMugShop(plan: CommissionPlan) {
  const shop = await aShop(world.app, { currency: "EUR", maturation_days: 7 });
  const { merchant } = shop;
  const campaignId = parseId("campaign", shop.campaignId) as CampaignId;
  await setPlan({ app: world.app, merchant, campaignId }, plan);
  const { connector } = await createConnector(merchant.context, { provider: "shopify", secret: SHOPIFY_SECRET });
  const sign = ({ body, headers }: StoryEvent) => ({ headers, body: Buffer.from(body) });
  const story = { provider: "shopify", secret: SHOPIFY_SECRET, events: [], sign } as const;
  const connected: StoryShop = { ...shop, story, connectorId: connector.id };
  const value = await aClick(shop);
  const start = world.app.clock.now().getTime();
  const time = (minutes: number): string => `${new Date(start + minutes * 60_000).toISOString().slice(0, 19)}Z`;
  const arrive = async (minutes: number, more: Body): Promise<void> => {
    const own = { created_at: time(0), processed_at: time(0), updated_at: time(minutes) };
    const attributes = { note_attributes: [{ name: "service_id", value }] };
    const body = order({ ...own, ...attributes, shipping_lines: [], total_price_set: moneySet("119.00"), ...more });
    const request = shopifyRequest(body, { topic: "orders/updated" });
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, text]) => [name, String(text)]));
    await send(connected, { name: "", headers, body: request.body.toString() });
    await world.app.receipts.run();
  };
  const half = { financial_status: "partially_paid", total_outstanding_set: moneySet("59.50") };
  return {
    shop: connected,
    first: () => arrive(1, half),
    second: () => arrive(2, {}),
    oneBack: () => arrive(3, refunded(refund({ created_at: time(3), processed_at: time(3) }))),
  };
}

const commissionsOf = async ({ app, merchant }: StoryShop): Promise<bigint[]> => {
  const rows = await app.db.query<{ minor: bigint }>(sql`
    select commission_minor as minor from conversions where account_id = ${uuidOf(merchant.accountId)} order by created_at, id`);
  return rows.map(({ minor }) => minor);
};

async function deductedOf({ app, merchant }: StoryShop): Promise<bigint> {
  const [row] = await app.db.query<{ minor: bigint }>(sql`
    select sum(amount_minor)::int8 as minor from claw_backs where account_id = ${uuidOf(merchant.accountId)}`);
  return row?.minor ?? 0n;
}

describe("an order at Shopify that is captured in two parts", () => {
  it.each([
    { name: "pay nothing", plan: mugs({ type: "none" }, 20), paid: 0n },
    { name: "pay more than the rest", plan: mugs(percent(30), 10), paid: 3_000n },
    { name: "pay a fixed amount each", plan: mugs({ type: "fixed", value: 2.5 }, 10), paid: 500n },
  ])("pays for items by their rule if they $name, in both orders of arrival", async ({ plan, paid }) => {
    for (const names of permutations(["first", "second"] as const)) {
      const told = await aMugShop(plan);
      for (const name of names) await told[name]();
      expect(await commissionsOf(told.shop)).toEqual([paid]);
    }
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("pays for items by their rule after the hold period too, and less after a refund", async () => {
    const told = await aMugShop(mugs(percent(30), 10));
    await told.first();
    const [conversion] = await conversionsOf(told.shop);
    await approveConversion(told.shop.merchant.context, { id: conversionIdOf(conversion.id) });
    world.app.clock.forward({ days: 8 });
    await told.second();
    expect(await commissionsOf(told.shop)).toEqual([1_500n, 1_500n]);
    await told.oneBack();
    // One of two mugs came back.
    expect(await deductedOf(told.shop)).toBe(1_500n);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("pays the base rate for what an edit through the API adds", async () => {
    const told = await aMugShop(mugs(percent(30), 10));
    await told.second();
    const [{ id }] = (await conversionsOf(told.shop)) as [{ id: string }];
    const body = { external_id: "e1", amount: 150 };
    const edited = await told.shop.merchant.call("POST", `/v1/conversions/${id}/edits`, { body });
    expect(edited.body.conversion).toMatchObject({ amount: 150, commission: 35 });
  });
});
