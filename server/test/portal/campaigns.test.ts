import { beforeAll, describe, expect, it } from "vitest";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import type { AffiliationId } from "../../src/domain/ids.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { expectFailure, track } from "../support/shop.ts";
import { aMerchant, ledgerFaults } from "../support/world.ts";
import { approved, aPortalShop, joinAnother, sold, type PortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const follow = ({ app, affiliate }: PortalShop) =>
  call(app, "GET", `/r/${affiliate.code}`, { headers: { "user-agent": "Mozilla/5.0" } });
const campaignOf = async ({ portal, campaignId }: PortalShop) =>
  (await portal.get(`campaigns/${campaignId}`)).body.campaign;
const suspend = ({ merchant, affiliate }: PortalShop) =>
  changeAffiliation(merchant.context, { id: affiliate.affiliationId as AffiliationId, action: "suspend" });

describe("a campaign", () => {
  it("shows the link, the figures and the terms in words", async () => {
    const shop = await aPortalShop(app, { attribution_window: 14, maturation_days: 1 });
    await approved(shop, await sold(shop, { amount: 80 }));
    await sold(shop, { amount: 20 });
    const campaign = await campaignOf(shop);
    expect(campaign).toMatchObject({
      id: shop.campaignId,
      name: "Spring sale",
      status: "active",
      affiliation_status: "active",
      affiliate_code: shop.affiliate.code,
      unique_link: `http://tributary.test/r/${shop.affiliate.code}`,
      link_is_tracked: true,
      notice: null,
      target_url: "https://shop.example/spring",
      commission_type: "percentage",
      commission_value: 10,
      attribution_window: 14,
      maturation_days: 1,
      stats: { clicks: 0, conversions: 2 },
      by_currency: { EUR: { pending: 2, approved: 8 } },
    });
    expect(campaign.terms.commission).toBe("Each conversion pays 10% of the order amount.");
    expect(campaign.terms.attribution).toContain("14 days");
    expect(campaign.terms.maturation).toBe("Commission is ready to pay 1 day after the order, once it is approved.");
  });

  it("shows a fixed commission with its currency", async () => {
    const shop = await aPortalShop(app, { commission_type: "fixed", commission_value: 5, currency: "JPY" });
    expect((await campaignOf(shop)).terms.commission).toBe("Each conversion pays 5 JPY.");
  });

  it("shows nothing of the merchant's budget, spend or other affiliates", async () => {
    const shop = await aPortalShop(app, { max_budget: 4321.5 });
    const { text } = await shop.portal.get(`campaigns/${shop.campaignId}`);
    expect(text).not.toMatch(/budget|spend|4321|total_affiliates/);
  });

  it("says why the link does not count, in each such status", async () => {
    const shop = await aPortalShop(app);
    for (const [status, word] of [
      ["paused", "paused"],
      ["archived", "ended"],
    ] as const) {
      await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status } });
      const campaign = await campaignOf(shop);
      expect(campaign.link_is_tracked).toBe(false);
      expect(campaign.notice).toContain(word);
    }
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status: "active" } });
    await suspend(shop);
    expect(await campaignOf(shop)).toMatchObject({ affiliation_status: "suspended", link_is_tracked: false });
    const waiting = await aPortalShop(shop.app, { visibility: "private" });
    expect(await campaignOf(waiting)).toMatchObject({ affiliation_status: "pending", link_is_tracked: false });
    expect((await campaignOf(waiting)).notice).toContain("not approved");
  });

  it("of somebody else gets the same response as an unknown one", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    for (const id of [foreign.campaignId, "cmp_01j00000000000000000000000", "nonsense"]) {
      expectFailure(await shop.portal.get(`campaigns/${id}`), [404, "campaign_not_found"]);
      expectFailure(await shop.portal.send("POST", `campaigns/${id}/leave`), [404, "campaign_not_found"]);
    }
    expect((await foreign.portal.get(`campaigns/${foreign.campaignId}`)).body.campaign.affiliation_status).toBe(
      "active",
    );
  });
});

describe("the list of campaigns", () => {
  it("has those of all merchants, newest first and left ones last, page by page", async () => {
    const shop = await aPortalShop(app);
    shop.app.clock.forward({ seconds: 1 });
    const second = await joinAnother(shop, await aMerchant(shop.app), { name: "Second" });
    shop.app.clock.forward({ seconds: 1 });
    const third = await joinAnother(shop, shop.merchant, { name: "Third" });
    await shop.portal.send("POST", `campaigns/${third.campaignId}/leave`);
    const { body } = await shop.portal.get("campaigns");
    expect(body.campaigns.map((row: { name: string }) => row.name)).toEqual(["Second", "Spring sale", "Third"]);
    expect(body.campaigns[2].affiliation_status).toBe("left");
    expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 3 });
    const page = await shop.portal.get("campaigns?limit=1&offset=1");
    expect(page.body.campaigns.map((row: { id: string }) => row.id)).toEqual([shop.campaignId]);
    expect(second.campaignId).not.toBe(shop.campaignId);
  });
});

describe("leaving a campaign", () => {
  it("stops the link immediately and keeps earnings payable", async () => {
    const shop = await aPortalShop(app, { maturation_days: 0 });
    const id = await sold(shop);
    expect((await shop.portal.send("POST", `campaigns/${shop.campaignId}/leave`)).body).toEqual({ success: true });
    expect((await track(shop)).status).toBe(403);
    await approved(shop, id);
    expect((await shop.portal.get("overview")).body.now).toEqual({
      EUR: { pending: 0, maturing: 0, withdrawable: 10, owed_back: 0, payable: 10 },
    });
    expect((await shop.portal.get(`conversions/${id}`)).body.conversion.withdrawable).toBe(true);
    const clicked = await follow(shop);
    expect(clicked.status).toBe(302);
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("twice is 404, and the merchant can invite the person back with the same code", async () => {
    const shop = await aPortalShop(app);
    await shop.portal.send("POST", `campaigns/${shop.campaignId}/leave`);
    expectFailure(await shop.portal.send("POST", `campaigns/${shop.campaignId}/leave`), [404, "campaign_not_found"]);
    const { body } = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: shop.affiliate.email },
    });
    await shop.portal.send("POST", `invitations/${String(body.invite_link).split("/").at(-1)}/accept`);
    expect(await campaignOf(shop)).toMatchObject({ affiliation_status: "active", affiliate_code: shop.affiliate.code });
  });

  it("from another site changes nothing", async () => {
    const shop = await aPortalShop(app);
    const answer = await call(shop.app, "POST", `/api/portal/campaigns/${shop.campaignId}/leave`, {
      headers: { cookie: shop.affiliate.cookie, "sec-fetch-site": "cross-site" },
    });
    expectFailure(answer, [403, "cross_site_request"]);
    expect((await campaignOf(shop)).affiliation_status).toBe("active");
  });
});
