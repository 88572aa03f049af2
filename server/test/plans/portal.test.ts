import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { monthsAfter } from "../../src/domain/plan/months.ts";
import { payBonuses } from "../../src/usecases/bonuses/pay-bonuses.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { expectFailure, track, tracked } from "../support/shop.ts";
import { aMerchant, anAffiliate } from "../support/world.ts";
import { approved, aPortalShop, joinAnother, portalOf, rejected, sold, type PortalShop } from "../portal/portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
// A new minute for each test, so that none hits another's rate limit.
beforeEach(() => app.clock.forward({ seconds: 61 }));

const plan = {
  base: { type: "percentage", value: 20 },
  repeat: { pay: "limited", months: 12 },
  lines: [{ id: "cards", when: { category: ["gift-cards"] }, pay: { type: "none" } }],
  tiers: { measure: "conversions", period: "month", steps: [{ from: 3, pay: { type: "percentage", value: 25 } }] },
  bonuses: [{ id: "b1", measure: "conversions", counts: "approved", period: "month", reach: 50, value: 100 }],
};
const flat = (value: number) => ({ base: { type: "percentage", value } });
const withPlan = (more: Record<string, unknown> = plan): Promise<PortalShop> =>
  aPortalShop(app, { commission_value: 20, plan: more });

const campaignOf = async ({ portal, campaignId }: PortalShop) =>
  (await portal.get(`campaigns/${campaignId}`)).body.campaign;
const rowOf = async ({ portal, campaignId }: PortalShop) =>
  (await portal.get("campaigns")).body.campaigns.find(({ id }: { id: string }) => id === campaignId);
const override = ({ merchant, campaignId }: PortalShop, affiliateId: string, own: Record<string, unknown>) =>
  merchant.call("PUT", `/v1/campaigns/${campaignId}/affiliates/${affiliateId}/plan`, { body: { plan: own } });

describe("a campaign with a plan", () => {
  it("shows the plan, its terms in words, and the base in the list", async () => {
    const shop = await withPlan();
    const campaign = await campaignOf(shop);
    expect(campaign.plan).toMatchObject({
      plan,
      orders_this_month: 0,
      approved_this_month: 0,
      customers: [],
      customers_total: 0,
    });
    expect(campaign.terms.commission).toContain("20%");
    expect(campaign.terms.commission).toContain("12 months");
    expect(campaign.terms.commission).toContain("100.00 EUR");
    expect(await rowOf(shop)).toMatchObject({
      commission_type: "percentage",
      commission_value: 20,
      commission_varies: true,
    });
  });

  it("says whether customers stay with their affiliate", async () => {
    const stays = "a customer's later orders stay yours without a new click";
    const shop = await withPlan();
    expect((await campaignOf(shop)).terms.attribution).toMatch(new RegExp(`${stays}\\.$`));
    expect(await campaignOf(shop)).not.toHaveProperty("rebind");
    const loose = await aPortalShop(app, { commission_value: 20, plan, rebind: "click" });
    expect(await campaignOf(loose)).toMatchObject({ rebind: "click" });
    expect((await campaignOf(loose)).terms.attribution).toContain(`${stays}, until they follow`);
    const once = await withPlan({ ...flat(20), repeat: { pay: "none" } });
    expect((await campaignOf(once)).terms.attribution).not.toContain("later orders");
  });

  it("with only a base does not say that the commission varies", async () => {
    const shop = await withPlan(flat(20));
    expect(await rowOf(shop)).not.toHaveProperty("commission_varies");
    expect((await campaignOf(shop)).plan.plan).toEqual(flat(20));
  });

  it("counts the orders of this month in UTC, without rejected ones", async () => {
    const shop = await withPlan();
    await approved(shop, await sold(shop));
    await sold(shop);
    await rejected(shop, await sold(shop));
    expect((await campaignOf(shop)).plan).toMatchObject({ orders_this_month: 2, approved_this_month: 1 });
    const earlier = app.clock.after({ days: -40 }).toISOString();
    await track(shop, { paid_at: earlier });
    expect((await campaignOf(shop)).plan).toMatchObject({ orders_this_month: 2, approved_this_month: 1 });
  });

  it("states the plan on the pages where people join, and the base in the same response", async () => {
    const shop = await withPlan();
    const invited = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: "new@partner.example" },
    });
    const token = String(invited.body.invite_link).split("/").at(-1);
    const opened = await shop.portal.get(`invitations/${token}`);
    expect(opened.body.invitation.campaign).toMatchObject({ commission_value: 20, plan });
  });
});

describe("a campaign without a plan", () => {
  it("has no field that plans add", async () => {
    const shop = await aPortalShop(app);
    const id = await tracked(shop);
    const campaign = await campaignOf(shop);
    expect(campaign).not.toHaveProperty("plan");
    expect(campaign).not.toHaveProperty("commission_varies");
    expect(campaign.terms.commission).toBe("Each conversion pays 10% of the order amount.");
    const { body } = await shop.portal.get(`conversions/${id}`);
    for (const field of ["kind", "bonus_month", "customer"]) expect(body.conversion).not.toHaveProperty(field);
    for (const field of ["lines", "plan"]) expect(body).not.toHaveProperty(field);
    expect(body.explanation).not.toHaveProperty("attributed_by");
  });
});

describe("whose plan an affiliate sees", () => {
  it("is their own, else the group's, else the campaign's", async () => {
    const shop = await withPlan();
    const { merchant, campaignId, affiliate } = shop;
    const created = await merchant.call("POST", `/v1/campaigns/${campaignId}/groups`, {
      body: { name: "Partners", plan: flat(30) },
    });
    await merchant.call("PUT", `/v1/campaigns/${campaignId}/affiliates/${affiliate.affiliateId}/group`, {
      body: { group_id: created.body.group.id },
    });
    expect((await campaignOf(shop)).plan.plan).toEqual(flat(30));
    expect(await rowOf(shop)).toMatchObject({ commission_value: 30 });
    await override(shop, affiliate.affiliateId, flat(40));
    expect((await campaignOf(shop)).plan.plan).toEqual(flat(40));
    expect((await campaignOf(shop)).terms.commission).toContain("40%");
    expect(await rowOf(shop)).toMatchObject({ commission_value: 40 });
  });

  it("is never another affiliate's, whose plan no response mentions", async () => {
    const shop = await withPlan();
    const other = await anAffiliate(app, shop.merchant, shop.campaignId);
    await override(shop, other.affiliateId, flat(77.77));
    const id = await tracked({ ...shop, affiliate: other }, { customer_id: "theirs" });
    await tracked(shop, { customer_id: "mine" });
    for (const path of [`campaigns/${shop.campaignId}`, "campaigns", "conversions", "data"]) {
      const { text } = await shop.portal.get(path);
      expect(text).not.toContain("77.77");
      expect(text).not.toContain(id);
    }
    expect((await campaignOf(shop)).plan.customers_total).toBe(1);
    expectFailure(await shop.portal.get(`conversions/${id}`), [404, "conversion_not_found"]);
    expect((await portalOf(app, other).get(`campaigns/${shop.campaignId}`)).body.campaign.plan.plan).toEqual(
      flat(77.77),
    );
  });

  it("of another merchant does not reach a campaign of the same person", async () => {
    const shop = await withPlan();
    const another = await joinAnother(shop, await aMerchant(app));
    const { body } = await shop.portal.get(`campaigns/${another.campaignId}`);
    expect(body.campaign).not.toHaveProperty("plan");
    const stranger = await aPortalShop(app);
    expectFailure(await stranger.portal.get(`campaigns/${shop.campaignId}`), [404, "campaign_not_found"]);
  });
});

describe("the customers of an affiliate", () => {
  it("show under a keyed hash until when they pay", async () => {
    const shop = await withPlan();
    await tracked(shop, { customer_email: "Grace@buyer.example" });
    const boundAt = app.clock.now();
    const { plan: own } = await campaignOf(shop);
    expect(own.customers).toEqual([
      {
        customer: expect.stringMatching(/^customer [\da-f]{8}$/),
        bound_at: boundAt.toISOString(),
        first_order_at: boundAt.toISOString(),
        payments: 1,
        pays: "until",
        pays_until: monthsAfter(boundAt, 12).toISOString(),
        pays_months: null,
        payments_left: null,
      },
    ]);
    const { text } = await shop.portal.get(`campaigns/${shop.campaignId}`);
    expect(text.toLowerCase()).not.toContain("grace");
  });

  it("show how many payments are left, and when no more come", async () => {
    const shop = await withPlan({ ...flat(20), repeat: { pay: "limited", payments: 2 } });
    const first = async () => (await campaignOf(shop)).plan.customers[0];
    await tracked(shop, { customer_id: "c1" });
    expect(await first()).toMatchObject({ payments: 1, pays: "payments_left", payments_left: 1, pays_until: null });
    await tracked(shop, { customer_id: "c1" });
    expect(await first()).toMatchObject({ payments: 2, pays: "no_more", payments_left: null });
  });

  it("pay no more once their limit is used up", async () => {
    const shop = await withPlan({ ...flat(20), limits: { customer_max: 30 } });
    const first = async () => (await campaignOf(shop)).plan.customers[0];
    await tracked(shop, { customer_id: "c1" });
    expect(await first()).toMatchObject({ pays: "always" });
    const last = await tracked(shop, { customer_id: "c1" });
    expect(await first()).toMatchObject({ payments: 2, pays: "no_more" });
    await rejected(shop, last);
    expect(await first()).toMatchObject({ payments: 1, pays: "always" });
  });

  it("are judged by the version that they were bound under", async () => {
    const shop = await withPlan({ ...flat(20), repeat: { pay: "limited", payments: 5 } });
    await tracked(shop, { customer_id: "early" });
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, {
      body: { plan: { ...flat(20), repeat: { pay: "none" } } },
    });
    app.clock.forward({ seconds: 1 });
    await tracked(shop, { customer_id: "late" });
    const { customers } = (await campaignOf(shop)).plan;
    expect(customers.map(({ pays }: { pays: string }) => pays)).toEqual(["no_more", "payments_left"]);
  });

  it("are the newest 20, with the number of all", async () => {
    const shop = await withPlan(flat(20));
    for (let number = 0; number < 22; number += 1) {
      app.clock.forward({ seconds: 1 });
      await tracked(shop, { customer_id: `c${number}` });
    }
    const { customers, customers_total: total } = (await campaignOf(shop)).plan;
    expect([customers.length, total]).toEqual([20, 22]);
    const times = customers.map((customer: { bound_at: string }) => customer.bound_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times[0]).toBe(app.clock.now().toISOString());
  });
});

describe("a conversion under a plan", () => {
  it("shows which rules paid, which did not and why, and its version of the plan", async () => {
    const shop = await withPlan();
    const items = [{ sku: "CARD", category: "gift-cards", quantity: 1, amount: 40 }];
    const id = await tracked(shop, { amount: 100, items, customer_id: "c1" });
    const { body } = await shop.portal.get(`conversions/${id}`);
    expect(body.plan).toEqual(plan);
    expect(body.lines).toContainEqual(expect.objectContaining({ rule: "cards", sku: "CARD", commission: 0 }));
    expect(body.lines).toContainEqual(expect.objectContaining({ rule: "base", amount: 60, commission: 12 }));
    expect(body.lines).toContainEqual(expect.objectContaining({ rule: "tiers", reason: "below_step", commission: 0 }));
    expect(body.conversion.customer).toMatch(/^customer [\da-f]{8}$/);
    expect(body.conversion).not.toHaveProperty("kind");
  });

  it("keeps the version that decided when the plan changes", async () => {
    const shop = await withPlan();
    const id = await tracked(shop);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { plan: flat(5) } });
    expect((await shop.portal.get(`conversions/${id}`)).body.plan).toEqual(plan);
    expect((await campaignOf(shop)).plan.plan).toEqual(flat(5));
  });

  it("is marked as a renewal if only the customer decided whose it is", async () => {
    const shop = await withPlan();
    await tracked(shop, { customer_id: "c1" });
    app.clock.forward({ seconds: 1 });
    const id = await tracked(shop, { customer_id: "c1", affiliate_code: undefined });
    const { body } = await shop.portal.get(`conversions/${id}`);
    expect(body.conversion).toMatchObject({ kind: "renewal", commission: 20 });
    expect(body.explanation).toMatchObject({ click: null, attributed_by: "customer" });
    const [row] = (await shop.portal.get("conversions")).body.conversions;
    expect(row).toMatchObject({ id, kind: "renewal" });
    expect(row).not.toHaveProperty("lines");
  });
});

describe("what a month's orders count for", () => {
  it("shows the month of an order that was paid before it was tracked", async () => {
    const shop = await withPlan();
    const paidAt = app.clock.after({ days: -40 });
    const id = await tracked(shop, { paid_at: paidAt.toISOString() });
    const { body } = await shop.portal.get(`conversions/${id}`);
    expect(body.conversion.counts_for).toBe(paidAt.toISOString().slice(0, 7));
    const now = await shop.portal.get(`conversions/${await tracked(shop)}`);
    expect(now.body.conversion).not.toHaveProperty("counts_for");
  });

  it("shows a bonus with its month, and never its ID in the shop", async () => {
    const bonuses = [{ ...plan.bonuses[0], reach: 2 }];
    const shop = await withPlan({ ...flat(20), bonuses });
    const month = app.clock.now().toISOString().slice(0, 7);
    for (let order = 0; order < 2; order += 1) await approved(shop, await sold(shop));
    app.clock.forward({ days: 45 });
    await payBonuses(app.services);
    // The session has expired by then.
    const credentials = { email: shop.affiliate.email, password: "correct horse battery" };
    await shop.portal.browser.send("POST", "/api/session", credentials);
    const [row] = (await shop.portal.get("conversions")).body.conversions;
    expect(row).toMatchObject({ kind: "bonus", bonus_month: month, amount: 0, commission: 100 });
    const { body, text } = await shop.portal.get(`conversions/${row.id}`);
    expect(body.lines).toEqual([expect.objectContaining({ rule: "b1", commission: 100, reason: null })]);
    expect(body).toMatchObject({ plan: { bonuses }, explanation: { attributed_by: "bonus" }, parts: [] });
    expect(text).not.toContain("bonus:b1");
    expect((await campaignOf(shop)).plan).toMatchObject({ orders_this_month: 0, approved_this_month: 0 });
  });
});
