import { readFileSync } from "node:fs";
import sql, { raw } from "sql-template-tag";
import { expect, it } from "vitest";
import { money } from "../domain/samples.ts";
import { aBatch, aCounter, aPayee } from "../money-files/counter.ts";
import { aPartner, earn } from "../payouts/till.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import type { AffiliationAction } from "../../src/domain/affiliation.ts";
import { parseId } from "../../src/domain/ids.ts";
import { appForTest, call } from "../support/app.ts";
import { aShop, type Shop } from "../support/shop.ts";
import { freeOrder, paid, renewal } from "../plans/plans.ts";
import { anAffiliate, ledgerFaults, type Joined } from "../support/world.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { createGroup, deleteGroup, updateGroup } from "../../src/usecases/plans/groups.ts";
import { foldAll } from "../support/folding.ts";

/** The statement with which a migration fills its new table or columns. */
function backfillIn(migration: string, table: string): string {
  const text = readFileSync(new URL(`../../migrations/${migration}.sql`, import.meta.url), "utf8");
  const statement = new RegExp(`^(?:insert into|update) ${table} [^;]+;`, "m").exec(text)?.[0];
  if (statement === undefined) throw new Error(`${migration} does not fill ${table}.`);
  return statement;
}

it("a backfill writes what the ledger would have recorded", async () => {
  const counter = await aCounter(undefined, { commission_type: "fixed", commission_value: 5 });
  const { desk, till } = counter;
  await aPayee(counter, 1_000);
  await aPayee(counter, 2_000, { kind: "paypal", holder: "Grace Hopper", email: "grace@mail.example" });
  await aPayee(counter, 3_000, { kind: "paypal", holder: "Mary Somerville", email: "mary@mail.example" });
  const batch = await aBatch(counter);
  await desk.send("POST", `payout-batches/${batch}/files`, { format: "paypal" });
  const [, second, third] = (await desk.get("payouts")).body.payouts as { id: string }[];
  expect((await desk.send("POST", `payouts/${second?.id}/paid`, {})).status).toBe(200);
  expect((await desk.send("POST", `payouts/${third?.id}/paid`, {})).status).toBe(200);
  expect((await desk.send("POST", `payouts/${third?.id}/failed`, { reason: "Returned" })).status).toBe(200);
  const pending = await aPartner(till);
  await earn(till, pending, 700);
  // Commissions are in the campaign's currency, regardless of the order's currency.
  await earn(till, pending, money(800, "USD"));
  expect(await ledgerFaults(desk.app)).toEqual([]);

  await foldAll(desk.app);
  await desk.app.db.query(sql`delete from payout_tallies`);
  await desk.app.db.query(sql`update campaign_days set waiting = 0, waiting_minor = 0`);
  expect(await ledgerFaults(desk.app)).toEqual(["days_differ_from_conversions: 1", "payout_tally_differs: 3"]);
  await desk.app.db.query(sql`${raw(backfillIn("0023_pay_files", "payout_tallies"))}`);
  await desk.app.db.query(sql`${raw(backfillIn("0018_waiting_by_day", "campaign_days"))}`);
  expect(await ledgerFaults(desk.app)).toEqual([]);
});

it("a backfill counts the conversions that came from a click", async () => {
  const shop = await aShop(await appForTest());
  const { app, merchant, campaignId, affiliate } = shop;
  const clicked = await call(app, "GET", `/r/${affiliate.code}`, { headers: { "user-agent": "Mozilla/5.0" } });
  const clickId = new URL(String(clicked.headers["location"])).searchParams.get("service_id");
  const orders = [{ click_id: clickId }, { click_id: clickId }, { affiliate_code: affiliate.code }];
  for (const [index, by] of orders.entries()) {
    const body = { campaign_id: campaignId, external_id: `order-${index}`, amount: 10, ...by };
    expect((await merchant.call("POST", "/v1/conversions", { body })).status).toBe(200);
  }
  expect(await ledgerFaults(app)).toEqual([]);
  await foldAll(app);
  await app.db.query(sql`update campaign_days set clicked = 0`);
  expect(await ledgerFaults(app)).toEqual(["days_differ_from_conversions: 1"]);
  await app.db.query(sql`${raw(backfillIn("0029_conversions_from_clicks", "campaign_days"))}`);
  expect(await ledgerFaults(app)).toEqual([]);
});

async function anAffiliateAfter(shop: Shop, actions: readonly AffiliationAction[]): Promise<Joined> {
  const affiliate = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
  const id = parseId("affiliation", affiliate.affiliationId);
  if (!id) throw new Error("No affiliation.");
  for (const action of actions) {
    shop.app.clock.forward({ seconds: 1 });
    await changeAffiliation(shop.merchant.context, { id, action });
  }
  return affiliate;
}

it("withholds automatic approval from affiliates who are suspended, rejected or missing in the audit log", async () => {
  const shop = await aShop(await appForTest());
  const { db } = shop.app;
  await anAffiliateAfter(shop, ["remove"]);
  await anAffiliateAfter(shop, ["suspend", "restore", "remove"]);
  await anAffiliateAfter(shop, ["suspend"]);
  await anAffiliateAfter(shop, ["suspend", "restore", "suspend", "remove"]);
  const read = async () => {
    const rows = await db.query<{ withheld: boolean }>(sql`
      select withheld_at is not null as withheld from affiliations order by id`);
    return rows.map(({ withheld }) => withheld);
  };
  const kept = await read();
  expect(kept).toEqual([false, false, false, true, true]);
  // Two that changed before the log existed.
  const [removed, suspended] = [await anAffiliateAfter(shop, []), await anAffiliateAfter(shop, [])];
  await db.query(sql`update affiliations set status = 'removed' where code = ${removed.code}`);
  await db.query(sql`update affiliations set status = 'suspended' where code = ${suspended.code}`);
  await db.query(sql`update affiliations set withheld_at = null`);
  await db.query(sql`${raw(backfillIn("0025_withheld_and_order_keys", "affiliations"))}`);
  expect(await read()).toEqual([...kept, true, true]);
});

it("knows from the audit log when groups lost their plans", async () => {
  const { app, merchant, ...shop } = await aShop(await appForTest());
  const { context } = merchant;
  const campaignId = parseId("campaign", shop.campaignId);
  if (!campaignId) throw new Error("No campaign.");
  const plan = { base: { type: "percentage", value: 20 } };
  const { group } = await createGroup(context, { campaignId, name: "VIP", plan });
  const { group: deleted } = await createGroup(context, { campaignId, name: "Deleted", plan });
  await createGroup(context, { campaignId, name: "Unchanged", plan });
  for (const each of [null, plan, null, plan]) {
    app.clock.forward({ days: 1 });
    for (const { id } of [group, deleted]) await updateGroup(context, { campaignId, id, plan: each });
  }
  await deleteGroup(context, { campaignId, id: deleted.id });
  const read = () => app.db.query(sql`select * from plan_removals order by plan_id`);
  const recorded = await read();
  expect(recorded).toHaveLength(4);
  await app.db.query(sql`delete from plan_removals`);
  await app.db.query(sql`${raw(backfillIn("0071_bonuses_of_past_months", "plan_removals"))}`);
  expect(await read()).toEqual(recorded);
});

it("knows from the audit log which hold periods campaigns had", async () => {
  const { app, merchant, ...shop } = await aShop(await appForTest());
  const id = parseId("campaign", shop.campaignId);
  if (!id) throw new Error("No campaign.");
  for (const change of [{ maturationDays: 30 }, { name: "Renamed" }, { name: "Both", maturationDays: 14 }]) {
    app.clock.forward({ days: 1 });
    await updateCampaign(merchant.context, { id, change: () => change });
  }
  const read = () => app.db.query(sql`select * from maturation_changes order by changed_at`);
  const recorded = await read();
  expect(recorded).toHaveLength(2);
  await app.db.query(sql`delete from maturation_changes`);
  await app.db.query(sql`${raw(backfillIn("0071_bonuses_of_past_months", "maturation_changes"))}`);
  expect(await read()).toEqual(recorded);
});

it("dates the first payments of customers whom a free order bound", async () => {
  const shop = await aShop(await appForTest());
  const { db, clock } = shop.app;
  for (const customer of ["trial", "still in the trial"]) await freeOrder(shop, customer);
  clock.forward({ days: 30 });
  for (const customer_id of ["trial", "no trial"]) {
    await paid(shop, { customer_id });
    clock.forward({ days: 30 });
    await renewal(shop, { customer_id });
  }
  const read = () => db.query(sql`select key, unpaid, first_paid_at from customers order by key`);
  const kept = await read();
  await db.query(sql`update customers set first_paid_at = null`);
  expect(await read()).not.toEqual(kept);
  await db.query(sql`${raw(backfillIn("0070_first_payments", "customers"))}`);
  expect(await read()).toEqual(kept);
});
