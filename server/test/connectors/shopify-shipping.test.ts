import { afterAll, beforeAll, expect, it } from "vitest";
import type { CommissionBase } from "tributary-sdk/words";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { call, startApp, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop } from "../support/shop.ts";
import { booksOf, type BookRow } from "./inbox-world.ts";
import { order, refund, refunded, SHOPIFY_SECRET, shopifyRequest, transaction, moneySet } from "./shopify-events.ts";
import { permutations } from "./story.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const shipping = refund({
  refund_line_items: [],
  refund_shipping_lines: [{ id: 1, subtotal_amount_set: moneySet("5.00"), tax_amount_set: moneySet("0.95") }],
  transactions: [transaction("5.95")],
});

/** What is left of the order and its commission, in cents. */
async function leftAfter(commissionBase: CommissionBase, topics: readonly string[]): Promise<string> {
  const shop = await aShop(app, { currency: "EUR", commission_type: "percentage", commission_value: 10 });
  const settings = { provider: "shopify", secret: SHOPIFY_SECRET, commissionBase } as const;
  const { connector } = await createConnector(shop.merchant.context, settings);
  const paidAt = new Date(app.clock.now().getTime() - 1_000).toISOString();
  const clickId = await aClick(shop, { at: new Date(app.clock.now().getTime() - 3_600_000) });
  const own = { processed_at: paidAt, created_at: paidAt, note_attributes: [{ name: "service_id", value: clickId }] };
  const bodies = {
    "orders/paid": { ...order(), ...own },
    "refunds/create": shipping,
    "orders/updated": { ...refunded(shipping), ...own },
  };
  for (const topic of topics) {
    const { headers, body } = shopifyRequest(bodies[topic as keyof typeof bodies], { topic });
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const raw = { raw: body.toString(), headers: { "content-type": "application/json", ...sent } };
    expect((await call(app, "POST", `/in/${connector.id}`, raw)).status).toBe(200);
    await app.receipts.run();
  }
  const { conversions } = (await booksOf(app, shop.merchant)) as { conversions: readonly BookRow[] };
  return conversions.map((row) => `${row.amount_minor} ${row.commission_minor}`).join();
}

it("a refund of shipping lowers the commission only if it is paid on shipping, in any order of arrival", async () => {
  const expected = { net: "10000 1000", net_and_shipping: "10000 1000", gross: "11900 1190" } as const;
  for (const base of ["net", "net_and_shipping", "gross"] as const) {
    const ways = [
      ["orders/paid", "refunds/create"],
      ["refunds/create", "orders/paid"],
      ["orders/updated"],
      ...permutations(["orders/paid", "refunds/create", "orders/updated"]),
    ];
    for (const way of ways)
      expect(`${way.join()}: ${await leftAfter(base, way)}`).toBe(`${way.join()}: ${expected[base]}`);
  }
});
