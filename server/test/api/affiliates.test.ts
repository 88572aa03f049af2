import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { parseId } from "../../src/domain/ids.ts";
import { call } from "../support/app.ts";
import {
  aShop,
  campaignOf,
  conversionsOf,
  expectFailure,
  ISO_TIME,
  track,
  tracked,
  worldForFile,
  type Shop,
} from "../support/shop.ts";
import { aCampaign, anAffiliate, ledgerFaults } from "../support/world.ts";

const world = worldForFile();
const UNKNOWN_CAMPAIGN = "cmp_00000000000000000000000000";
const UNKNOWN_AFFILIATE = "aff_00000000000000000000000000";

const listOf = (shop: Shop, query = "") =>
  shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/affiliates${query}`);
const invite = (shop: Shop, body: unknown) =>
  shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, { body });
const remove = (shop: Shop, affiliateId = shop.affiliate.affiliateId) =>
  shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}/affiliates/${affiliateId}`);

async function act(shop: Shop, action: "approve" | "reject" | "suspend" | "restore"): Promise<void> {
  const id = parseId("affiliation", shop.affiliate.affiliationId);
  if (!id) throw new Error("No affiliation ID.");
  await changeAffiliation(shop.merchant.context, { id, action });
}

describe("GET /v1/campaigns/:campaign_id/affiliates 200", () => {
  it("returns exactly the fields of an affiliate, with only numbers in stats", async () => {
    const shop = await aShop(world.app);
    await tracked(shop, { amount: 49.99 });
    const { status, body } = await listOf(shop);
    expect(status).toBe(200);
    expect(body).toEqual({
      affiliates: [
        {
          id: shop.affiliate.affiliateId,
          affiliation_id: expect.stringMatching(/^afn_[0-9a-hjkmnp-tv-z]{26}$/) as string,
          email: shop.affiliate.email,
          name: expect.stringMatching(/^Affiliate/) as string,
          status: "active",
          suspended: false,
          unique_link: `http://tributary.test/r/${shop.affiliate.code}`,
          affiliate_code: expect.stringMatching(/^[2-9a-hjkmnp-z]{10}$/) as string,
          joined_at: expect.stringMatching(ISO_TIME) as string,
          stats: { clicks: 0, conversions: 1, revenue: 49.99, pending_commission: 5 },
          by_currency: {},
        },
      ],
      pagination: { limit: 50, offset: 0, total: 1 },
    });
  });

  it("returns the ID that conversions have", async () => {
    const shop = await aShop(world.app);
    await tracked(shop);
    expect((await conversionsOf(shop))[0].affiliate_id).toBe((await listOf(shop)).body.affiliates[0].id);
  });

  it("sorts by latest join first, and pages without gaps or repeats", async () => {
    const shop = await aShop(world.app);
    const ids = [shop.affiliate.affiliateId];
    for (let number = 0; number < 4; number += 1) {
      world.app.clock.forward({ ms: 1 });
      ids.unshift((await anAffiliate(world.app, shop.merchant, shop.campaignId)).affiliateId);
    }
    const listed = [];
    for (const offset of [0, 2, 4]) {
      const { body } = await listOf(shop, `?limit=2&offset=${offset}`);
      expect(body.pagination).toEqual({ limit: 2, offset, total: 5 });
      listed.push(...body.affiliates.map((affiliate: { id: string }) => affiliate.id));
    }
    expect(listed).toEqual(ids);
  });

  it("shows a suspended affiliate as rejected with a mark, only under that filter", async () => {
    const shop = await aShop(world.app);
    await act(shop, "suspend");
    expect((await listOf(shop)).body.affiliates[0]).toMatchObject({ status: "rejected", suspended: true });
    const totals = [];
    for (const status of ["active", "pending", "rejected"])
      totals.push((await listOf(shop, `?status=${status}`)).body.pagination.total);
    expect(totals).toEqual([0, 0, 1]);
    await act(shop, "restore");
    expect((await listOf(shop, "?status=active")).body.affiliates[0]).toMatchObject({
      status: "active",
      suspended: false,
    });
  });

  it("filters affiliates pending approval in a private campaign", async () => {
    const shop = await aShop(world.app, { visibility: "private" });
    expect((await listOf(shop, "?status=pending")).body.pagination.total).toBe(1);
    await act(shop, "reject");
    expect((await listOf(shop, "?status=rejected")).body.affiliates[0]).toMatchObject({ suspended: false });
  });

  it("caps the page size at 100 and says so", async () => {
    expect((await listOf(world.shop, "?limit=500")).body.pagination.limit).toBe(100);
  });
});

describe("GET /v1/campaigns/:campaign_id/affiliates 404", () => {
  it.each([UNKNOWN_CAMPAIGN, "cmp_x", "%00"])("is returned for campaign %s", async (id) => {
    const answer = await world.shop.merchant.call("GET", `/v1/campaigns/${id}/affiliates`);
    expectFailure(answer, [404, "campaign_not_found"]);
  });
});

describe("POST /v1/campaigns/:campaign_id/affiliates 200", () => {
  it("returns exactly an invitation that is valid for seven days", async () => {
    const { status, body } = await invite(world.shop, { email: "Ada.L@Partner.example" });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "pending_invite",
      email: "Ada.L@Partner.example",
      invite_link: expect.stringMatching(/^http:\/\/tributary\.test\/invite\/[\w-]{43}$/) as string,
      expires_at: new Date(world.app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
  });

  it("adds nobody until the invitation is accepted", async () => {
    const shop = await aShop(world.app);
    await invite(shop, { email: "waiting@partner.example" });
    expect((await listOf(shop)).body.pagination.total).toBe(1);
    expect((await campaignOf(shop)).stats.total_affiliates).toBe(1);
  });

  it("replaces the older link of the same address, regardless of its letter case", async () => {
    const first = await invite(world.shop, { email: "bob@partner.example" });
    const second = await invite(world.shop, { email: "BOB@partner.example" });
    const open = (link: string) =>
      call(world.app, "GET", `/api/portal/invitations/${link.split("/").at(-1)}`).then(({ status }) => status);
    expect([await open(first.body.invite_link), await open(second.body.invite_link)]).toEqual([410, 200]);
  });

  it("restores a removed affiliate with the same ID and code", async () => {
    const shop = await aShop(world.app);
    await remove(shop);
    const { body } = await invite(shop, { email: shop.affiliate.email });
    const accepted = await call(
      world.app,
      "POST",
      `/api/portal/invitations/${body.invite_link.split("/").at(-1)}/accept`,
      {
        headers: { cookie: shop.affiliate.cookie, "sec-fetch-site": "same-origin" },
      },
    );
    expect(accepted.body.affiliation).toMatchObject({
      affiliate_id: shop.affiliate.affiliateId,
      affiliate_code: shop.affiliate.code,
      status: "active",
    });
    expect((await track(shop)).status).toBe(200);
  });
});

describe("POST /v1/campaigns/:campaign_id/affiliates 400", () => {
  it.each([
    undefined,
    null,
    "",
    5,
    [],
    ["a@b.example"],
    {},
    "ada",
    "ada@",
    "@partner.example",
    "ada@partner",
    "a da@partner.example",
    "ada@partner.example,bob@partner.example",
    "Ada <ada@partner.example>",
    "ada@partner.example\r\nbcc: all@partner.example",
    "ada\0@partner.example",
    "ada\ud800@partner.example",
    `${"a".repeat(245)}@b.example`,
  ])("rejects the address %j and invites nobody", async (email) => {
    const before = await invitations();
    const answer = await invite(world.shop, { email });
    expectFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(/^email (is required and )?must be an email address/);
    expect(await invitations()).toBe(before);
  });

  it.each(["active", "suspended", "pending", "rejected"])(
    "rejects an affiliate who is in the campaign as %s",
    async (status) => {
      const isPrivate = status === "pending" || status === "rejected";
      const shop = await aShop(world.app, { visibility: isPrivate ? "private" : "public" });
      if (status === "suspended") await act(shop, "suspend");
      if (status === "rejected") await act(shop, "reject");
      const before = await invitations();
      expectFailure(await invite(shop, { email: shop.affiliate.email.toUpperCase() }), [400, "already_in_campaign"]);
      expect(await invitations()).toBe(before);
    },
  );
});

describe("POST /v1/campaigns/:campaign_id/affiliates 403", () => {
  it("invites nobody into an archived campaign", async () => {
    const shop = await aShop(world.app);
    await shop.merchant.call("DELETE", `/v1/campaigns/${shop.campaignId}`);
    expectFailure(await invite(shop, { email: "late@partner.example" }), [403, "campaign_archived"]);
  });
});

describe("POST /v1/campaigns/:campaign_id/affiliates 404", () => {
  it.each([UNKNOWN_CAMPAIGN, "cmp_x"])("is returned for campaign %s", async (id) => {
    const body = { email: "ada@partner.example" };
    const answer = await world.shop.merchant.call("POST", `/v1/campaigns/${id}/affiliates`, { body });
    expectFailure(answer, [404, "campaign_not_found"]);
  });
});

describe("DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id 200", () => {
  it("hides the affiliate, stops their earnings and keeps what they earned", async () => {
    const shop = await aShop(world.app);
    const earned = await tracked(shop);
    const { status, body } = await remove(shop);
    expect([status, body]).toEqual([200, { success: true, message: "Affiliate removed from the campaign." }]);
    expect((await listOf(shop)).body).toMatchObject({ affiliates: [], pagination: { total: 0 } });
    expect((await track(shop)).body).toMatchObject({ code: "affiliate_not_active" });
    const [kept] = await conversionsOf(shop, `?affiliate_id=${shop.affiliate.affiliateId}`);
    expect(kept).toMatchObject({ id: earned, status: "pending", commission: 10 });
    expect((await shop.merchant.call("POST", `/v1/conversions/${earned}/reject`)).status).toBe(200);
    expect((await shop.merchant.call("POST", `/v1/conversions/${earned}/unreject`)).status).toBe(200);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("leaves the affiliate in the account's other campaigns", async () => {
    const shop = await aShop(world.app);
    const other = await aCampaign(shop.merchant);
    const { body } = await shop.merchant.call("POST", `/v1/campaigns/${other}/affiliates`, {
      body: { email: shop.affiliate.email },
    });
    await call(world.app, "POST", `/api/portal/invitations/${body.invite_link.split("/").at(-1)}/accept`, {
      headers: { cookie: shop.affiliate.cookie, "sec-fetch-site": "same-origin" },
    });
    await remove(shop);
    const listed = await listOf({ ...shop, campaignId: other });
    expect(listed.body.affiliates[0]).toMatchObject({ id: shop.affiliate.affiliateId, status: "active" });
  });
});

describe("DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id 404", () => {
  it("is returned for a second removal", async () => {
    const shop = await aShop(world.app);
    await remove(shop);
    const again = await remove(shop);
    expect([again.status, again.body.error]).toEqual([404, "Affiliate not found in this campaign."]);
  });

  it.each([UNKNOWN_AFFILIATE, "aff_x", "%00"])("is returned for affiliate %s", async (id) => {
    expectFailure(await remove(world.shop, id), [404, "affiliate_not_found"]);
  });

  it("is returned for an affiliate of another campaign of the account", async () => {
    const shop = await aShop(world.app);
    const other = await aCampaign(shop.merchant);
    expectFailure(await remove({ ...shop, campaignId: other }), [404, "affiliate_not_found"]);
  });

  it("is returned for an affiliate in an unknown campaign", async () => {
    expectFailure(await remove({ ...world.shop, campaignId: UNKNOWN_CAMPAIGN }), [404, "campaign_not_found"]);
  });
});

async function invitations(): Promise<bigint | undefined> {
  const [row] = await world.app.db.query<{ count: bigint }>(sql`select count(*) as count from invitations`);
  return row?.count;
}

describe("concurrent DELETEs of one affiliate", () => {
  it("remove them once, and all others respond like a later one", async () => {
    const shop = await aShop(world.app);
    const path = `/v1/campaigns/${shop.campaignId}/affiliates/${shop.affiliate.affiliateId}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.merchant.call("DELETE", path)));
    const later = await shop.merchant.call("DELETE", path);
    expectFailure(later, [404, "affiliate_not_found"]);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(7);
    for (const answer of lost) expect({ ...answer.body, request_id: "" }).toEqual({ ...later.body, request_id: "" });
  });
});
