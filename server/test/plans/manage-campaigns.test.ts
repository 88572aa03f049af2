import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import type { TestResponse } from "../support/app.ts";
import { aShop, campaignOf, expectFailure, worldForFile, type Shop } from "../support/shop.ts";
import { campaignBody } from "../support/world.ts";

const world = worldForFile();

const repeat = { pay: "limited", months: 12 };
const base = { type: "percentage", value: 10 };
const patch = (shop: Shop, body: unknown): Promise<TestResponse> =>
  shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
const create = (shop: Shop, more: object): Promise<TestResponse> =>
  shop.merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, ...more } });

interface Stored {
  version: number;
  source: string;
  currency: string;
  body: Record<string, unknown>;
  current: boolean;
}
/** All stored versions, oldest first. */
function versionsOf({ app, campaignId }: Shop): Promise<Stored[]> {
  const id = parseId("campaign", campaignId);
  if (!id) throw new Error("No campaign ID.");
  return app.db.query<Stored>(sql`
    select version, source, plans.currency, body, plans.id = campaigns.plan_id as current
    from plans join campaigns on campaigns.id = plans.campaign_id
    where plans.campaign_id = ${uuidOf(id)} order by version`);
}
const numbersOf = async (shop: Shop): Promise<number[]> => (await versionsOf(shop)).map(({ version }) => version);

describe("a campaign without a plan", () => {
  it("has the same fields as before plans existed", async () => {
    const { body } = await world.shop.merchant.call("GET", `/v1/campaigns/${world.shop.campaignId}`);
    expect(Object.keys(body.campaign).join(" ")).toBe(
      "id name target_url type status slug commission_type commission_value visibility attribution_window " +
        "maturation_days currency max_budget current_spend created_at updated_at stats by_currency",
    );
  });

  it.each([
    { commission_value: 20 },
    { commission_type: "fixed", commission_value: 5 },
    { currency: "USD" },
    { plan: null, name: "Same" },
  ])("gets no plan from %j", async (change) => {
    const shop = await aShop(world.app);
    expect((await patch(shop, change)).status).toBe(200);
    expect(await versionsOf(shop)).toEqual([]);
    const campaign = await campaignOf(shop);
    expect("plan" in campaign || "plan_version" in campaign || "rebind" in campaign).toBe(false);
  });
});

it("POST and PATCH show the plan as GET does", async () => {
  const created = await create(world.shop, { plan: { base, repeat } });
  const shop = { ...world.shop, campaignId: created.body.campaign.id as string };
  const shown = ({ plan, plan_version }: Record<string, unknown>) => ({ plan, plan_version });
  expect(shown(created.body.campaign)).toEqual(shown(await campaignOf(shop)));
  const patched = await patch(shop, { commission_value: 12 });
  expect(shown(patched.body.campaign)).toEqual({ plan: { base: { ...base, value: 12 }, repeat }, plan_version: 2 });
  expect(shown(await campaignOf(shop))).toEqual(shown(patched.body.campaign));
});

describe("POST /v1/campaigns with a plan", () => {
  it("stores it as version 1 and shows it", async () => {
    const shop = await aShop(world.app, { plan: { base, repeat } });
    expect(await campaignOf(shop)).toMatchObject({
      commission_type: "percentage",
      commission_value: 10,
      plan: { base, repeat },
      plan_version: 1,
    });
    expect(await numbersOf(shop)).toEqual([1]);
  });

  it("takes the commission as the base of a plan without one", async () => {
    for (const plan of [{ repeat }, { base: null, repeat }])
      expect((await campaignOf(await aShop(world.app, { plan }))).plan).toEqual({ base, repeat });
  });

  it("treats a plan of null as absent", async () => {
    const shop = await aShop(world.app, { plan: null });
    expect("plan" in (await campaignOf(shop))).toBe(false);
  });

  it("keeps rebind, and shows it unless it is never", async () => {
    expect((await campaignOf(await aShop(world.app, { rebind: "click" }))).rebind).toBe("click");
    expect("rebind" in (await campaignOf(await aShop(world.app, { rebind: "never" })))).toBe(false);
  });

  it.each([
    [{ base: { type: "percentage", value: 20 } }, "plan.base must be equal to commission_type and commission_value."],
    [
      { orders: [{ id: "a", when: { customer: "old" }, pay: base }] },
      "plan.orders[0].when.customer must be new or returning.",
    ],
    [{ repeat: { pay: "limited", months: 121 } }, "plan.repeat.months must be a whole number from 1 to 120."],
    [{ extra: true }, "plan.extra is not a known field."],
    [[], "plan must be an object."],
    ["20%", "plan must be an object."],
  ])("refuses %j with a sentence and creates nothing", async (plan, sentence) => {
    const shop = await aShop(world.app);
    const refused = await create(shop, { plan });
    expectFailure(refused, [400, "invalid_plan"]);
    expect(refused.body.error).toBe(sentence);
    expect((await shop.merchant.call("GET", "/v1/campaigns")).body.pagination.total).toBe(1);
  });

  it("refuses another rebind", async () => {
    const refused = await create(world.shop, { rebind: "always" });
    expect(refused.body).toMatchObject({ code: "invalid_request", error: "rebind must be one of never, click." });
  });
});

describe("PATCH /v1/campaigns/:id with a plan", () => {
  it("stores the old commission as version 0 and the campaign's first plan as version 1", async () => {
    const shop = await aShop(world.app);
    expect((await patch(shop, { plan: { base: { type: "fixed", value: 5 }, repeat } })).status).toBe(200);
    expect(await versionsOf(shop)).toMatchObject([
      { version: 0, source: "campaign", body: { base }, current: false },
      { version: 1, source: "campaign", body: { base: { type: "fixed", value: 5 }, repeat }, current: true },
    ]);
    expect(await campaignOf(shop)).toMatchObject({ commission_type: "fixed", commission_value: 5, plan_version: 1 });
  });

  it("keeps the campaign's commission as the base of a plan without one", async () => {
    const shop = await aShop(world.app);
    await patch(shop, { plan: { repeat } });
    expect((await campaignOf(shop)).plan).toEqual({ base, repeat });
  });

  it("makes no version of an identical plan", async () => {
    const shop = await aShop(world.app, { plan: { base, repeat } });
    await patch(shop, { plan: { repeat, base } });
    await patch(shop, { commission_value: 10 });
    expect(await numbersOf(shop)).toEqual([1]);
  });

  it("makes a version with only the base changed from commission_type and commission_value", async () => {
    const shop = await aShop(world.app, { plan: { base, repeat } });
    await patch(shop, { commission_value: 15 });
    await patch(shop, { commission_type: "fixed", commission_value: 3 });
    expect(await versionsOf(shop)).toMatchObject([
      { version: 1, body: { base, repeat } },
      { version: 2, body: { base: { type: "percentage", value: 15 }, repeat } },
      { version: 3, body: { base: { type: "fixed", value: 3 }, repeat }, current: true },
    ]);
  });

  it("recounts the plan if the currency changes, also those of groups and affiliates", async () => {
    const shop = await aShop(world.app, { plan: { limits: { order_max: 12.5 } } });
    const path = `/v1/campaigns/${shop.campaignId}`;
    const fixed = { base: { type: "fixed", value: 2.5 } };
    await shop.merchant.call("POST", `${path}/groups`, { body: { name: "VIP", plan: fixed } });
    await shop.merchant.call("PUT", `${path}/affiliates/${shop.affiliate.affiliateId}/plan`, { body: { plan: fixed } });
    expect((await patch(shop, { currency: "JPY" })).status).toBe(200);
    expect((await campaignOf(shop)).plan).toEqual({ base, limits: { order_max: 13 } });
    const groups = await shop.merchant.call("GET", `${path}/groups`);
    expect(groups.body.groups[0].plan).toEqual({ base: { type: "fixed", value: 3 } });
    const own = await shop.merchant.call("GET", `${path}/affiliates/${shop.affiliate.affiliateId}/plan`);
    expect(own.body.affiliate_plan.plan).toEqual({ base: { type: "fixed", value: 3 } });
    expect(await numbersOf(shop)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("refuses a base that contradicts the commission in the same request, and changes nothing", async () => {
    const shop = await aShop(world.app);
    const before = await campaignOf(shop);
    const refused = await patch(shop, { commission_value: 12, plan: { base } });
    expectFailure(refused, [400, "invalid_plan"]);
    expect(refused.body.error).toBe("plan.base must be equal to commission_type and commission_value.");
    expect(await campaignOf(shop)).toEqual(before);
    expect((await patch(shop, { commission_value: 12, plan: { base: { ...base, value: 12 } } })).status).toBe(200);
  });

  it("shows rebind unless it is never", async () => {
    const shop = await aShop(world.app);
    await patch(shop, { rebind: "click" });
    expect((await campaignOf(shop)).rebind).toBe("click");
    await patch(shop, { rebind: "never" });
    expect("rebind" in (await campaignOf(shop))).toBe(false);
  });

  it("takes a plan as large as a request can be", async () => {
    const shop = await aShop(world.app);
    const orders = Array.from({ length: 100 }, (_, number) => ({
      id: `rule-${number}`,
      when: { sku: Array.from({ length: 20 }, (_value, index) => `SKU-${number}-${index}-${"x".repeat(12)}`) },
      pay: base,
    }));
    expect(JSON.stringify(orders).length).toBeGreaterThan(55_000);
    expect((await patch(shop, { plan: { base, orders } })).status).toBe(200);
    expect((await campaignOf(shop)).plan.orders).toHaveLength(100);
  });
});
