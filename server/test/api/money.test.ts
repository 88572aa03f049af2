import { describe, expect, it } from "vitest";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
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
import { conversionIdOf, ledgerFaults } from "../support/world.ts";

const world = worldForFile();

const patch = (shop: Shop, body: unknown) => shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body });
const affiliateOf = async (shop: Shop) =>
  (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/affiliates`)).body.affiliates[0];

describe("currencies", () => {
  it("pays a percentage in the currency of the conversion", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop, { amount: 999, currency: "JPY" });
    expect(await conversionOf(shop, id)).toMatchObject({
      commission: 100,
      commission_currency: "JPY",
      currency: "JPY",
    });
  });

  it("pays a fixed amount in the campaign's currency, whatever the customer paid with", async () => {
    const shop = await aShop(world.app, { commission_type: "fixed", commission_value: 3.5, currency: "USD" });
    const id = await tracked(shop, { amount: 999, currency: "JPY" });
    expect(await conversionOf(shop, id)).toMatchObject({
      commission: 3.5,
      commission_currency: "USD",
      currency: "JPY",
    });
  });

  it.each([
    ["JPY", 10.5, 11],
    ["KWD", 1.2345, 1.235],
    ["EUR", 1.005, 1.01],
    ["clf", 0.00005, 0.0001],
  ])("rounds amounts half up to the smallest unit of %s: %s is %s", async (currency, amount, shown) => {
    const id = await tracked(world.shop, { currency, amount });
    expect((await conversionOf(world.shop, id)).amount).toBe(shown);
  });

  it("never adds amounts of two currencies: other currencies are listed next to stats", async () => {
    const shop = await aShop(world.app);
    await tracked(shop, { amount: 100 });
    await tracked(shop, { amount: 50, currency: "USD" });
    await tracked(shop, { amount: 70, currency: "USD" });
    await tracked(shop, { amount: 1000, currency: "JPY" });
    const rejected = await tracked(shop, { amount: 5, currency: "GBP" });
    await shop.merchant.call("POST", `/v1/conversions/${rejected}/reject`);
    expect(await campaignOf(shop)).toMatchObject({
      current_spend: 10,
      stats: { total_conversions: 4, total_revenue: 100 },
      by_currency: { USD: { total_revenue: 120, current_spend: 12 }, JPY: { total_revenue: 1000, current_spend: 100 } },
    });
    expect(Object.keys((await campaignOf(shop)).by_currency)).toEqual(["JPY", "USD"]);
    const affiliate = await affiliateOf(shop);
    expect(affiliate.stats).toEqual({ clicks: 0, conversions: 4, revenue: 100, pending_commission: 10 });
    expect(affiliate.by_currency).toEqual({
      USD: { revenue: 120, pending_commission: 12 },
      JPY: { revenue: 1000, pending_commission: 100 },
    });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("shows pending commission only while it is pending", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    expect((await affiliateOf(shop)).stats).toMatchObject({ conversions: 1, revenue: 100, pending_commission: 0 });
    expect((await campaignOf(shop)).current_spend).toBe(10);
  });
});

describe("a budget and commissions in another currency", () => {
  it("rejects the conversion with 400 and records nothing", async () => {
    const shop = await aShop(world.app, { max_budget: 1000 });
    const before = await campaignOf(shop);
    expectWriteFailure(await track(shop, { currency: "USD" }), [400, "currency_mismatch"]);
    expect(await campaignOf(shop)).toEqual(before);
  });

  it("accepts a foreign amount if the commission is a fixed amount in the campaign's currency", async () => {
    const shop = await aShop(world.app, { max_budget: 10, commission_type: "fixed", commission_value: 4 });
    await tracked(shop, { currency: "USD" });
    expect((await campaignOf(shop)).current_spend).toBe(4);
  });

  it("leaves earlier foreign commissions outside a budget that is set later, even when they are restored", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop, { amount: 5000, currency: "USD" });
    await patch(shop, { max_budget: 10 });
    expect((await track(shop)).status).toBe(200);
    expect((await shop.merchant.call("POST", `/v1/conversions/${id}/reject`)).status).toBe(200);
    expect((await shop.merchant.call("POST", `/v1/conversions/${id}/unreject`)).status).toBe(200);
    expect((await campaignOf(shop)).current_spend).toBe(10);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("a budget that changes", () => {
  it("may be set below the amount spent: new conversions then get 403, existing ones stay", async () => {
    const shop = await aShop(world.app, { max_budget: 100 });
    await tracked(shop, { amount: 500 });
    expect((await patch(shop, { max_budget: 20 })).status).toBe(200);
    expect(await campaignOf(shop)).toMatchObject({ max_budget: 20, current_spend: 50 });
    expectWriteFailure(await track(shop), [403, "budget_exceeded"]);
    await patch(shop, { max_budget: null });
    expect((await track(shop)).status).toBe(200);
  });

  it("of 0 accepts only conversions with no commission", async () => {
    const shop = await aShop(world.app, { max_budget: 0 });
    expectWriteFailure(await track(shop, { amount: 0.05 }), [403, "budget_exceeded"]);
    expect((await track(shop, { amount: 0 })).body.conversion).toMatchObject({ commission: 0, status: "pending" });
  });

  it("counts approved commissions as well as pending ones", async () => {
    const shop = await aShop(world.app, { max_budget: 10 });
    const id = await tracked(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
    expectWriteFailure(await track(shop, { amount: 1 }), [403, "budget_exceeded"]);
  });
});

describe("a commission of 0", () => {
  it("is recorded, rejected and restored, and the ledger stays balanced", async () => {
    const shop = await aShop(world.app);
    const id = await tracked(shop, { amount: 0 });
    for (const action of ["reject", "unreject"])
      expect((await shop.merchant.call("POST", `/v1/conversions/${id}/${action}`)).status).toBe(200);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});
