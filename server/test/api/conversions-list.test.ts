import { describe, expect, it } from "vitest";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, conversionsOf, expectFailure, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { anAffiliate, conversionIdOf } from "../support/world.ts";

const world = worldForFile();

const listOf = (shop: Shop, query = "") =>
  shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions${query}`);
const idsOf = async (shop: Shop, query = "") => (await conversionsOf(shop, query)).map(({ id }) => id as string);

describe("GET /v1/campaigns/:campaign_id/conversions 200", () => {
  it("returns exactly the fields of a conversion", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop, { external_id: "order 1", amount: 49.99, currency: "usd" });
    const created = world.app.clock.now();
    const { status, body } = await listOf(shop);
    expect(status).toBe(200);
    expect(body).toEqual({
      conversions: [
        {
          id,
          campaign_id: shop.campaignId,
          affiliate_id: shop.affiliate.affiliateId,
          external_id: "order 1",
          amount: 49.99,
          currency: "USD",
          commission: 5,
          commission_currency: "USD",
          status: "pending",
          click_id: null,
          created_at: created.toISOString(),
          matures_at: new Date(created.getTime() + 7 * 86_400_000).toISOString(),
          approved_at: null,
          rejected_at: null,
          rejection_reason: null,
          warning_signs: ["code_without_click"],
        },
      ],
      pagination: { limit: 50, offset: 0, total: 1 },
    });
  });

  it("returns the click that the conversion is attributed to, and no warning signs without a reason", async () => {
    const shop = await aShop(world.app);
    const click = await aClick(shop);
    world.app.clock.forward({ seconds: 10 });
    await tracked(shop, { click_id: click, affiliate_code: undefined });
    expect((await conversionsOf(shop))[0]).toMatchObject({ click_id: click, warning_signs: [] });
  });

  it("returns the approval time only while a conversion is approved", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    world.app.clock.forward({ hours: 1 });
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    const [approved] = await conversionsOf(shop);
    expect(approved).toMatchObject({ status: "approved", approved_at: world.app.clock.now().toISOString() });
    await shop.merchant.call("POST", `/v1/conversions/${id}/reject`, { body: { reason: "Refunded" } });
    const [rejected] = await conversionsOf(shop);
    expect(rejected).toMatchObject({
      status: "rejected",
      approved_at: null,
      rejected_at: world.app.clock.now().toISOString(),
      rejection_reason: "Refunded",
    });
  });

  it("sorts newest first and pages without gaps or repeats", async () => {
    const shop = await aShop(world.app);
    const [older, newer]: [string[], string[]] = [[], []];
    for (let number = 0; number < 3; number += 1) older.push(await tracked(shop));
    world.app.clock.forward({ ms: 1 });
    for (let number = 0; number < 2; number += 1) newer.push(await tracked(shop));
    const expected = [...newer.sort().reverse(), ...older.sort().reverse()];
    const listed = [];
    for (const offset of [0, 2, 4]) {
      const { body } = await listOf(shop, `?limit=2&offset=${offset}`);
      expect(body.pagination).toEqual({ limit: 2, offset, total: 5 });
      listed.push(...body.conversions.map((conversion: { id: string }) => conversion.id));
    }
    expect(listed).toEqual(expected);
  });

  it("filters by status, by affiliate and by both, and counts only matches", async () => {
    const shop = await aShop(world.app);
    const other = { ...shop, affiliate: await anAffiliate(world.app, shop.merchant, shop.campaignId) };
    const [pending, rejected, approved] = [await tracked(shop), await tracked(shop), await tracked(shop)];
    const foreign = await tracked(other);
    await shop.merchant.call("POST", `/v1/conversions/${rejected}/reject`);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(approved) });
    const mine = `affiliate_id=${shop.affiliate.affiliateId}`;
    const expected: [string, string[]][] = [
      ["?status=pending", [pending, foreign]],
      ["?status=approved", [approved]],
      ["?status=rejected", [rejected]],
      [`?${mine}`, [pending, rejected, approved]],
      [`?affiliate_id=${other.affiliate.affiliateId}`, [foreign]],
      [`?status=pending&${mine}`, [pending]],
      ["?affiliate_id=", [pending, rejected, approved, foreign]],
    ];
    for (const [query, ids] of expected) {
      const { total } = (await listOf(shop, query)).body.pagination;
      expect([query, total, (await idsOf(shop, query)).sort()]).toEqual([query, ids.length, [...ids].sort()]);
    }
  });

  it.each([
    "aff_00000000000000000000000000",
    "aff_x",
    "nonsense",
    "%00",
    "%F0%9F%92%A9",
    "cmp_00000000000000000000000000",
  ])("returns an empty page for the unknown affiliate %s", async (affiliateId) => {
    const { status, body } = await listOf(world.shop, `?affiliate_id=${affiliateId}`);
    expect([status, body]).toEqual([200, { conversions: [], pagination: { limit: 50, offset: 0, total: 0 } }]);
  });

  it("returns an empty page for another account's affiliate", async () => {
    const stranger = await aShop(world.app);
    await tracked(stranger);
    const { status, body } = await listOf(world.shop, `?affiliate_id=${stranger.affiliate.affiliateId}`);
    expect([status, body.conversions, body.pagination.total]).toEqual([200, [], 0]);
  });

  it("caps the page size at 100 and says so", async () => {
    expect((await listOf(world.shop, "?limit=101")).body.pagination.limit).toBe(100);
  });
});

describe("GET /v1/campaigns/:campaign_id/conversions 400", () => {
  it("rejects an affiliate_id given twice", async () => {
    expectFailure(await listOf(world.shop, "?affiliate_id=a&affiliate_id=b"), [400, "invalid_request"]);
  });
});

describe("GET /v1/campaigns/:campaign_id/conversions 404", () => {
  it.each(["cmp_00000000000000000000000000", "cmp_x", "%00"])("is returned for campaign %s", async (id) => {
    const answer = await world.shop.merchant.call("GET", `/v1/campaigns/${id}/conversions`);
    expectFailure(answer, [404, "campaign_not_found"]);
  });
});
