import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { idOf, uuidOf } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { archiveCampaign, updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { approveConversion, rejectConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { getConversion } from "../../src/usecases/conversions/get-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { payBonuses } from "../../src/usecases/bonuses/pay-bonuses.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { currency, money } from "../domain/samples.ts";
import { aPartner, earn } from "../payouts/till.ts";
import { timeout, together } from "../support/parallel.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import {
  aBonus,
  aBonusShop,
  affiliationIdOf,
  approvedOrders,
  bonusAppForFile,
  bonusesOf,
  DUE,
  moveTo,
  paidFor,
  pendingOrder,
  planWith,
  setPlan,
  type BonusShop,
} from "./bonus-shop.ts";

vi.setConfig({ testTimeout: timeout });
const app = bonusAppForFile();
const run = ({ app }: BonusShop): Promise<void> => payBonuses(app.services);

describe("a bonus", () => {
  it("is created once, after the month and its hold period", async () => {
    const shop = await aBonusShop(planWith(aBonus(3, 100), aBonus(4, 500)));
    await approvedOrders(shop, 3);
    for (const early of ["2026-03-31T23:59:59.999Z", "2026-04-07T23:59:59.999Z"]) {
      moveTo(shop, early);
      await run(shop);
      expect(await bonusesOf(shop)).toEqual([]);
    }
    moveTo(shop, DUE);
    await run(shop);
    await run(shop);
    const external_id = `bonus:b3:${shop.affiliationId}:2026-03`;
    expect(await bonusesOf(shop)).toEqual([
      { id: expect.any(String), external_id, commission: 100, status: "pending" },
    ]);
    const [stored] = await shop.app.db.query<Record<string, unknown>>(sql`
      select attributed_by, amount_minor, plan_version, trace, matures_at, commission_type,
        (select type from events where subject_id = c.id) as event,
        exists (select from orders where conversion_id = c.id) as has_order
      from conversions c where account_id = ${uuidOf(shop.merchant.accountId)} and kind = 'bonus'`);
    expect(stored).toEqual({
      attributed_by: "bonus",
      amount_minor: 0n,
      plan_version: 1,
      trace: { lines: [{ rule: "b3", amount: "0", pay: { fixed: "10000" }, commission: "10000" }] },
      matures_at: new Date("2026-04-15T00:00:00.000Z"),
      commission_type: "fixed",
      event: "conversion.created",
      has_order: false,
    });
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("is created by the scheduled job", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 5)));
    await approvedOrders(shop, 1);
    moveTo(shop, DUE);
    await shop.app.jobs.runDue();
    expect(await paidFor(shop)).toEqual([5]);
  });

  it("needs approved orders of the month: others do not count", async () => {
    const shop = await aBonusShop(planWith(aBonus(3, 100)));
    await approvedOrders(shop, 2);
    await pendingOrder(shop);
    await rejectConversion(shop.merchant.context, { id: await earn(shop, shop.partner, 100), reason: "Returned" });
    moveTo(shop, "2026-04-01T00:00:00.000Z");
    await approvedOrders(shop, 1);
    moveTo(shop, DUE);
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
  });

  it("counts an order in the month in which it was paid", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    moveTo(shop, "2026-04-02T00:00:00.000Z");
    const { id } = await trackConversion(shop.merchant.context, {
      campaignId: shop.campaignId,
      clickId: undefined,
      affiliateCode: shop.partner.code,
      externalId: anOrderId(),
      amount: money(10_000),
      details: { paidAt: new Date("2026-03-31T23:00:00.000Z") },
    });
    await approveConversion(shop.merchant.context, { id });
    moveTo(shop, DUE);
    await run(shop);
    moveTo(shop, "2026-05-08T00:00:00.000Z");
    await run(shop);
    expect((await bonusesOf(shop)).map((bonus) => bonus.external_id.slice(-7))).toEqual(["2026-03"]);
  });

  it("is paid for orders that were approved late, and for months during which the server was down", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    const late = await earn(shop, shop.partner, 10_000);
    moveTo(shop, "2026-04-20T00:00:00.000Z");
    await approvedOrders(shop, 1);
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
    await approveConversion(shop.merchant.context, { id: late });
    moveTo(shop, "2026-06-08T00:00:00.000Z");
    await run(shop);
    expect((await bonusesOf(shop)).map((bonus) => bonus.external_id.slice(-7))).toEqual(["2026-03", "2026-04"]);
  });

  it("is not paid for months that are long over", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    await approvedOrders(shop, 1);
    moveTo(shop, "2026-07-08T00:00:00.000Z");
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
  });

  it("waits for room in the budget, and blocks nobody meanwhile", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)), { max_budget: 130 });
    const other = await aPartner(shop);
    await approvedOrders(shop, 1);
    await approvedOrders(shop, 1, other);
    moveTo(shop, DUE);
    await run(shop);
    expect(await paidFor(shop)).toEqual([100]);
    const { id } = { id: shop.campaignId };
    await updateCampaign(shop.merchant.context, { id, change: () => ({ maxBudgetMinor: 22_000n }) });
    await run(shop);
    expect(await paidFor(shop)).toEqual([100, 100]);
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("waits while the affiliate is suspended", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    await approvedOrders(shop, 1);
    await changeAffiliation(shop.merchant.context, { id: shop.affiliationId, action: "suspend" });
    moveTo(shop, DUE);
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
    await changeAffiliation(shop.merchant.context, { id: shop.affiliationId, action: "restore" });
    await run(shop);
    expect(await paidFor(shop)).toEqual([100]);
  });

  it("is paid in a paused campaign, and not in an archived one", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    const archived = await aBonusShop(planWith(aBonus(1, 100)), { on: shop.app });
    for (const each of [shop, archived]) await approvedOrders(each, 1);
    const { merchant, campaignId: id } = shop;
    await updateCampaign(merchant.context, { id, change: () => ({ status: "paused" }) });
    await archiveCampaign(archived.merchant.context, archived.campaignId);
    moveTo(shop, DUE);
    await run(shop);
    expect([await paidFor(shop), await paidFor(archived)]).toEqual([[100], []]);
  });

  it("follows the version at the end of the month", async () => {
    const shop = await aBonusShop(planWith(aBonus(5, 1)));
    await approvedOrders(shop, 2);
    moveTo(shop, "2026-03-31T23:59:59.999Z");
    await setPlan(shop, planWith(aBonus(2, 100)));
    moveTo(shop, "2026-04-01T00:00:00.000Z");
    await setPlan(shop, planWith(aBonus(1, 999)));
    moveTo(shop, DUE);
    await run(shop);
    expect(await paidFor(shop)).toEqual([100]);
  });

  it("is not paid for a month that ended before the plan", async () => {
    const shop = await aBonusShop(planWith());
    await approvedOrders(shop, 1);
    moveTo(shop, "2026-04-01T00:00:00.000Z");
    await setPlan(shop, planWith(aBonus(1, 100)));
    moveTo(shop, DUE);
    await run(shop);
    expect(await paidFor(shop)).toEqual([]);
  });

  it("gets another name if an order of the shop has its name", async () => {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    await approvedOrders(shop, 1);
    const name = `bonus:b1:${shop.affiliationId}:2026-03`;
    await trackConversion(shop.merchant.context, {
      campaignId: shop.campaignId,
      clickId: undefined,
      affiliateCode: shop.partner.code,
      externalId: name,
      amount: money(10_000),
    });
    moveTo(shop, DUE);
    await run(shop);
    await run(shop);
    expect((await bonusesOf(shop)).map((bonus) => bonus.external_id)).toEqual([`${name}:2`]);
  });
});

it("creates each bonus once, however many processes run the job", async () => {
  const shop = await aBonusShop(planWith(aBonus(1, 100), aBonus(2, 50)));
  const partners = [shop.partner, await aPartner(shop), await aPartner(shop)];
  for (const partner of partners) await approvedOrders(shop, 2, partner);
  moveTo(shop, DUE);
  await together(16, () => run(shop));
  expect(new Set((await bonusesOf(shop)).map((bonus) => bonus.external_id))).toEqual(
    new Set(
      partners.flatMap((partner) => ["b1", "b2"].map((rule) => `bonus:${rule}:${affiliationIdOf(partner)}:2026-03`)),
    ),
  );
  expect(await bonusesOf(shop)).toHaveLength(6);
  expect(await ledgerFaults(app())).toEqual([]);
});

it("spends no more than the budget, however many processes run the job", async () => {
  const shop = await aBonusShop(planWith(aBonus(1, 100)), { max_budget: 240 });
  const partners = [shop.partner, await aPartner(shop), await aPartner(shop), await aPartner(shop)];
  for (const partner of partners) await approvedOrders(shop, 1, partner);
  moveTo(shop, DUE);
  await together(8, () => run(shop));
  expect(await paidFor(shop)).toEqual([100, 100]);
  expect(await ledgerFaults(app())).toEqual([]);
});

describe("a bonus is decided and paid like any conversion", () => {
  async function aPaidBonus() {
    const shop = await aBonusShop(planWith(aBonus(1, 100)));
    await approvedOrders(shop, 1);
    moveTo(shop, DUE);
    await run(shop);
    const [bonus] = await bonusesOf(shop);
    if (!bonus) throw new Error("No bonus.");
    const id = idOf("conversion", bonus.id);
    const call = (path: string, body?: unknown) =>
      shop.merchant.call(body === undefined ? "GET" : "POST", `/v1/conversions/${id}${path}`, body ? { body } : {});
    return { shop, id, call };
  }

  it("is rejected, restored, approved and paid out", async () => {
    const { shop, id, call } = await aPaidBonus();
    for (const action of ["reject", "unreject"]) {
      expect((await call(`/${action}`, { reason: "A check" })).status).toBe(200);
      await run(shop);
    }
    await approveConversion(shop.merchant.context, { id });
    expect(await paidFor(shop)).toEqual([100]);
    shop.app.clock.forward({ days: 7 });
    const payout = await createPayout(shop.merchant.context, {
      affiliateId: shop.partner.id,
      currency: currency("EUR"),
    });
    expect(payout.amount).toEqual(money(11_000));
    const [row] = await shop.app.db.query<{ payout_id: string | null }>(sql`
      select payout_id from conversions where id = ${uuidOf(id)}`);
    expect(row?.payout_id).not.toBeNull();
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });

  it("has no order, so that it cannot be refunded or edited", async () => {
    const { shop, id, call } = await aPaidBonus();
    const { history, others } = await getConversion(shop.merchant.context, id);
    expect([history.map(({ action }) => action), others]).toEqual([["track"], []]);
    const refund = await call("/refunds", { external_id: "r1", amount: 1 });
    const edit = await call("/edits", { external_id: "e1", amount: 1 });
    const list = await call("/refunds");
    for (const { status, body } of [refund, edit, list])
      expect([status, body.code]).toEqual([404, "conversion_not_found"]);
    expect(await ledgerFaults(shop.app)).toEqual([]);
  });
});

it("creates bonuses in many processes without a deadlock", async () => {
  expect(await app().deadlocks()).toBe(0);
});
