import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { aConnector, send } from "../connectors/inbox-world.ts";
import { aCoupon, orderWith } from "../coupons/coupons.ts";
import { PASSWORD } from "../people/browser.ts";
import { aClick } from "../support/clicks.ts";
import { ledgerFaults } from "../support/world.ts";
import { dumpOf } from "./dump.ts";
import { aPortalShop } from "./portal.ts";

it("erasure of an affiliate leaves receipts, facts and coupons without a trace of them, and the ledger verifies", async () => {
  const shop = await aPortalShop(undefined, { currency: "EUR" });
  const { app, merchant, affiliate, portal } = shop;
  await aCoupon(shop, "SPRING10");
  expect((await orderWith(shop, "SPRING10")).status).toBe(200);
  const connector = await aConnector(merchant);
  const order = { type: "order.paid", amount: 100, currency: "EUR", customer_email: affiliate.email };
  // Their own order, of which the shop knows the address.
  await send(app, connector, { ...order, external_id: "C1", click_id: await aClick(shop) });
  await app.receipts.run();
  await send(app, connector, { ...order, external_id: "C2" });
  const rows = () =>
    app.db.query(sql`
      select (select count(*) from receipts) as receipts, (select count(*) from facts) as facts,
        (select count(*) from conversions) as conversions, (select count(*) from coupon_holders) as holders`);
  const kept = await rows();
  expect(kept).toEqual([{ receipts: 2n, facts: 1n, conversions: 2n, holders: 1n }]);
  expect((await dumpOf(app)).contains(affiliate.email)).toBe(true);

  expect((await portal.send("DELETE", "account", { password: PASSWORD })).body).toEqual({ success: true });

  expect((await dumpOf(app)).contains(affiliate.email)).toBe(false);
  expect(await rows()).toEqual(kept);
  // Nobody earns with the code any more, and what waited is still worked on.
  expect((await orderWith(shop, "SPRING10")).status).not.toBe(200);
  await app.receipts.run();
  expect(await app.db.query(sql`select state, count(*) as count from receipts group by state`)).toEqual([
    { state: "done", count: 2n },
  ]);
  expect((await dumpOf(app)).contains(affiliate.email)).toBe(false);
  expect(await ledgerFaults(app)).toEqual([]);
});
