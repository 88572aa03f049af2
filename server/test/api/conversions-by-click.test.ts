import { describe, expect, it } from "vitest";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { parseId } from "../../src/domain/ids.ts";
import { aClick } from "../support/clicks.ts";
import {
  aShop,
  campaignOf,
  conversionOf,
  expectWriteFailure,
  track,
  tracked,
  worldForFile,
  type Shop,
} from "../support/shop.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";

const world = worldForFile();

const byClick = (shop: Shop, click: unknown, more: Record<string, unknown> = {}) =>
  track(shop, { click_id: click, affiliate_code: undefined, ...more });

async function expectRefusal(shop: Shop, click: unknown, refusal: [number, string]): Promise<void> {
  const before = await campaignOf(shop);
  expectWriteFailure(await byClick(shop, click), refusal);
  expect(await campaignOf(shop)).toEqual(before);
}

/** The same merchant and campaign, with another affiliate. */
const withAnother = async (shop: Shop): Promise<Shop> => ({
  ...shop,
  affiliate: await anAffiliate(world.app, shop.merchant, shop.campaignId),
});

describe("POST /v1/conversions 200, by click_id", () => {
  it("pays the affiliate of the click", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    const { status, body } = await byClick(shop, click);
    expect(status).toBe(200);
    expect(await conversionOf(shop, body.conversion.id)).toMatchObject({
      affiliate_id: shop.affiliate.affiliateId,
      click_id: click,
    });
  });

  it("accepts several orders from one click within its window", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    expect([(await byClick(shop, click)).status, (await byClick(shop, click)).status]).toEqual([200, 200]);
  });

  it("prefers a valid click to the code", async () => {
    const shop = await aShop(world.app);
    const other = await withAnother(shop);
    const id = await tracked(shop, { click_id: await aClick(other) });
    expect((await conversionOf(shop, id)).affiliate_id).toBe(other.affiliate.affiliateId);
  });

  it("uses a valid click even if the code is unknown", async () => {
    const shop = await aShop(world.app);
    const { status } = await byClick(shop, await aClick(shop), { affiliate_code: "2222222222" });
    expect(status).toBe(200);
  });

  it.each(["unknown", "of another campaign", "past its window"])(
    "falls back to the code when the click is %s",
    async (which) => {
      const shop = await aShop(world.app);
      const clicks: Record<string, () => Promise<string>> = {
        unknown: async () => "clk_00000000000000000000000000",
        "of another campaign": async () => aClick({ ...shop, campaignId: await aCampaign(shop.merchant) }),
        "past its window": async () => aClick(shop, { windowDays: 0 }),
      };
      const id = await tracked(shop, { click_id: await clicks[which]?.() });
      expect(await conversionOf(shop, id)).toMatchObject({ affiliate_id: shop.affiliate.affiliateId, click_id: null });
    },
  );

  it("accepts a click made before the pause while the campaign is paused", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status: "paused" } });
    expect((await byClick(shop, click)).status).toBe(200);
  });

  it("accepts a click up to the last millisecond of its window", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop, { windowDays: 30 });
    world.app.clock.forward({ days: 30, ms: -1 });
    expect((await byClick(shop, click)).status).toBe(200);
  });
});

describe("POST /v1/conversions 400, by click_id", () => {
  it("rejects a click at the very end of its window", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop, { windowDays: 30 });
    world.app.clock.forward({ days: 30 });
    await expectRefusal(shop, click, [400, "outside_attribution_window"]);
  });

  it("rejects a click of another campaign of the account", async () => {
    const shop = await aShop(world.app);
    const click = await aClick({ ...shop, campaignId: await aCampaign(shop.merchant) });
    await expectRefusal(shop, click, [400, "click_of_other_campaign"]);
  });
});

describe("POST /v1/conversions 403, by click_id", () => {
  it.each(["suspend", "remove"] as const)("rejects the click of an affiliate after %s", async (action) => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    const id = parseId("affiliation", shop.affiliate.affiliationId);
    if (!id) throw new Error("No affiliation ID.");
    await changeAffiliation(shop.merchant.context, { id, action });
    await expectRefusal(shop, click, [403, "affiliate_not_active"]);
  });

  it("rejects a click while the campaign is archived", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);
    await expectRefusal(shop, click, [403, "campaign_archived"]);
  });
});

describe("POST /v1/conversions 404, by click_id", () => {
  it.each(["clk_00000000000000000000000000", "clk_x", "nonsense", "a\0b", "\ud800", "x".repeat(10_000)])(
    "is returned for click %j",
    async (click) => {
      await expectRefusal(world.shop, click, [404, "click_not_found"]);
    },
  );

  it("is returned for a click of another account", async () => {
    const click = await aClick(await aShop(world.app));
    await expectRefusal(world.shop, click, [404, "click_not_found"]);
  });
});
