import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { payBonuses } from "../../src/usecases/bonuses/pay-bonuses.ts";
import { earn } from "../payouts/till.ts";
import { timeout } from "../support/parallel.ts";
import {
  aBonus,
  aBonusShop,
  approvedOrders,
  bonusAppForFile,
  bonusesOf,
  moveTo,
  paidFor,
  planWith,
  setPlan,
  type BonusShop,
} from "./bonus-shop.ts";

vi.setConfig({ testTimeout: timeout });
bonusAppForFile();
const run = ({ app }: BonusShop): Promise<void> => payBonuses(app.services);
const hold = ({ merchant, campaignId: id }: BonusShop, maturationDays: number): Promise<unknown> =>
  updateCampaign(merchant.context, { id, change: () => ({ maturationDays }) });

describe("a changed hold period", () => {
  it("pays months that were not due yet when it is shortened, for three months", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100), aBonus(2, 50)), { maturation_days: 120 });
    await approvedOrders(shop, 1);
    const late = await earn(shop, shop.partner, 10_000);
    moveTo(shop, "2026-07-15T00:00:00.000Z");
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
    await hold(shop, 7);
    await run(shop);
    expect(await paidFor(shop)).toEqual([100]);
    moveTo(shop, "2026-10-14T23:59:59.999Z");
    await approveConversion(shop.merchant.context, { id: late });
    await run(shop);
    expect((await bonusesOf(shop)).map((bonus) => bonus.external_id.slice(-7))).toEqual(["2026-03", "2026-03"]);
  });

  it("pays no months that are long over when it is lengthened", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    const late = await earn(shop, shop.partner, 10_000);
    moveTo(shop, "2026-07-08T00:00:00.000Z");
    await hold(shop, 120);
    await approveConversion(shop.merchant.context, { id: late });
    moveTo(shop, "2026-08-01T00:00:00.000Z");
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
  });

  it("pays no month that ended before the plan when it is shortened", async () => {
    const shop = await aBonusShop(planWith(), { maturation_days: 120 });
    await approvedOrders(shop, 1);
    moveTo(shop, "2026-04-01T00:00:00.000Z");
    await setPlan(shop, planWith(aBonus(1, 100)));
    await approvedOrders(shop, 1);
    moveTo(shop, "2026-08-15T00:00:00.000Z");
    await hold(shop, 7);
    await run(shop);
    expect((await bonusesOf(shop)).map((bonus) => bonus.external_id.slice(-7))).toEqual(["2026-04"]);
  });

  it("is recorded once a day, however often it changes", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)), { maturation_days: 120 });
    await approvedOrders(shop, 1);
    moveTo(shop, "2026-07-15T00:00:00.000Z");
    for (const days of [60, 30, 7]) {
      shop.app.clock.forward({ hours: 1 });
      await hold(shop, days);
    }
    shop.app.clock.forward({ days: 1 });
    await hold(shop, 8);
    const recorded = await shop.app.db.query(sql`
      select days_before from maturation_changes where campaign_id = ${uuidOf(shop.campaignId)} order by changed_at`);
    expect(recorded).toEqual([{ days_before: 120 }, { days_before: 7 }]);
    await run(shop);
    expect(await paidFor(shop)).toEqual([100]);
  });
});
