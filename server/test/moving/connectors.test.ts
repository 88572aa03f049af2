import sql from "sql-template-tag";
import { expect, it } from "vitest";
import type { Connection } from "../../src/db/database.ts";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { rotateConnectorSecret } from "../../src/usecases/connectors/connector-secrets.ts";
import { createCoupon } from "../../src/usecases/coupons/change-coupons.ts";
import { moveDatabase } from "../../src/usecases/installation/move-database.ts";
import { aConnector, booksOf, receiptsOf, send } from "../connectors/inbox-world.ts";
import { appForTest, startApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { emptyDatabase } from "../support/database.ts";
import { aShop } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { exported, imported } from "./copies.ts";

const quietly = (): void => {};
const paid = (more: object): object => ({ type: "order.paid", amount: 100, currency: "EUR", ...more });

const copies: readonly { how: string; copy: (from: Connection, to: Connection) => Promise<unknown> }[] = [
  { how: "an import", copy: async (from, to) => imported(await exported(from), to) },
  {
    how: "a move",
    copy: (from, to) => moveDatabase({ from, to, onProgress: quietly, onStep: quietly, markMoved: quietly }),
  },
];

/** One order is recorded. Its refund, an order by coupon and one without any evidence wait. */
async function aBusyShop() {
  const app = await startApp();
  const shop = await aShop(app, { currency: "EUR" });
  const { context } = shop.merchant;
  const connector = await aConnector(shop.merchant);
  const campaignId = parseId("campaign", shop.campaignId) ?? null;
  const affiliateId = parseId("affiliate", shop.affiliate.affiliateId) ?? null;
  if (!campaignId) throw new Error("No campaign.");
  await createCoupon(context, { campaignId, code: "ADA20", affiliateId });
  await send(app, connector, paid({ external_id: "A1", click_id: await aClick(shop), customer_id: "cus_1" }));
  await app.receipts.run();
  const waiting = [
    { type: "refund.created", external_id: "R1", order_id: "A1", amount: 25, currency: "EUR" },
    paid({ external_id: "A2", coupon: "ada20" }),
    paid({ external_id: "A3" }),
  ];
  for (const event of waiting) await send(app, connector, event);
  const { secret } = await rotateConnectorSecret(context, parseId("connector", connector.id) ?? connectorMissing());
  await app.close();
  return { app, shop, connector, rotated: { ...connector, secret: secret ?? "" } };
}
function connectorMissing(): never {
  throw new Error("No connector.");
}

it.each(copies)("works on waiting receipts after $how, and accepts both secrets of a connector", async ({ copy }) => {
  const { app: before, shop, connector, rotated } = await aBusyShop();
  const to = await emptyDatabase();
  await copy(before.connection, to);
  const app = await appForTest({}, { connection: to, clock: before.clock });
  const states = async () => (await receiptsOf(app, connector)).map(({ state }) => state).toSorted();
  expect(await states()).toEqual(["done", "waiting", "waiting", "waiting"]);
  await app.receipts.run();
  const repeated = paid({ external_id: "A3" });
  const renewal = paid({ external_id: "A4", customer_id: "cus_1", renewal: true });
  expect((await send(app, connector, repeated)).status).toBe(200);
  expect((await send(app, rotated, renewal)).status).toBe(200);
  expect((await send(app, { ...rotated, secret: "wrong" }, renewal)).status).toBe(401);
  await app.receipts.run();
  expect(await states()).toEqual(["done", "done", "done", "done", "done"]);
  expect(await booksOf(app, shop.merchant)).toMatchObject({
    conversions: [
      { external_id: "A1", amount_minor: 7_500n },
      { external_id: "A2", amount_minor: 10_000n },
      { external_id: "A4", amount_minor: 10_000n },
    ],
    refunds: [{ external_id: "A1", refunded: 2_500n }],
    orders: [
      { external_id: "A1" },
      { external_id: "A2" },
      { external_id: "A3", unattributed: true },
      { external_id: "A4" },
    ],
  });
  const coupons = await app.db.query(
    sql`select code, ends_at from coupons where account_id = ${uuidOf(shop.merchant.accountId)}`,
  );
  expect(coupons).toEqual([{ code: "ADA20", ends_at: null }]);
  expect(await ledgerFaults(app)).toEqual([]);
});
