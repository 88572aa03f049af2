import { describe, expect, test } from "vitest";
import type { CommissionPlan } from "tributary-sdk/plan";
import { monthsAfter } from "../../src/domain/plan/months.ts";
import { aPortalShop } from "../portal/portal.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, conversionsOf, track, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { another, aPlannedShop, as, freeOrder, paid, preview, renewal } from "./plans.ts";

const world = worldForFile({ SIGNUP: "open" });
const base = { type: "percentage", value: 20 } as const;
const at = (time: string): void => world.app.clock.set(new Date(time));

describe("a customer of a trial", () => {
  const inDollars = { customer_id: "trial", currency: "USD" };

  async function aTrialShop(plan: CommissionPlan | undefined): Promise<Shop> {
    const shop = await aShop(world.app, { commission_type: "fixed", commission_value: 5, ...(plan && { plan }) });
    await freeOrder(shop, "trial");
    return shop;
  }

  test.each([
    ["a plan", { base: { type: "fixed", value: 5 }, limits: { order_max: 50 } }],
    ["the commission before the first plan", undefined],
  ] as const)("follows the campaign into another currency, bound under %s", async (_, before) => {
    const shop = await aTrialShop(before);
    const change = async (body: object): Promise<void> => {
      const { status, text } = await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
      expect(`${status} ${text}`).toMatch(/^200 /);
    };
    await change({ plan: { base: { type: "fixed", value: 7 }, limits: { order_max: 50 } } });
    await change({ currency: "USD" });
    const { status, text } = await track(shop, inDollars);
    expect(`${status} ${text}`).toMatch(/^200 /);
    expect(await conversionsOf(shop)).toMatchObject([{ commission: 7, commission_currency: "USD" }]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("months after a trial", () => {
  const order = { customer_id: "trial", subscription_id: "s" };
  const months = (count: number): CommissionPlan => ({ base, repeat: { pay: "limited", months: count } });

  /** The trial starts on 15 January. */
  async function aTrialShop(plan: CommissionPlan, campaign: Record<string, unknown> = {}): Promise<Shop> {
    at("2026-01-15T10:00:00.000Z");
    const shop = await aPlannedShop(world.app, plan, campaign);
    await freeOrder(shop, "trial");
    return shop;
  }
  /** What an order pays that is reported as soon as it is paid. */
  async function paidOn(shop: Shop, day: string): Promise<number> {
    at(`${day}T11:00:00.000Z`);
    return (await renewal(shop, order)).body.conversion.commission as number;
  }

  test("count from the first payment: 12 months pay 12 of 13 monthly payments", async () => {
    const shop = await aTrialShop(months(12));
    const commissions: number[] = [];
    for (let month = 1; month <= 13; month += 1)
      commissions.push(await paidOn(shop, new Date(Date.UTC(2026, month, 15)).toISOString().slice(0, 10)));
    expect(commissions).toEqual([...Array.from({ length: 12 }, () => 20), 0]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  test("pay the first payment, although the trial was longer, and preview it", async () => {
    const shop = await aTrialShop(months(3));
    at("2026-04-15T11:00:00.000Z");
    expect((await preview(shop, order)).body.commission).toBe(20);
    expect(await paidOn(shop, "2026-04-15")).toBe(20);
    expect(await paidOn(shop, "2026-07-15")).toBe(0);
  });

  test("of a rule start with the first payment", async () => {
    const welcome = { id: "o1", when: { month_to: 1 }, pay: { type: "percentage", value: 50 } } as const;
    const shop = await aTrialShop({ base, orders: [welcome] });
    expect(await paidOn(shop, "2026-02-15")).toBe(50);
    expect(await paidOn(shop, "2026-03-14")).toBe(50);
    expect(await paidOn(shop, "2026-03-15")).toBe(20);
  });

  test("count from the earliest payment, even if a later one arrives before it", async () => {
    const shop = await aTrialShop(months(2));
    expect(await paidOn(shop, "2026-03-15")).toBe(20);
    const first = await renewal(shop, { ...order, paid_at: "2026-02-15T11:00:00.000Z" });
    expect(first.body.conversion.commission).toBe(20);
    expect(await paidOn(shop, "2026-04-14")).toBe(20);
    expect(await paidOn(shop, "2026-04-15")).toBe(0);
  });

  test("count from the first payment, even if it was refunded", async () => {
    const shop = await aTrialShop(months(1));
    at("2026-03-15T11:00:00.000Z");
    const { id } = (await renewal(shop, order)).body.conversion;
    await shop.merchant.call("POST", `/v1/conversions/${id}/refunds`, { body: { external_id: "r", amount: 100 } });
    expect(await paidOn(shop, "2026-04-14")).toBe(20);
    expect(await paidOn(shop, "2026-04-15")).toBe(0);
  });

  test("never count from before the trial, although an older order is reported during it", async () => {
    const shop = await aTrialShop(months(1));
    at("2026-02-01T00:00:00.000Z");
    const older = { ...order, subscription_id: undefined, paid_at: "2025-12-15T00:00:00.000Z" };
    expect(await paid(as(shop, await another(shop)), older)).toBe(20);
    expect(await paidOn(shop, "2026-02-14")).toBe(20);
  });

  test("count from the order of the click that takes the customer over", async () => {
    const shop = await aTrialShop(months(1), { rebind: "click" });
    const rival = as(shop, await another(shop));
    const clicked = await aClick(rival, { at: new Date("2026-02-01T00:00:00.000Z") });
    expect(await paidOn(shop, "2026-03-15")).toBe(20);
    // Reported late.
    const taken = await track(rival, { ...order, click_id: clicked, paid_at: "2026-02-15T11:00:00.000Z" });
    expect(taken.body.conversion.commission).toBe(20);
    expect(await paidOn(shop, "2026-03-16")).toBe(0);
  });
});

test("the portal shows in a trial how long orders will pay, and after the first payment until when", async () => {
  const plan = { base, repeat: { pay: "limited", months: 12 } };
  const shop = await aPortalShop(world.app, { commission_value: 20, plan });
  const customer = async () =>
    (await shop.portal.get(`campaigns/${shop.campaignId}`)).body.campaign.plan.customers[0] as object;
  await freeOrder(shop, "trial");
  expect(await customer()).toMatchObject({ first_order_at: null, payments: 0, pays: "months", pays_months: 12 });
  world.app.clock.forward({ hours: 1 });
  await tracked(shop, { customer_id: "trial" });
  const paidAt = world.app.clock.now();
  const until = { pays: "until", pays_until: monthsAfter(paidAt, 12).toISOString(), pays_months: null };
  expect(await customer()).toMatchObject({ first_order_at: paidAt.toISOString(), ...until });
});
