import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { createGroup } from "../../src/usecases/plans/groups.ts";
import { setAffiliatePlan } from "../../src/usecases/plans/overrides.ts";
import { aPartner, mature } from "../payouts/till.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aCampaign, conversionIdOf, ledgerFaults } from "../support/world.ts";
import { aBonusShop, affiliationIdOf } from "./bonus-shop.ts";

let app: TestApp;
let client: pg.Client;
const world: Record<string, string> = {};

const plan = {
  base: { type: "percentage" as const, value: 20 },
  lines: [
    { id: "l1", when: { sku: ["PRO-*"] }, pay: { type: "fixed" as const, value: 7 } },
    { id: "l2", when: { sku: ["GIFT"] }, pay: { type: "none" as const } },
  ],
  repeat: { pay: "limited" as const, months: 12 },
};
const items = [
  { sku: "PRO-1", quantity: 2, amount: 60 },
  { sku: "GIFT", quantity: 1, amount: 30 },
];

// Orders with refunds of items, of amounts, of everything, and without any; a group and an override with plans.
beforeAll(async () => {
  app = await startApp();
  const shop = await aBonusShop(plan, { on: app });
  const { merchant, campaignId, partner } = shop;
  const track = async (external_id: string, more: object = {}): Promise<string> => {
    const order = { campaign_id: campaignId, affiliate_code: partner.code, external_id, amount: 100, items };
    const { body, text, status } = await merchant.call("POST", "/v1/conversions", { body: { ...order, ...more } });
    if (status !== 200) throw new Error(text);
    return body.conversion.id as string;
  };
  const refund = async (id: string, body: object): Promise<void> => {
    const { status, text } = await merchant.call("POST", `/v1/conversions/${id}/refunds`, {
      body: { external_id: `${id} ${JSON.stringify(body).length}`, ...body },
    });
    if (status !== 200) throw new Error(text);
  };
  const untouched = await track("untouched", { customer_id: "ada" });
  const byItems = await track("by items");
  await refund(byItems, { amount: 30, items: [{ sku: "PRO-1", quantity: 1 }] });
  const share = await track("share", { items: undefined });
  await refund(share, { amount: 33.33 });
  const gone = await track("gone");
  await refund(gone, { amount: 100 });
  const mixed = await track("mixed");
  await refund(mixed, { amount: 10 });
  const grown = await track("grown");
  await merchant.call("POST", `/v1/conversions/${grown}/edits`, { body: { external_id: "e", amount: 150 } });
  const other = await aPartner(shop);
  await createGroup(merchant.context, { campaignId, name: "VIP", plan });
  await setAffiliatePlan(merchant.context, { which: { id: affiliationIdOf(other) }, plan });
  const foreign = await aCampaign(merchant);
  mature(shop);
  Object.assign(world, { campaign: uuidOf(campaignId), partner: uuidOf(affiliationIdOf(partner)) });
  for (const [name, id] of Object.entries({ untouched, byItems, share, gone, mixed, grown }))
    world[name] = uuidOf(conversionIdOf(id));
  client = new pg.Client(app.connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from campaigns where id <> $1", [world["campaign"]]);
  world["foreign"] = rows[0]?.id ?? foreign;
  // As a superuser, without triggers and foreign keys.
  await client.query("set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const commissionOf = (name: string, change: string): string =>
  `update conversions set original_commission_minor = original_commission_minor ${change} where id = $${name}`;
const line = (name: string, value: number): string =>
  `update conversions set trace = jsonb_set(trace, '{lines,0,commission}', '"${value}"') where id = $${name}`;

test.each([
  { fault: "nothing is wrong", tampering: "select", undoing: "select", found: [] },
  {
    fault: "a line pays another cent",
    tampering: line("untouched", 1401),
    undoing: line("untouched", 1400),
    found: ["lines_differ_from_commission: 1"],
  },
  {
    fault: "a line is about another amount",
    tampering: `update conversions set trace = jsonb_set(trace, '{lines,0,amount}', '"1"') where id = $grown`,
    undoing: `update conversions set trace = jsonb_set(trace, '{lines,0,amount}', '"6000"') where id = $grown`,
    found: ["lines_differ_from_commission: 1"],
  },
  {
    fault: "refunds of items leave more than the original",
    tampering: commissionOf("byItems", "- 1500"),
    undoing: commissionOf("byItems", "+ 1500"),
    found: ["commission_differs_from_refunds: 1", "lines_differ_from_commission: 1"],
  },
  {
    fault: "a refund leaves another share of percentages",
    tampering: commissionOf("share", "+ 10"),
    undoing: commissionOf("share", "- 10"),
    found: ["commission_differs_from_refunds: 1", "lines_differ_from_commission: 1"],
  },
  {
    fault: "a planned conversion has no lines",
    tampering: "create table kept as table conversions; update conversions set trace = null where id = $untouched",
    undoing:
      "update conversions set trace = kept.trace from kept where kept.id = conversions.id and kept.id = $untouched; drop table kept",
    found: ["conversion_without_lines: 1"],
  },
  {
    fault: "a conversion names another version",
    tampering: "update conversions set plan_version = 7 where id = $untouched",
    undoing: "update conversions set plan_version = 1 where id = $untouched",
    found: ["conversion_of_other_plan: 1"],
  },
  {
    fault: "a customer is bound to an affiliation of another campaign",
    tampering: "update customers set campaign_id = $foreign",
    undoing: "update customers set campaign_id = $campaign",
    found: ["customer_of_other_campaign: 1"],
  },
  {
    fault: "the base is another one than the campaign's",
    tampering: "update campaigns set commission_value = commission_value + 1 where id = $campaign",
    undoing: "update campaigns set commission_value = commission_value - 1 where id = $campaign",
    found: ["plan_differs_from_campaign: 1"],
  },
  {
    fault: "a campaign's plan is missing",
    tampering: "update campaigns set plan_id = gen_random_uuid() where id = $foreign",
    undoing: "update campaigns set plan_id = null where id = $foreign",
    found: ["plan_differs_from_campaign: 1"],
  },
  {
    fault: "a group and an affiliate have the campaign's plan as their own",
    tampering: `create table kept_groups as table groups; create table kept_overrides as select id, override_plan_id from affiliations;
      update groups set plan_id = (select plan_id from campaigns where id = $campaign);
      update affiliations set override_plan_id = (select plan_id from campaigns where id = $campaign) where override_plan_id is not null`,
    undoing: `update groups set plan_id = k.plan_id from kept_groups k where k.id = groups.id;
      update affiliations set override_plan_id = k.override_plan_id from kept_overrides k where k.id = affiliations.id;
      drop table kept_groups; drop table kept_overrides`,
    found: ["plan_of_other_scope: 2"],
  },
])("verify finds: $fault", async ({ tampering, undoing, found }) => {
  const named = (text: string): string => text.replaceAll(/\$(\w+)/g, (_, name: string) => `'${world[name]}'`);
  await client.query(named(tampering));
  try {
    expect(await ledgerFaults(app)).toEqual(found);
  } finally {
    await client.query(named(undoing));
  }
  expect(await ledgerFaults(app)).toEqual([]);
});
