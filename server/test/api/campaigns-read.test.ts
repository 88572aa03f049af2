import { describe, expect, it } from "vitest";
import { aClick } from "../support/clicks.ts";
import { aShop, campaignOf, expectFailure, ISO_TIME, tracked, worldForFile } from "../support/shop.ts";
import { aCampaign, aMerchant, campaignBody } from "../support/world.ts";

const world = worldForFile();
const UNKNOWN = "cmp_00000000000000000000000000";

describe("GET /v1/campaigns 200", () => {
  it("returns exactly the fields of the list shape", async () => {
    const { merchant } = await aShop(world.app);
    const { status, body } = await merchant.call("GET", "/v1/campaigns");
    expect(status).toBe(200);
    expect(body).toEqual({
      campaigns: [
        {
          id: expect.stringMatching(/^cmp_[0-9a-hjkmnp-tv-z]{26}$/) as string,
          name: campaignBody.name,
          target_url: campaignBody.target_url,
          type: "CPA",
          status: "active",
          commission_type: "percentage",
          commission_value: 10,
          created_at: expect.stringMatching(ISO_TIME) as string,
        },
      ],
      pagination: { limit: 50, offset: 0, total: 1 },
    });
  });

  it("returns an empty page for an account without campaigns", async () => {
    const merchant = await aMerchant(world.app);
    const { body } = await merchant.call("GET", "/v1/campaigns");
    expect(body).toEqual({ campaigns: [], pagination: { limit: 50, offset: 0, total: 0 } });
  });

  it("sorts newest first, even within one millisecond, and pages without gaps or repeats", async () => {
    const merchant = await aMerchant(world.app);
    const [older, newer]: [string[], string[]] = [[], []];
    for (let number = 0; number < 4; number += 1) older.push(await aCampaign(merchant));
    world.app.clock.forward({ ms: 1 });
    for (let number = 0; number < 3; number += 1) newer.push(await aCampaign(merchant));
    const expected = [...newer.sort().reverse(), ...older.sort().reverse()];
    const listed: string[] = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const { body } = await merchant.call("GET", `/v1/campaigns?limit=3&offset=${offset}`);
      expect(body.pagination).toEqual({ limit: 3, offset, total: 7 });
      listed.push(...(body.campaigns as { id: string }[]).map(({ id }) => id));
    }
    expect(listed).toEqual(expected);
  });

  it("filters by status and counts only what matches", async () => {
    const merchant = await aMerchant(world.app);
    const [active, paused, archived] = [
      await aCampaign(merchant),
      await aCampaign(merchant),
      await aCampaign(merchant),
    ];
    await merchant.call("PATCH", `/v1/campaigns/${paused}`, { body: { status: "paused" } });
    await merchant.call("DELETE", `/v1/campaigns/${archived}`);
    for (const [status, id] of Object.entries({ active, paused, archived })) {
      const { body } = await merchant.call("GET", `/v1/campaigns?status=${status}`);
      expect(body.campaigns.map((campaign: { id: string }) => campaign.id)).toEqual([id]);
      expect(body.pagination.total).toBe(1);
    }
    expect((await merchant.call("GET", "/v1/campaigns")).body.pagination.total).toBe(3);
  });

  it.each([
    ["limit=100", 100],
    ["limit=101", 100],
    ["limit=1000000", 100],
    ["limit=123456789012345678901234567890", 100],
    ["limit=1", 1],
    ["", 50],
  ])("caps the page size at 100 and says so: %s", async (query, limit) => {
    const { status, body } = await world.shop.merchant.call("GET", `/v1/campaigns?${query}`);
    expect([status, body.pagination.limit]).toEqual([200, limit]);
  });

  it("returns an empty page and the real total for an offset beyond the end", async () => {
    const { body } = await world.shop.merchant.call("GET", "/v1/campaigns?offset=99999999999999999999");
    expect([body.campaigns, body.pagination.total]).toEqual([[], 1]);
  });

  it("ignores unknown query keys", async () => {
    const { status } = await world.shop.merchant.call("GET", "/v1/campaigns?colour=red&__proto__=x&constructor=y");
    expect(status).toBe(200);
  });
});

/** The same rules apply to all three lists. */
const badPages = [
  "limit=0",
  "limit=-1",
  "limit=1.5",
  "limit=abc",
  "limit=",
  "limit=1e2",
  "limit=0x10",
  "limit=%2010",
  "limit=NaN",
  "limit=Infinity",
  "limit=%00",
  "limit=10&limit=10",
  "offset=-1",
  "offset=0.5",
  "offset=abc",
  "offset=",
  "offset=0&offset=0",
  "status=sleeping",
  "status=",
  "status=ACTIVE",
  "status=active&status=active",
];

describe.each(["", "/affiliates", "/conversions"])("GET /v1/campaigns%s 400", (list) => {
  it.each(badPages)("rejects %s and names the field", async (query) => {
    const { merchant, campaignId } = world.shop;
    const path = list === "" ? "/v1/campaigns" : `/v1/campaigns/${campaignId}${list}`;
    const answer = await merchant.call("GET", `${path}?${query}`);
    expectFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(new RegExp(`^${query.slice(0, query.indexOf("="))} must be `));
  });
});

describe("GET /v1/campaigns/:id 200", () => {
  it("returns exactly the fields of the get shape", async () => {
    const { merchant, campaignId } = await aShop(world.app, { max_budget: 500, visibility: "public" });
    const { status, body } = await merchant.call("GET", `/v1/campaigns/${campaignId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      campaign: {
        id: campaignId,
        name: "Spring sale",
        slug: "spring-sale",
        target_url: campaignBody.target_url,
        type: "CPA",
        status: "active",
        commission_type: "percentage",
        commission_value: 10,
        attribution_window: 30,
        maturation_days: 7,
        visibility: "public",
        currency: "EUR",
        max_budget: 500,
        current_spend: 0,
        created_at: expect.stringMatching(ISO_TIME) as string,
        updated_at: expect.stringMatching(ISO_TIME) as string,
        stats: { total_affiliates: 1, total_clicks: 0, total_conversions: 0, total_revenue: 0 },
        by_currency: {},
      },
    });
  });

  it("returns max_budget null for a campaign without a limit", async () => {
    expect((await campaignOf(world.shop)).max_budget).toBeNull();
  });

  it("counts conversions that are not rejected, and returns only numbers in stats", async () => {
    const shop = await aShop(world.app);
    await aClick(shop);
    const kept = await tracked(shop, { amount: 80.5 });
    const rejected = await tracked(shop, { amount: 20 });
    await shop.merchant.call("POST", `/v1/conversions/${rejected}/reject`);
    const { stats, current_spend: spend } = await campaignOf(shop);
    expect(stats).toMatchObject({ total_affiliates: 1, total_conversions: 1, total_revenue: 80.5 });
    expect(Object.values(stats).map((value) => typeof value)).toEqual(["number", "number", "number", "number"]);
    expect(spend).toBe(8.05);
    await shop.merchant.call("POST", `/v1/conversions/${kept}/reject`);
    expect(await campaignOf(shop)).toMatchObject({
      current_spend: 0,
      stats: { total_conversions: 0, total_revenue: 0 },
    });
  });

  it("counts the affiliates of the unfiltered list, without removed ones", async () => {
    const shop = await aShop(world.app);
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`);
    expect((await campaignOf(shop)).stats.total_affiliates).toBe(0);
  });
});

describe("GET /v1/campaigns/:id 404", () => {
  it.each([
    UNKNOWN,
    "cmp_zzzzzzzzzzzzzzzzzzzzzzzzzz",
    "CMP_00000000000000000000000000",
    "cmp_0000",
    "conv_00000000000000000000000000",
    "1",
    "%00",
    "%F0%9F%92%A9",
    "%zz",
    "%",
    "..%2f..%2fetc%2fpasswd",
    "null",
    "__proto__",
    "' or 1=1 --",
    `cmp_${"0".repeat(500)}`,
  ])("treats %s like an ID that does not exist", async (id) => {
    const answer = await world.shop.merchant.call("GET", `/v1/campaigns/${id}`);
    expectFailure(answer, [404, "campaign_not_found"]);
  });
});
