import { describe, expect, test } from "vitest";
import { aClick } from "../support/clicks.ts";
import { aShop, campaignOf, conversionsOf, track, worldForFile, type Shop } from "../support/shop.ts";
import { aCampaign, anAffiliate, ledgerFaults, type Joined } from "../support/world.ts";
import { aCoupon, another, end, move, orderWith, outcome, shown, signsOf } from "./coupons.ts";

const world = worldForFile();

interface Rivals {
  readonly shop: Shop;
  readonly holder: Joined;
  /** The other affiliate, as the one whose link is clicked. */
  readonly other: Shop;
}

/** A campaign with two affiliates. The first one has the coupon ANNA10. */
async function rivals(campaign: Record<string, unknown> = {}): Promise<Rivals> {
  const shop = await aShop(world.app, campaign);
  await aCoupon(shop, "ANNA10");
  world.app.clock.forward({ seconds: 61 });
  return { shop, holder: shop.affiliate, other: { ...shop, affiliate: await another(shop) } };
}

const lately = (): Date => new Date(world.app.clock.now().getTime() - 3_600_000);
describe("an order with a coupon", () => {
  test("alone is its holder's, without a flag", async () => {
    const { shop, holder } = await rivals();
    const tracked = await orderWith(shop, " anna10 ");
    expect(tracked.body.conversion).toMatchObject({ coupon_code: "ANNA10", attributed_by: "coupon", commission: 10 });
    expect(await shown(shop, tracked)).toMatchObject({
      affiliate_id: holder.affiliateId,
      click_id: null,
      coupon_code: "ANNA10",
      attributed_by: "coupon",
    });
    expect(await signsOf(shop, tracked)).toEqual([]);
  });

  test("and a click on its holder's link records both", async () => {
    const { shop, holder } = await rivals();
    const click = await aClick(shop, { at: lately() });
    const tracked = await orderWith(shop, "ANNA10", { click_id: click });
    expect(await shown(shop, tracked)).toMatchObject({
      affiliate_id: holder.affiliateId,
      click_id: click,
      coupon_code: "ANNA10",
      attributed_by: "click",
    });
    expect(await signsOf(shop, tracked)).toEqual([]);
  });

  test.each(["coupon", "click"] as const)("and another affiliate's click: the %s decides", async (evidence) => {
    const { shop, holder, other } = await rivals({ evidence });
    const click = await aClick(other, { at: lately() });
    const tracked = await orderWith(shop, "ANNA10", { click_id: click });
    const winner = evidence === "coupon" ? holder : other.affiliate;
    expect(await shown(shop, tracked)).toMatchObject({
      affiliate_id: winner.affiliateId,
      click_id: evidence === "coupon" ? null : click,
      attributed_by: evidence,
      coupon_code: "ANNA10",
    });
    expect(await signsOf(shop, tracked)).toEqual(["click_and_coupon_disagree"]);
  });

  test("that nobody has is flagged next to a click, and refused alone", async () => {
    const { shop } = await rivals();
    const tracked = await orderWith(shop, "NOBODY", { click_id: await aClick(shop, { at: lately() }) });
    expect(await shown(shop, tracked)).not.toHaveProperty("coupon_code");
    expect(await signsOf(shop, tracked)).toEqual(["coupon_unknown"]);
    expect(outcome(await orderWith(shop, "NOBODY"))).toBe("404 coupon_not_found");
  });

  test("of the shop's own, among all codes of the order, is not flagged", async () => {
    const { shop, holder } = await rivals();
    const click = await aClick(shop, { at: lately() });
    const codes = (coupon_codes: string[], more = {}) =>
      track(shop, { affiliate_code: undefined, coupon_codes, ...more });
    expect(await signsOf(shop, await codes(["WELCOME"], { click_id: click }))).toEqual([]);
    const found = await shown(shop, await codes(["WELCOME", "Anna10"]));
    expect(found).toMatchObject({ affiliate_id: holder.affiliateId, coupon_code: "ANNA10" });
    expect(outcome(await codes(["WELCOME"]))).toBe("404 coupon_not_found");
    expect(outcome(await codes([]))).toBe("400 invalid_request");
    expect(outcome(await codes(Array.from({ length: 11 }, () => "A")))).toBe("400 invalid_request");
    expect((await shown(shop, await codes(["B", "ANNA10"], { coupon_code: "A" }))).coupon_code).toBe("ANNA10");
  });

  test.each(["", "  ", "\u200B", "A\u0000B", "A\nB", "A".repeat(65), 7, ["A"]])(
    "rejects %j as a code",
    async (code) => {
      const { status, body } = await orderWith(world.shop, code as string);
      expect([status, body.error]).toEqual([
        400,
        "coupon_code must be text of 1 to 64 characters without control characters.",
      ]);
    },
  );

  test("that ended counts for orders paid before, even if they arrive later", async () => {
    const { shop, holder } = await rivals();
    const [{ id }] = (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons`)).body.coupons;
    const before = world.app.clock.now().toISOString();
    world.app.clock.forward({ seconds: 61 });
    expect(outcome(await end(shop, id))).toBe("200");
    expect(outcome(await orderWith(shop, "ANNA10"))).toBe("400 coupon_ended");
    const late = await shown(shop, await orderWith(shop, "ANNA10", { paid_at: before }));
    expect(late.affiliate_id).toBe(holder.affiliateId);
  });

  test("that moved between the order and its webhook is the earlier holder's", async () => {
    const { shop, holder, other } = await rivals();
    const [{ id }] = (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons`)).body.coupons;
    const paid = world.app.clock.now().toISOString();
    world.app.clock.forward({ seconds: 61 });
    expect(outcome(await move(shop, id, other.affiliate))).toBe("200");
    const late = await shown(shop, await orderWith(shop, "ANNA10", { paid_at: paid }));
    expect(late.affiliate_id).toBe(holder.affiliateId);
    const now = await shown(shop, await orderWith(shop, "ANNA10"));
    expect(now.affiliate_id).toBe(other.affiliate.affiliateId);
  });

  test("follows its code to a new coupon, and earlier orders stay with the old one", async () => {
    const { shop, holder, other } = await rivals();
    const [{ id }] = (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons`)).body.coupons;
    const before = world.app.clock.now().toISOString();
    world.app.clock.forward({ seconds: 61 });
    await end(shop, id);
    // Backdated, but not before the earlier one ended.
    const made = await aCoupon(other, "anna10", { starts_at: before });
    expect(made).not.toBe(id);
    expect((await shown(shop, await orderWith(shop, "ANNA10", { paid_at: before }))).affiliate_id).toBe(
      holder.affiliateId,
    );
    expect(await shown(shop, await orderWith(shop, "ANNA10"))).toMatchObject({
      affiliate_id: other.affiliate.affiliateId,
      coupon_code: "anna10",
    });
  });

  test("paid just before the coupon was created counts, because a shop's clock may be behind", async () => {
    const { shop } = await rivals();
    const id = (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/coupons`)).body.coupons[0];
    const start = new Date(id.starts_at).getTime();
    const paidAt = (ms: number) => ({ paid_at: new Date(start - ms).toISOString() });
    expect(outcome(await orderWith(shop, "ANNA10", paidAt(600_000)))).toBe("200");
    expect(outcome(await orderWith(shop, "ANNA10", paidAt(600_001)))).toBe("404 coupon_not_found");
  });

  test("in a paused campaign needs a click from before", async () => {
    const { shop, other } = await rivals();
    const [own, theirs] = [await aClick(shop, { at: lately() }), await aClick(other, { at: lately() })];
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status: "paused" } });
    expect(outcome(await orderWith(shop, "ANNA10"))).toBe("403 campaign_not_active");
    const both = await shown(shop, await orderWith(shop, "ANNA10", { click_id: own }));
    expect(both).toMatchObject({ attributed_by: "click", coupon_code: "ANNA10" });
    const clicked = await shown(shop, await orderWith(shop, "ANNA10", { click_id: theirs }));
    expect(clicked.affiliate_id).toBe(other.affiliate.affiliateId);
    expect(clicked).not.toHaveProperty("coupon_code");
  });

  test("of another campaign of the account is refused", async () => {
    const { shop } = await rivals();
    const campaignId = await aCampaign(shop.merchant);
    const affiliate = await anAffiliate(world.app, shop.merchant, campaignId);
    expect(outcome(await orderWith({ ...shop, campaignId, affiliate }, "ANNA10"))).toBe("400 coupon_of_other_campaign");
  });

  test("of another account is unknown", async () => {
    await rivals();
    expect(outcome(await orderWith(await aShop(world.app), "ANNA10"))).toBe("404 coupon_not_found");
  });

  test("takes precedence over an affiliate's code, and is flagged if they disagree", async () => {
    const { shop, holder, other } = await rivals();
    const same = await orderWith(shop, "ANNA10", { affiliate_code: holder.code });
    expect((await shown(shop, same)).attributed_by).toBe("coupon");
    expect(await signsOf(shop, same)).toEqual([]);
    const differs = await orderWith(shop, "ANNA10", { affiliate_code: other.affiliate.code });
    expect((await shown(shop, differs)).affiliate_id).toBe(holder.affiliateId);
    expect(await signsOf(shop, differs)).toEqual(["click_and_coupon_disagree"]);
  });
});

describe("a campaign that wants a click with every coupon", () => {
  const DAY = 86_400_000;
  const daysAgo = (days: number): Date => new Date(world.app.clock.now().getTime() - days * DAY);

  test("flags orders without one", async () => {
    const { shop, other } = await rivals({ coupon_needs_click: "sign", coupon_click_days: 3 });
    const signs = async (more = {}) => signsOf(shop, await orderWith(shop, "ANNA10", more));
    expect(await signs()).toEqual(["coupon_without_click"]);
    expect(await signs({ click_id: await aClick(other, { at: lately() }) })).toEqual([
      "click_and_coupon_disagree",
      "coupon_without_click",
    ]);
    expect(await signs({ click_id: await aClick(shop, { at: lately() }) })).toEqual([]);
  });

  test("or refuses them, unless another affiliate's click decides", async () => {
    const { shop, other } = await rivals({ coupon_needs_click: "refuse", coupon_click_days: 60 });
    expect(outcome(await orderWith(shop, "ANNA10"))).toBe("400 coupon_needs_click");
    const theirs = await orderWith(shop, "ANNA10", { click_id: await aClick(other, { at: lately() }) });
    expect((await shown(shop, theirs)).affiliate_id).toBe(other.affiliate.affiliateId);
    // Its attribution window is over, but the campaign asks for 60 days.
    const old = await orderWith(shop, "ANNA10", { click_id: await aClick(shop, { at: daysAgo(59) }) });
    expect((await shown(shop, old)).attributed_by).toBe("coupon");
    const older = await orderWith(shop, "ANNA10", { click_id: await aClick(shop, { at: daysAgo(61) }) });
    expect(outcome(older)).toBe("400 coupon_needs_click");
  });
});

describe("what existed before coupons", () => {
  test("looks the same: campaigns and conversions without coupons have no new fields", async () => {
    const shop = await aShop(world.app);
    const tracked = await track(shop);
    expect(Object.keys(tracked.body.conversion)).toEqual(["id", "commission", "status"]);
    const fields = Object.keys(await campaignOf(shop));
    for (const added of ["evidence", "coupon_needs_click", "coupon_click_days"]) expect(fields).not.toContain(added);
    for (const added of ["coupon_code", "attributed_by"])
      expect(Object.keys((await conversionsOf(shop))[0])).not.toContain(added);
  });

  test("settings of coupons are shown once they are changed, and can be changed back", async () => {
    const shop = await aShop(world.app);
    const change = (body: object) =>
      shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: body as Record<string, unknown> });
    await change({ evidence: "click", coupon_needs_click: "sign", coupon_click_days: 14 });
    expect(await campaignOf(shop)).toMatchObject({
      evidence: "click",
      coupon_needs_click: "sign",
      coupon_click_days: 14,
    });
    await change({ evidence: "coupon", coupon_needs_click: "off" });
    expect(Object.keys(await campaignOf(shop))).not.toContain("coupon_click_days");
    expect(outcome(await change({ coupon_click_days: 0 }))).toBe("400 invalid_request");
    expect(outcome(await change({ evidence: "code" }))).toBe("400 invalid_request");
  });
});

test("the ledger adds up", async () => {
  expect(await ledgerFaults(world.app)).toEqual([]);
});
