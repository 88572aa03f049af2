import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import type { CommissionPlan } from "tributary-sdk/plan";
import { uuidOf, type GroupId } from "../../src/domain/ids.ts";
import { createGroup, deleteGroup, moveAffiliate, updateGroup } from "../../src/usecases/plans/groups.ts";
import { removeAffiliatePlan, setAffiliatePlan } from "../../src/usecases/plans/overrides.ts";
import { payBonuses } from "../../src/usecases/bonuses/pay-bonuses.ts";
import { timeout } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import {
  aBonus,
  aBonusShop,
  approvedOrders,
  bonusAppForFile,
  bonusesOf,
  DUE,
  moveTo,
  paidFor,
  planWith,
  setPlan,
  type BonusShop,
} from "./bonus-shop.ts";

vi.setConfig({ testTimeout: timeout });
bonusAppForFile();

const CAMPAIGN = 10;
const GROUP = 20;
const OWN = 30;
const AFTER_MARCH = "2026-04-01T00:00:00.000Z";

/** One approved order in March. The campaign's plan and that of a group have bonuses for it. */
async function aShopWithGroup(): Promise<BonusShop & { groupId: GroupId }> {
  const shop = await aBonusShop(planWith(aBonus(1, CAMPAIGN)));
  await approvedOrders(shop, 1);
  const { campaignId, merchant } = shop;
  const { group } = await createGroup(merchant.context, { campaignId, name: "VIP", plan: planWith(aBonus(1, GROUP)) });
  return { ...shop, groupId: group.id };
}
const move = ({ merchant, campaignId, partner }: BonusShop, groupId: GroupId | null): Promise<void> =>
  moveAffiliate(merchant.context, { campaignId, groupId, affiliateId: partner.id });
const setGroupPlan = (shop: BonusShop & { groupId: GroupId }, plan: CommissionPlan | null): Promise<unknown> =>
  updateGroup(shop.merchant.context, { campaignId: shop.campaignId, id: shop.groupId, plan });
const give = ({ merchant, affiliationId }: BonusShop, plan: CommissionPlan): Promise<void> =>
  setAffiliatePlan(merchant.context, { which: { id: affiliationId }, plan });

async function paidAt(shop: BonusShop, at: string): Promise<number[]> {
  moveTo(shop, at);
  await payBonuses(shop.app.services);
  expect(await ledgerFaults(shop.app)).toEqual([]);
  return paidFor(shop);
}

describe("the bonus of a month is that of the plan that decided at its end", () => {
  it("for a member of a group", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  });

  it("for an affiliate with a plan of their own in a group", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    await give(shop, planWith(aBonus(1, OWN)));
    expect(await paidAt(shop, DUE)).toEqual([OWN]);
  });

  it("even if their own plan has no bonuses", async () => {
    const shop = await aShopWithGroup();
    await give(shop, planWith());
    expect(await paidAt(shop, DUE)).toEqual([]);
  });

  it("if they joined the group later, from the next month on", async () => {
    const shop = await aShopWithGroup();
    moveTo(shop, AFTER_MARCH);
    await move(shop, shop.groupId);
    await approvedOrders(shop, 1);
    expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
    expect(await paidAt(shop, "2026-05-08T00:00:00.000Z")).toEqual([CAMPAIGN, GROUP]);
  });

  it("if they left the group later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    moveTo(shop, AFTER_MARCH);
    await move(shop, null);
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  });

  it("if the group was deleted later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    moveTo(shop, AFTER_MARCH);
    await deleteGroup(shop.merchant.context, { campaignId: shop.campaignId, id: shop.groupId });
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  });

  it("if the group's plan was removed later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    moveTo(shop, AFTER_MARCH);
    await setGroupPlan(shop, null);
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  });

  it("if the group's plan was replaced and then removed later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    moveTo(shop, AFTER_MARCH);
    await setGroupPlan(shop, planWith(aBonus(1, 5)));
    await setGroupPlan(shop, null);
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  });

  it("if the group's plan was removed after the bonus was paid", async () => {
    const shop = await aShopWithGroup();
    await setPlan(shop, planWith(aBonus(1, CAMPAIGN, "another")));
    await move(shop, shop.groupId);
    expect(await paidAt(shop, DUE)).toEqual([GROUP]);
    await setGroupPlan(shop, null);
    expect(await paidAt(shop, "2026-04-20T00:00:00.000Z")).toEqual([GROUP]);
  });

  it("if the group's plan was removed before the end of the month", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    moveTo(shop, "2026-03-31T23:59:59.999Z");
    await setGroupPlan(shop, null);
    expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
  });

  it("if the group's plan was removed before the end of the month, and set again later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    await setGroupPlan(shop, null);
    moveTo(shop, AFTER_MARCH);
    await setGroupPlan(shop, planWith(aBonus(1, GROUP)));
    await approvedOrders(shop, 1);
    expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
    expect(await paidAt(shop, "2026-05-08T00:00:00.000Z")).toEqual([CAMPAIGN, GROUP]);
  });

  it("if the group's plan was removed before the end of the month, and the group later", async () => {
    const shop = await aShopWithGroup();
    await move(shop, shop.groupId);
    await setGroupPlan(shop, null);
    moveTo(shop, AFTER_MARCH);
    await deleteGroup(shop.merchant.context, { campaignId: shop.campaignId, id: shop.groupId });
    expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
  });

  it("if they got a plan of their own later", async () => {
    const shop = await aShopWithGroup();
    moveTo(shop, AFTER_MARCH);
    await give(shop, planWith(aBonus(1, OWN)));
    expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
  });

  it("if they lost their own plan later", async () => {
    const shop = await aShopWithGroup();
    await give(shop, planWith(aBonus(1, OWN)));
    moveTo(shop, AFTER_MARCH);
    await removeAffiliatePlan(shop.merchant.context, { id: shop.affiliationId });
    expect(await paidAt(shop, DUE)).toEqual([OWN]);
  });
});

/** What an upgrade finds: a process of an earlier version removed the group's plan and recorded nothing. */
async function withoutRecord({ app, merchant }: BonusShop): Promise<void> {
  await app.db.query(sql`delete from plan_removals where account_id = ${uuidOf(merchant.accountId)}`);
}

it("a group without a plan pays no bonus if nothing says since when", async () => {
  const shop = await aShopWithGroup();
  await move(shop, shop.groupId);
  await setGroupPlan(shop, null);
  await withoutRecord(shop);
  expect(await paidAt(shop, DUE)).toEqual([CAMPAIGN]);
});

it("a month that another plan has paid for is not paid again", async () => {
  const shop = await aShopWithGroup();
  await setPlan(shop, planWith(aBonus(1, CAMPAIGN, "another")));
  await move(shop, shop.groupId);
  expect(await paidAt(shop, DUE)).toEqual([GROUP]);
  await setGroupPlan(shop, null);
  await withoutRecord(shop);
  await approvedOrders(shop, 1);
  expect(await paidAt(shop, "2026-05-08T00:00:00.000Z")).toEqual([GROUP, CAMPAIGN]);
  const months = (await bonusesOf(shop)).map((bonus) => bonus.external_id.slice(-7));
  expect(months).toEqual(["2026-03", "2026-04"]);
});
