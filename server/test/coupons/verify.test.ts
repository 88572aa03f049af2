import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { aShop } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { aCoupon, another, move, orderWith } from "./coupons.ts";

let app: TestApp;
let client: pg.Client;

// A coupon that moved, with an order of each holder.
beforeAll(async () => {
  app = await startApp();
  const shop = await aShop(app);
  const id = await aCoupon(shop, "ANNA10");
  await orderWith(shop, "ANNA10");
  app.clock.forward({ days: 1 });
  await move(shop, id, await another(shop));
  app.clock.forward({ days: 1 });
  await orderWith(shop, "ANNA10");
  client = new pg.Client(app.connection);
  await client.connect();
  // As a superuser, without triggers and foreign keys.
  await client.query("set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await app.close();
});

test.each([
  { fault: "nothing is wrong", tampering: "select", found: [] },
  {
    fault: "a period ends before the next one begins",
    tampering: "update coupon_holders set held_until = held_until - interval '1 hour' where seq = 1",
    found: ["coupon_holders_with_gaps: 1"],
  },
  {
    fault: "a coupon ended, but its holder still has it",
    tampering: "update coupons set ends_at = starts_at + interval '10 days'",
    found: ["coupon_holders_with_gaps: 1"],
  },
  {
    fault: "a coupon belongs to another campaign than its holders and orders",
    tampering: "update coupons set campaign_id = gen_random_uuid()",
    found: ["conversion_of_other_holder: 2", "coupon_holder_of_other_campaign: 2"],
  },
  {
    fault: "the order of an earlier holder has the later one",
    tampering: `update conversions set affiliation_id = (select affiliation_id from coupon_holders where seq = 2)
      where affiliation_id = (select affiliation_id from coupon_holders where seq = 1)`,
    found: ["conversion_of_other_holder: 1"],
  },
])("verify notices: $fault", async ({ tampering, found }) => {
  await client.query("create table kept_coupons as table coupons");
  await client.query("create table kept_holders as table coupon_holders");
  await client.query("create table kept_conversions as table conversions");
  await client.query(tampering);
  const faults = await ledgerFaults(app);
  await client.query(`delete from coupons; insert into coupons table kept_coupons; drop table kept_coupons;
    delete from coupon_holders; insert into coupon_holders table kept_holders; drop table kept_holders;
    delete from conversions; insert into conversions table kept_conversions; drop table kept_conversions`);
  const aboutCoupons = faults.filter((each) => /^(coupon_|conversion_of_other_holder)/.test(each));
  expect(aboutCoupons.toSorted()).toEqual(found);
});
