import { createHmac } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Connection } from "../../src/db/database.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { moveDatabase } from "../../src/usecases/installation/move-database.ts";
import { money } from "../domain/samples.ts";
import { emptyDatabase } from "../support/database.ts";
import { exported, imported } from "./copies.ts";
import { aFullWorld, type FullWorld } from "./full-world.ts";

let world: FullWorld;
beforeAll(async () => {
  world = await aFullWorld();
});
afterAll(() => world.db.close());

it("has all parts of plans and coupons, so that every column they use is copied", async () => {
  const [row] = await world.db.query(sql`
    select (select count(*)::int from conversions where kind = 'renewal') as renewals,
      (select count(*)::int from conversions where kind = 'bonus') as bonuses,
      (select count(*)::int from conversions where counted_month is not null) as other_months,
      (select count(*)::int from conversions where ordinal > 1) as ordinals,
      (select count(*)::int from conversions where trace is not null and original_amount_minor > amount_minor) as refunded,
      (select count(*)::int from customers where plan_id is not null) as customers,
      (select count(*)::int from customers where first_paid_at is not null) as customers_after_a_trial,
      (select count(*)::int from groups where plan_id is not null) as groups,
      (select count(*)::int from affiliations where group_id is not null) as members,
      (select count(*)::int from affiliations where override_plan_id is not null) as overrides,
      (select count(*)::int from orders where subscription_id is not null and items is not null and country is not null) as orders,
      (select count(*)::int from campaigns where plan_id is not null and rebind = 'click') as campaigns,
      (select count(*)::int from campaigns where evidence = 'click' and coupon_needs_click = 'sign') as coupon_settings,
      (select count(*)::int from coupons where ends_at is not null) as ended_coupons,
      (select count(*)::int from coupon_holders where seq > 1) as moved_coupons,
      (select count(*)::int from conversions where attributed_by = 'coupon' and other_affiliation_id is not null) as disputed`);
  for (const [what, count] of Object.entries(row ?? {})) expect([what, count]).not.toEqual([what, 0]);
  expect(row).toBeDefined();
});

it("has all parts of connectors, so that every column they use is copied", async () => {
  const [row] = await world.db.query(sql`
    select (select count(*)::int from connectors where secret_encrypted is null) as without_secret,
      (select count(*)::int from connectors where secret_encrypted is not null and campaign_id is not null) as connectors,
      (select count(*)::int from receipts where state = 'waiting' and body_encrypted is not null) as waiting,
      (select count(*)::int from receipts where state = 'done' and conversion_id is not null) as done,
      (select count(*)::int from receipts where state = 'ignored' and reason is not null) as ignored,
      (select count(*)::int from receipts where state = 'failed' and problem is not null) as failed,
      (select count(*)::int from facts where kind = 'payment') as payments,
      (select count(*)::int from facts where kind = 'refund') as refunds,
      (select count(*)::int from facts where kind = 'coupon') as coupons,
      (select count(*)::int from orders where connector_id is not null and conversion_id is not null) as attributed,
      (select count(*)::int from orders where conversion_id is null and unattributed_reason is not null) as unattributed`);
  for (const [what, count] of Object.entries(row ?? {})) expect([what, count]).not.toEqual([what, 0]);
  expect(row).toBeDefined();
});

const quietly = (): void => {};
it.each([
  {
    how: "an import",
    copy: async (to: Connection) => {
      await imported(await exported(world.connection), to);
    },
  },
  {
    how: "a move",
    copy: async (to: Connection) => {
      await world.db.close();
      await moveDatabase({ from: world.connection, to, onProgress: quietly, onStep: quietly, markMoved: quietly });
    },
  },
])("recognizes its customers after $how, by the key that came with it", async ({ copy }) => {
  const to = await emptyDatabase();
  await copy(to);
  const db = connect(to, { onIdleError: () => {}, max: 1 });
  try {
    const context = { ...world.till.merchant.context, db };
    const { campaignId, customerId } = world.planned;
    // The server caches keys, so the one in the copy is checked first.
    const [row] = await db.query<{ sealed_key: Buffer }>(sql`select sealed_key from customer_keys`);
    const key = context.customerKeyBox.open(row?.sealed_key ?? Buffer.alloc(0), context.accountId);
    const hash = createHmac("sha256", Buffer.from(key, "base64")).update(`id:${customerId}`).digest();
    expect(await db.query(sql`select campaign_id from customers where key = ${hash}`)).toHaveLength(1);
    const renewal = await trackConversion(context, {
      campaignId,
      clickId: undefined,
      affiliateCode: undefined,
      externalId: "a renewal after the copy",
      amount: money(10_000),
      customer: { customerId, customerEmail: undefined },
    });
    expect([renewal.kind, renewal.origin.attributedBy]).toEqual(["renewal", "customer"]);
  } finally {
    await db.close();
  }
});
