import { beforeAll, describe, expect, it } from "vitest";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { expectFailure, tracked } from "../support/shop.ts";
import { conversionIdOf } from "../support/world.ts";
import { approved, aPortalShop, joinAnother, rejected, sold, type PortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const idsOf = async ({ portal }: PortalShop, query = ""): Promise<string[]> =>
  (await portal.get(`conversions${query}`)).body.conversions.map(({ id }: { id: string }) => id);
// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
const oneOf = async ({ portal }: PortalShop, id: string): Promise<any> => (await portal.get(`conversions/${id}`)).body;

describe("an affiliate's conversions", () => {
  it("are listed newest first, by status, campaign and time, with exact totals", async () => {
    const shop = await aPortalShop(app);
    const first = await sold(shop);
    shop.app.clock.forward({ hours: 1 });
    const second = await approved(shop, await sold(shop));
    shop.app.clock.forward({ hours: 1 });
    const other = await joinAnother(shop, shop.merchant);
    const third = await sold({
      ...shop,
      campaignId: other.campaignId,
      affiliate: { ...shop.affiliate, code: other.code },
    });

    expect(await idsOf(shop)).toEqual([third, second, first]);
    expect(await idsOf(shop, "?status=approved")).toEqual([second]);
    expect(await idsOf(shop, `?campaign_id=${other.campaignId}`)).toEqual([third]);
    expect(await idsOf(shop, "?campaign_id=nonsense")).toEqual([]);
    const [from, to] = [app.clock.after({ hours: -1.5 }).toISOString(), app.clock.now().toISOString()];
    expect(await idsOf(shop, `?from=${from}&to=${to}`)).toEqual([second]);
    expect(await idsOf(shop, "?limit=1&offset=1")).toEqual([second]);
    const totals = async (query: string) => (await shop.portal.get(`conversions${query}`)).body.pagination.total;
    expect(await totals("?limit=1")).toBe(3);
    expect(await totals("?status=pending")).toBe(2);
    expect(await totals(`?from=${from}`)).toBe(2);
    expect(await totals(`?campaign_id=${other.campaignId}&status=approved`)).toBe(0);
  });

  it("never show the merchant's order ID, in the list or alone", async () => {
    const shop = await aPortalShop(app);
    const id = await sold(shop, { external_id: "ORDER-of-jane.doe@buyer.example" });
    await rejected(shop, id, "returned");
    expect((await shop.portal.get("conversions")).text).not.toContain("jane.doe");
    expect((await shop.portal.get(`conversions/${id}`)).text).not.toContain("jane.doe");
    expect((await shop.portal.get("data")).text).not.toContain("jane.doe");
  });

  it("of other affiliates are 404, even in the same campaign", async () => {
    const shop = await aPortalShop(app);
    const foreign = await aPortalShop(shop.app);
    const theirs = await sold(foreign);
    for (const id of [theirs, "conv_01j00000000000000000000000", "nonsense"])
      expectFailure(await shop.portal.get(`conversions/${id}`), [404, "conversion_not_found"]);
    expect(await idsOf(shop)).toEqual([]);
    expect(await idsOf(shop, `?campaign_id=${foreign.campaignId}`)).toEqual([]);
  });

  it("show their status and what comes next, from tracking to payout", async () => {
    const shop = await aPortalShop(app);
    const id = await sold(shop);
    expect((await oneOf(shop, id)).conversion).toMatchObject({
      status: "pending",
      days_to_maturation: 7,
      withdrawable: false,
      state: "Pending review. Once approved, it is ready to pay in 7 days.",
    });
    await approved(shop, id);
    shop.app.clock.forward({ hours: 11 });
    expect((await oneOf(shop, id)).conversion).toMatchObject({
      days_to_maturation: 7,
      state: "Approved. Ready to pay in 7 days.",
    });
    shop.app.clock.forward({ days: 6 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    expect((await oneOf(shop, id)).conversion).toMatchObject({
      days_to_maturation: 1,
      state: "Approved. Ready to pay in 1 day.",
    });
    shop.app.clock.forward({ days: 1 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    expect((await oneOf(shop, id)).conversion).toMatchObject({
      days_to_maturation: 0,
      withdrawable: true,
      state: "Approved and ready to pay in the next payout.",
    });
  });

  it("show the reason of a rejection, and the whole history without the names of the merchant's team", async () => {
    const shop = await aPortalShop(app);
    const soldAt = app.clock.now().toISOString();
    const id = await sold(shop);
    app.clock.forward({ seconds: 5 });
    await rejected(shop, id, "Goods came back.");
    const { conversion, history } = await oneOf(shop, id);
    expect(conversion).toMatchObject({
      status: "rejected",
      rejection_reason: "Goods came back.",
      state: "Rejected by the merchant: Goods came back.",
    });
    const noMoney = { adjusted: null, clawed_back: null, payout_id: null, cause: null, refunded: null };
    const at = app.clock.now().toISOString();
    expect(history).toEqual([
      {
        action: "track",
        ...noMoney,
        adjusted: { amount: 100, commission: 10 },
        status: "pending",
        reason: null,
        at: soldAt,
      },
      { action: "reject", ...noMoney, status: "rejected", reason: "Goods came back.", at },
    ]);
  });

  it("show a refund with the original figures, but neither its ID nor the order's", async () => {
    const shop = await aPortalShop(app);
    const id = await tracked(shop, { external_id: "secret-order" });
    const body = { external_id: "secret-refund", amount: 25, reason: "Wrong size" };
    await shop.merchant.call("POST", `/v1/conversions/${id}/refunds`, { body });
    const story = await oneOf(shop, id);
    expect(story.conversion).toMatchObject({
      amount: 75,
      commission: 7.5,
      original_amount: 100,
      original_commission: 10,
      refunded_amount: 25,
    });
    expect(story.history.at(-1)).toEqual({
      action: "adjust",
      adjusted: { amount: 75, commission: 7.5 },
      clawed_back: null,
      payout_id: null,
      cause: "refund",
      refunded: 25,
      status: "pending",
      reason: "Wrong size",
      at: app.clock.now().toISOString(),
    });
    expect(JSON.stringify(story)).not.toMatch(/secret|key_|usr_|rfd_/);
  });

  it("explain which click decided and how the commission was calculated", async () => {
    const shop = await aPortalShop(app);
    const clickedAt = app.clock.now().toISOString();
    const clickId = await aClick(shop);
    shop.app.clock.forward({ hours: 3 });
    const id = await tracked(shop, { affiliate_code: undefined, click_id: clickId, amount: 49.99 });
    const { click, explanation } = await oneOf(shop, id);
    expect(click).toEqual({ id: clickId, clicked_at: clickedAt, sub: null });
    expect(explanation).toEqual({
      click: { clicked_at: click.clicked_at, window_days: 30 },
      rule: { type: "percentage", value: 10 },
    });
    const byCode = await oneOf(shop, await sold(shop));
    expect(byCode.click).toBeNull();
    expect(byCode.explanation.click).toBeNull();
  });

  it("return 400 for an invalid filter", async () => {
    const { portal } = await aPortalShop(app);
    for (const query of ["status=paid", "from=yesterday", "limit=0", "offset=-1"])
      expectFailure(await portal.get(`conversions?${query}`), [400, "invalid_request"]);
  });
});

describe("a conversion that was clawed back", () => {
  it("shows the amount, reason and time, and the payout it was deducted from; before that nothing", async () => {
    const shop = await aPortalShop(app);
    const id = await approved(shop, await sold(shop, { amount: 120 }));
    shop.app.clock.forward({ days: 30 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    expect((await oneOf(shop, id)).claw_back).toBeNull();
    await clawBackConversion(shop.merchant.context, { id: conversionIdOf(id), reason: "The goods came back." });
    const answer = await shop.portal.get(`conversions/${id}`);
    const { amount, currency, reason, at, payout_id: payout } = answer.body.claw_back;
    expect({ amount, currency, reason, payout }).toEqual({
      amount: answer.body.conversion.commission,
      currency: "EUR",
      reason: "The goods came back.",
      payout: null,
    });
    expect(at).toBe(shop.app.clock.now().toISOString());
    // The affiliate does not see which team member did it.
    expect(answer.text).not.toContain(shop.merchant.context.actor);
  });
});
