import { describe, expect, it } from "vitest";
import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import { startApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { ordersOf } from "./arrivals.ts";
import { aConnector, booksOf, receiptsOf, send, sendAll } from "./inbox-world.ts";

const world = worldForFile();
const paid = (more: object): object => ({ type: "order.paid", amount: 100, currency: "EUR", ...more });

describe("several processes", () => {
  it("work on the same receipts without doing anything twice", async () => {
    const other = await startApp({}, { connection: world.app.connection, clock: world.app.clock });
    try {
      const shop = await aShop(world.app, { currency: "EUR" });
      const connector = await aConnector(shop.merchant);
      const clickId = await aClick(shop);
      for (let number = 0; number < 15; number += 1) {
        await send(world.app, connector, {
          type: "refund.created",
          external_id: `R${number}`,
          order_id: `A${number}`,
          amount: 25,
        });
        await send(world.app, connector, paid({ external_id: `A${number}`, click_id: clickId }));
      }
      // A process that finds the account taken leaves it to the other one.
      for (let left = 1; left > 0;) {
        await Promise.all([world.app.receipts.run(), other.receipts.run()]);
        left = (await receiptsOf(world.app, connector)).filter(({ state }) => state === "waiting").length;
      }
      const receipts = await receiptsOf(world.app, connector);
      expect(receipts.map(({ state, attempts }) => [state, attempts])).toEqual(receipts.map(() => ["done", 1]));
      const { conversions } = (await booksOf(world.app, shop.merchant)) as { conversions: { amount_minor: bigint }[] };
      expect(conversions.map(({ amount_minor: amount }) => amount)).toEqual(Array.from({ length: 15 }, () => 7_500n));
      expect(await ledgerFaults(world.app)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe("a flood of one account", () => {
  it("does not hold up another account", async () => {
    const [busy, calm] = [await aShop(world.app), await aShop(world.app)];
    const flood = await aConnector(busy.merchant);
    const quiet = await aConnector(calm.merchant);
    for (let number = 0; number < 120; number += 1) await send(world.app, flood, paid({ external_id: `F${number}` }));
    await send(world.app, quiet, paid({ external_id: "Q1" }));
    await world.app.receipts.run();
    // The clock stands still, so transaction numbers say in which order they were finished.
    const [row] = await world.app.db.query<{ earlier: number }>(sql`
      select count(*)::int4 as earlier from receipts calm, receipts flooded
      where calm.account_id = ${uuidOf(calm.merchant.accountId)} and flooded.account_id = ${uuidOf(busy.merchant.accountId)}
        and flooded.xmin::text::int8 < calm.xmin::text::int8`);
    expect(row?.earlier).toBeLessThan(60);
  });
});

describe("the order of arrival", () => {
  // All 120 permutations: TRIBUTARY_PERMUTATIONS=all npx vitest run connectors/workers
  it("does not matter: any three events give the same books in every order", async () => {
    const at = (hours: number): string => new Date(Date.UTC(2026, 1, 1, hours)).toISOString();
    const customer = { customer_id: "cus_1", subscription_id: "sub_1" };
    const books = new Set<string>();
    const faults: string[] = [];
    const story = (clickId: string): readonly object[] => [
      paid({ external_id: "A1", ...customer, click_id: clickId, paid_at: at(1), updated_at: at(1) }),
      paid({ external_id: "A1", ...customer, click_id: clickId, amount: 80, paid_at: at(1), updated_at: at(3) }),
      paid({ external_id: "A2", ...customer, renewal: true, paid_at: at(5), updated_at: at(5) }),
      { type: "refund.created", external_id: "R1", order_id: "A1", amount: 33.33, occurred_at: at(6) },
      { type: "refund.created", external_id: "R2", order_id: "A2", amount: 100, occurred_at: at(7) },
    ];
    const shop = await aShop(world.app, { currency: "EUR" });
    const base = await aClick(shop, { at: new Date(Date.UTC(2026, 1, 1)) });
    for (const order of ordersOf(story(base).length)) {
      const events = order.map((index) => story(base)[index]);
      // Each in a shop of its own, so that nothing is left of the one before.
      const own = await aShop(world.app, { currency: "EUR" });
      const clickId = await aClick(own, { at: new Date(Date.UTC(2026, 1, 1)) });
      const connector = await aConnector(own.merchant);
      await sendAll(world.app, connector, JSON.parse(JSON.stringify(events).replaceAll(base, clickId)) as object[]);
      const text = JSON.stringify(await booksOf(world.app, own.merchant), (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      const ada = uuidOf(own.affiliate.affiliateId as `aff_${string}`);
      books.add(text.replaceAll(ada, "ada").replaceAll(uuidOf(own.campaignId as `cmp_${string}`), "sale"));
      world.app.clock.forward({ seconds: 61 });
    }
    faults.push(...(await ledgerFaults(world.app)));
    expect([books.size, faults]).toEqual([1, []]);
  });
});
