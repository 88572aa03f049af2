import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { track, type Shop } from "../support/shop.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SIGNUP: "open" });
});
afterAll(() => app.close());
beforeEach(() => app.clock.forward({ seconds: 61 }));

const plan = (value: number) => ({ base: { type: "percentage", value } });

/** A campaign with one affiliate, in a dashboard. */
async function aPlace(campaign: Record<string, unknown> = {}): Promise<{ desk: Desk; shop: Shop; path: string }> {
  const desk = await aDesk(app);
  const campaignId = await aCampaign(desk.merchant, campaign);
  const affiliate = await anAffiliate(app, desk.merchant, campaignId);
  const shop = { app, merchant: desk.merchant, campaignId, affiliate };
  return { desk, shop, path: `campaigns/${campaignId}` };
}

describe("the campaign's plan", () => {
  it("is only the base without a plan, and says whom a new version is for", async () => {
    const { desk, shop, path } = await aPlace();
    await track(shop, { customer_id: "ada" });
    expect((await desk.get(`${path}/plan`)).body).toEqual({
      campaign: { id: shop.campaignId, name: "Spring sale", currency: "EUR" },
      plan: plan(10),
      plan_version: null,
      rebind: "never",
      affects: { affiliates: 1, bound_customers: 1, other_customers: 0 },
    });
  });

  it("is saved together with rebind", async () => {
    const { desk, shop, path } = await aPlace();
    const saved = await desk.send("PUT", `${path}/plan`, { plan: plan(25), rebind: "click" });
    expect(saved.body).toMatchObject({ plan: plan(25), plan_version: 1, rebind: "click" });
    expect((await desk.get(`${path}/plan`)).body).toEqual(saved.body);
    const { body } = await desk.get(`campaigns/${shop.campaignId}`);
    expect(body.campaign).toMatchObject({ commission_value: 25, plan_version: 1, rebind: "click" });
  });

  it("does not count affiliates with another plan", async () => {
    const { desk, shop, path } = await aPlace({ plan: plan(10) });
    await anAffiliate(app, desk.merchant, shop.campaignId);
    const affects = async () => (await desk.get(`${path}/plan`)).body.affects.affiliates as number;
    expect(await affects()).toBe(2);
    await desk.send("PUT", `affiliates/${shop.affiliate.affiliationId}/plan`, { plan: plan(30) });
    expect(await affects()).toBe(1);
  });

  it("counts the customers who keep an earlier version and those who get the new one, for each kind of plan", async () => {
    const { desk, shop, path } = await aPlace({ plan: plan(10) });
    const { id: group } = (await desk.send("POST", `${path}/groups`, { name: "VIP" })).body.group;
    const own = `affiliates/${shop.affiliate.affiliationId}/plan`;
    const counts = async () => {
      const reads = [`${path}/plan`, `${path}/plan?group_id=${group}`, own].map((read) => desk.get(read));
      return (await Promise.all(reads)).map(({ body: { affects } }) => [
        affects.bound_customers,
        affects.other_customers,
      ]);
    };
    await track(shop, { customer_id: "of the campaign" });
    expect(await counts()).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
    ]);
    await desk.send("POST", `${path}/groups/move`, { group_id: group, affiliate_ids: [shop.affiliate.affiliateId] });
    expect(await counts()).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    await desk.send("PATCH", `${path}/groups/${group}`, { plan: plan(20) });
    await track(shop, { customer_id: "of the group" });
    expect(await counts()).toEqual([
      [0, 0],
      [1, 1],
      [0, 2],
    ]);
    await desk.send("PUT", own, { plan: plan(30) });
    await track(shop, { customer_id: "their own" });
    expect(await counts()).toEqual([
      [0, 0],
      [0, 0],
      [1, 2],
    ]);
    expect((await desk.get(`${path}/plan?group_id=grp_unknown`)).status).toBe(404);
  });

  it.each([
    [{ plan: { base: { type: "percentage", value: 20 }, when: {} } }, 400],
    [{ plan: null }, 400],
    [{}, 400],
    [{ plan: plan(10), rebind: "always" }, 400],
  ])("refuses %j and keeps the old one", async (body, status) => {
    const { desk, path } = await aPlace({ plan: plan(10) });
    expect((await desk.send("PUT", `${path}/plan`, body)).status).toBe(status);
    expect((await desk.get(`${path}/plan`)).body).toMatchObject({ plan: plan(10), plan_version: 1 });
  });

  it("has a history of all versions with who made them and for whom, newest first", async () => {
    const { desk, shop, path } = await aPlace();
    await desk.send("PUT", `${path}/plan`, { plan: plan(20) });
    const { body: made } = await desk.send("POST", `${path}/groups`, { name: "VIP", plan: plan(30) });
    await shop.merchant.call("PUT", `/v1/${path}/affiliates/${shop.affiliate.affiliateId}/plan`, {
      body: { plan: plan(40) },
    });
    const versions = async () => (await desk.get(`${path}/plan/versions`)).body.versions;
    const created_at = app.clock.now().toISOString();
    const [override, ofGroup, ofCampaign] = await versions();
    expect([override, ofGroup]).toEqual([
      {
        version: 3,
        source: "override",
        for: expect.stringMatching(/^Affiliate/) as string,
        plan: plan(40),
        created_at,
        actor_name: "test",
      },
      { version: 2, source: "group", for: "VIP", plan: plan(30), created_at, actor_name: expect.any(String) as string },
    ]);
    expect(ofCampaign).toMatchObject({ version: 1, source: "campaign", for: null });
    await desk.send("DELETE", `${path}/groups/${made.group.id}`);
    const after = await versions();
    expect(after).toHaveLength(3);
    expect(after[1]).toMatchObject({ version: 2, source: "group", for: null });
  });
});

describe("a preview", () => {
  const tiers = {
    measure: "conversions",
    period: "month",
    steps: [{ from: 11, pay: { type: "percentage", value: 25 } }],
  };
  const lines = [{ id: "gift", when: { category: ["gift-cards"] }, pay: { type: "none" } }];
  const full = { ...plan(20), repeat: { pay: "limited", months: 12 }, lines, tiers };

  it("calculates example orders and stores nothing", async () => {
    const { desk, path } = await aPlace();
    const gift = { sku: "G1", category: "gift-cards", quantity: 1, amount: 40 };
    const { body } = await desk.send("POST", `${path}/plan/preview`, {
      plan: full,
      orders: [
        { amount: 100 },
        { amount: 100, customer: "returning", month: 12 },
        { amount: 100, customer: "returning", month: 13 },
        { amount: 100, ordinal: 11 },
        { amount: 100, items: [gift] },
      ],
    });
    const commissions = (body.orders as { commission: number; lines: { commission: number }[] }[]).map((order) => {
      expect(order.lines.reduce((sum, line) => sum + line.commission, 0)).toBe(order.commission);
      return order.commission;
    });
    expect(commissions).toEqual([20, 20, 0, 25, 12]);
    expect((await desk.get(`${path}/plan`)).body.plan_version).toBeNull();
  });

  it("calculates orders with and without the affiliate's coupon", async () => {
    const { desk, path } = await aPlace();
    const orders = [{ id: "code", when: { coupon: "own" }, pay: { type: "percentage", value: 5 } }];
    const { body } = await desk.send("POST", `${path}/plan/preview`, {
      plan: { ...plan(20), orders },
      orders: [{ amount: 100 }, { amount: 100, coupon: "none" }, { amount: 100, coupon: "own" }],
    });
    expect((body.orders as { commission: number }[]).map(({ commission }) => commission)).toEqual([20, 20, 5]);
  });

  it("says whether the campaign's latest orders came with items and customers", async () => {
    const { desk, shop, path } = await aPlace();
    const sends = async (): Promise<unknown> =>
      (await desk.send("POST", `${path}/plan/preview`, { plan: full, orders: [{ amount: 1 }] })).body.shop_sends;
    expect(await sends()).toEqual({ items: true, customers: true });
    await track(shop);
    expect(await sends()).toEqual({ items: false, customers: false });
    await track(shop, { customer_id: "ada" });
    await track(shop, { items: [{ sku: "G1", quantity: 1, amount: 1 }] });
    expect(await sends()).toEqual({ items: true, customers: true });
  });

  it("takes the country and the category of an example order", async () => {
    const { desk, path } = await aPlace();
    const orders = [{ id: "de", when: { country: ["DE"] }, pay: { type: "percentage", value: 50 } }];
    const { body } = await desk.send("POST", `${path}/plan/preview`, {
      plan: { ...plan(10), orders },
      orders: [
        { amount: 100, country: "de" },
        { amount: 100, country: "AT" },
      ],
    });
    expect((body.orders as { commission: number }[]).map(({ commission }) => commission)).toEqual([50, 10]);
  });

  it.each([
    [{ plan: { base: 1 }, orders: [{ amount: 1 }] }, "invalid_plan"],
    [{ plan: plan(10), orders: [] }, "invalid_request"],
    [{ plan: plan(10), orders: Array.from({ length: 11 }, () => ({ amount: 1 })) }, "invalid_request"],
    [{ plan: plan(10), orders: [{ amount: -1 }] }, "invalid_request"],
    [{ plan: plan(10), orders: [{ amount: 1, month: 0 }] }, "invalid_request"],
    [{ plan: plan(10), orders: [{ amount: 1, coupon: "other" }] }, "invalid_request"],
    [{ plan: plan(10), orders: [{ amount: 1, items: [{ sku: "a", quantity: 1, amount: 2 }] }] }, "items_exceed_amount"],
    [{ orders: [{ amount: 1 }] }, "invalid_request"],
  ])("refuses %j", async (body, code) => {
    const { desk, path } = await aPlace();
    const refused = await desk.send("POST", `${path}/plan/preview`, body);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });
});

describe("groups", () => {
  it("show the figures of their affiliates in the campaign's currency", async () => {
    const { desk, shop, path } = await aPlace();
    const other = { ...shop, affiliate: await anAffiliate(app, desk.merchant, shop.campaignId) };
    const { body: made } = await desk.send("POST", `${path}/groups`, { name: "VIP", plan: plan(20) });
    const moved = { group_id: made.group.id, affiliate_ids: [shop.affiliate.affiliateId] };
    expect((await desk.send("POST", `${path}/groups/move`, moved)).body).toEqual({ moved: 1 });
    expect((await desk.send("POST", `${path}/groups/move`, moved)).body).toEqual({ moved: 0 });
    await track(shop, { amount: 100 });
    await track(shop, { amount: 50, currency: "USD" });
    await track(other, { amount: 30 });
    const { body } = await desk.get(`${path}/groups`);
    expect(body).toMatchObject({
      groups: [
        {
          id: made.group.id,
          name: "VIP",
          plan: plan(20),
          plan_version: 1,
          affiliates: 1,
          conversions: 2,
          revenue: 100,
          commission: 20,
        },
      ],
      without_group: { affiliates: 1, conversions: 1, revenue: 30, commission: 3 },
      currency: "EUR",
      affiliates_total: 2,
    });
    expect(body.affiliates).toContainEqual({
      affiliation_id: shop.affiliate.affiliationId,
      affiliate_id: shop.affiliate.affiliateId,
      name: expect.any(String) as string,
      group_id: made.group.id,
      override: false,
    });
  });

  it("take up to 100 affiliates at once, and pass over those of other campaigns and accounts", async () => {
    const [{ desk, shop, path }, foreign] = [await aPlace(), await aPlace()];
    const { body: made } = await desk.send("POST", `${path}/groups`, { name: "VIP" });
    const move = (ids: string[]) =>
      desk.send("POST", `${path}/groups/move`, { group_id: made.group.id, affiliate_ids: ids });
    const ids = [foreign.shop.affiliate.affiliateId, "aff_unknown", "", shop.affiliate.affiliateId];
    expect((await move(ids)).body).toEqual({ moved: 1 });
    expect((await foreign.desk.get(`${foreign.path}/groups`)).body.affiliates[0].group_id).toBeNull();
    expect((await move([])).status).toBe(400);
    expect((await move(Array.from({ length: 101 }, () => "aff_x"))).status).toBe(400);
  });

  it("are read by viewers and changed by managers", async () => {
    const { desk, path } = await aPlace();
    const [viewer, manager] = [await asMember(desk, "viewer"), await asMember(desk, "manager")];
    expect((await viewer.get(`${path}/groups`)).status).toBe(200);
    expect((await viewer.get(`${path}/plan`)).status).toBe(200);
    expect((await viewer.send("POST", `${path}/groups`, { name: "VIP" })).status).toBe(403);
    expect((await manager.send("POST", `${path}/groups`, { name: "VIP" })).status).toBe(200);
  });
});

describe("an affiliate's plan", () => {
  it("shows what decides, what applies without it, and the groups", async () => {
    const { desk, shop, path } = await aPlace({ plan: plan(10) });
    const { body: made } = await desk.send("POST", `${path}/groups`, { name: "VIP", plan: plan(20) });
    const group = { id: made.group.id, name: "VIP" };
    await desk.send("POST", `${path}/groups/move`, { group_id: group.id, affiliate_ids: [shop.affiliate.affiliateId] });
    const own = `affiliates/${shop.affiliate.affiliationId}/plan`;
    const ofGroup = { source: "group", plan: plan(20), plan_version: 2 };
    const around = {
      campaign: { id: shop.campaignId, name: "Spring sale", currency: "EUR" },
      group,
      groups: [group],
      without_override: ofGroup,
      affects: { affiliates: 1, bound_customers: 0, other_customers: 0 },
    };
    expect((await desk.get(own)).body).toEqual({ ...ofGroup, ...around });
    const override = { source: "override", plan: plan(30), plan_version: 3 };
    expect((await desk.send("PUT", own, { plan: plan(30) })).body).toEqual({ ...override, ...around });
    expect((await desk.send("DELETE", own)).body).toEqual({ ...ofGroup, ...around });
  });
});
