import { describe, expect, it } from "vitest";
import {
  aShop,
  campaignOf,
  conversionOf,
  expectFailure,
  track,
  tracked,
  worldForFile,
  type Shop,
} from "../support/shop.ts";
import { aClick } from "../support/clicks.ts";

const world = worldForFile();
const UNKNOWN = "cmp_00000000000000000000000000";

const patch = (shop: Shop, body: unknown) => shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
const remove = (shop: Shop) => shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);

describe("PATCH /v1/campaigns/:id 200", () => {
  it("returns exactly the update shape", async () => {
    const shop = await aShop(world.app);
    const before = await campaignOf(shop);
    const { status, body } = await patch(shop, { name: "Summer sale", commission_value: 12.5 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      campaign: {
        id: shop.campaignId,
        name: "Summer sale",
        slug: "spring-sale",
        target_url: before.target_url,
        type: "CPA",
        status: "active",
        commission_type: "percentage",
        commission_value: 12.5,
        created_at: before.created_at,
      },
    });
  });

  it.each([
    { name: "Summer sale" },
    { target_url: "https://shop.example/summer" },
    { type: "CPA" },
    { status: "paused" },
    { commission_value: 25 },
    { commission_type: "fixed", commission_value: 4.5 },
    { attribution_window: 60 },
    { maturation_days: 14 },
    { visibility: "private" },
    { max_budget: 1000 },
    { currency: "USD" },
  ])("changes %j and nothing else", async (change) => {
    const shop = await aShop(world.app);
    const before = await campaignOf(shop);
    world.app.clock.forward({ seconds: 5 });
    expect((await patch(shop, change)).status).toBe(200);
    const now = world.app.clock.now().toISOString();
    expect(await campaignOf(shop)).toEqual({ ...before, ...change, updated_at: now });
  });

  it.each(["active", "paused", "archived"])("changes %s to every status", async (from) => {
    const shop = await aShop(world.app);
    for (const to of ["active", "paused", "archived"]) {
      await patch(shop, { status: from });
      expect((await patch(shop, { status: to })).body.campaign.status).toBe(to);
      expect((await campaignOf(shop)).status).toBe(to);
    }
  });

  it.each([
    {},
    { colour: "red" },
    { name: null, target_url: null, type: null, status: null, visibility: null, currency: null },
    { commission_type: null, commission_value: null, attribution_window: null, maturation_days: null },
  ])("changes nothing for a body without known fields: %j", async (body) => {
    const shop = await aShop(world.app, { max_budget: 50 });
    const before = await campaignOf(shop);
    world.app.clock.forward({ seconds: 5 });
    expect((await patch(shop, body)).status).toBe(200);
    expect(await campaignOf(shop)).toEqual(before);
  });

  it("removes the limit with max_budget null", async () => {
    const shop = await aShop(world.app, { max_budget: 50 });
    await patch(shop, { max_budget: null });
    expect((await campaignOf(shop)).max_budget).toBeNull();
  });

  it("never sets a read-only field", async () => {
    const shop = await aShop(world.app);
    const before = await campaignOf(shop);
    const given = {
      id: UNKNOWN,
      account_id: "acc_00000000000000000000000000",
      slug: "mine",
      current_spend: 5,
      current_spend_minor: 500,
      created_at: "1999-01-01T00:00:00.000Z",
      updated_at: "1999-01-01T00:00:00.000Z",
      stats: { total_clicks: 7 },
      by_currency: { USD: { total_revenue: 1 } },
    };
    expect((await patch(shop, given)).status).toBe(200);
    expect(await campaignOf(shop)).toEqual(before);
  });

  it("never changes the past: conversions keep their commission and maturity, clicks their window", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop, { windowDays: 30 });
    const before = await conversionOf(shop, await tracked(shop));
    await patch(shop, { commission_value: 50, maturation_days: 90, attribution_window: 1 });
    world.app.clock.forward({ days: 2 });
    expect(await conversionOf(shop, before.id)).toEqual(before);
    expect((await track(shop, { click_id: click, affiliate_code: undefined })).body.conversion.commission).toBe(50);
  });

  it("reads a new amount in the new currency, and keeps existing amounts", async () => {
    const shop = await aShop(world.app, { commission_type: "fixed", commission_value: 12, max_budget: 300 });
    await patch(shop, { currency: "JPY" });
    expect(await campaignOf(shop)).toMatchObject({ currency: "JPY", commission_value: 12, max_budget: 300 });
    await patch(shop, { currency: "KWD", commission_value: 1.234 });
    expect(await campaignOf(shop)).toMatchObject({ currency: "KWD", commission_value: 1.234, max_budget: 300 });
  });
});

describe("PATCH /v1/campaigns/:id 400", () => {
  const expectRefusal = async (shop: Shop, body: Record<string, unknown>, code = "invalid_request") => {
    const before = await campaignOf(shop);
    const answer = await patch(shop, { name: "Must not stay", ...body });
    expectFailure(answer, [400, code]);
    expect(await campaignOf(shop)).toEqual(before);
    return answer.body.error as string;
  };

  it.each([
    ["name", ""],
    ["name", 5],
    ["name", "a\0b"],
    ["name", "a\ud800"],
    ["target_url", "javascript:alert(1)"],
    ["type", "CPC"],
    ["status", "deleted"],
    ["status", ""],
    ["commission_type", "share"],
    ["commission_value", 101],
    ["commission_value", "10"],
    ["attribution_window", 0],
    ["attribution_window", 1.5],
    ["maturation_days", 366],
    ["maturation_days", 7.25],
    ["visibility", "hidden"],
    ["max_budget", -1],
    ["max_budget", "100"],
    ["currency", "XYZ"],
  ])("rejects %s %j, names the field and changes nothing", async (field, value) => {
    expect(await expectRefusal(world.shop, { [field]: value })).toMatch(new RegExp(`^${field} must be `));
  });

  it("requires commission_value together with commission_type", async () => {
    const text = await expectRefusal(world.shop, { commission_type: "fixed" });
    expect(text).toBe("commission_value is required when commission_type is given.");
  });

  it("keeps the currency once a conversion exists, even a rejected one", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await expectRefusal(shop, { currency: "USD" }, "currency_fixed");
    await shop.merchant.call("POST", `/v1/conversions/${id}/reject`);
    await expectRefusal(shop, { currency: "USD" }, "currency_fixed");
    expect((await patch(shop, { currency: "eur" })).status).toBe(200);
  });
});

describe("PATCH /v1/campaigns/:id 404", () => {
  it.each([UNKNOWN, "cmp_x", "nonsense", "%00"])("is returned for %s", async (id) => {
    const answer = await world.shop.merchant.call("PATCH", `/v1/campaigns/${id}`, { body: { name: "x" } });
    expectFailure(answer, [404, "campaign_not_found"]);
  });

  it("comes after the body: an invalid body for an unknown ID is 400", async () => {
    for (const body of [{ name: 5 }, { commission_type: "percentage", commission_value: 101 }]) {
      const answer = await world.shop.merchant.call("PATCH", `/v1/campaigns/${UNKNOWN}`, { body });
      expectFailure(answer, [400, "invalid_request"]);
    }
  });
});

describe("DELETE /v1/campaigns/:id 200", () => {
  it("archives the campaign and keeps its history", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    const { status, body } = await remove(shop);
    expect([status, body]).toEqual([200, { success: true, message: "Campaign archived." }]);
    expect(await campaignOf(shop)).toMatchObject({ status: "archived", stats: { total_conversions: 1 } });
    expect((await conversionOf(shop, id)).status).toBe("pending");
  });

  it("returns 200 the second time and changes nothing", async () => {
    const shop = await aShop(world.app);
    await remove(shop);
    const before = await campaignOf(shop);
    world.app.clock.forward({ seconds: 9 });
    expect((await remove(shop)).status).toBe(200);
    expect(await campaignOf(shop)).toEqual(before);
  });

  it("is undone by PATCH: tracking works again", async () => {
    const shop = await aShop(world.app);
    await remove(shop);
    expect((await track(shop)).status).toBe(403);
    await patch(shop, { status: "active" });
    expect((await track(shop)).status).toBe(200);
  });
});

describe("DELETE /v1/campaigns/:id 404", () => {
  it.each([UNKNOWN, "cmp_x", "%00"])("is returned for %s", async (id) => {
    expectFailure(await world.shop.merchant.call("DELETE", `/v1/campaigns/${id}`), [404, "campaign_not_found"]);
  });
});
