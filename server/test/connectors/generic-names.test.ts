import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { changeConnector } from "../../src/usecases/connectors/change-connector.ts";
import { runReceiptsAgain } from "../../src/usecases/connectors/browse-receipts.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { aConnector, send, sendAll, type TestConnector } from "./inbox-world.ts";

const world = worldForFile();

const idOfConnector = ({ id }: TestConnector): ConnectorId => {
  const parsed = parseId("connector", id);
  if (!parsed) throw new Error("No connector.");
  return parsed;
};

it("an event has the name that the mapping finds, also if it fails or was stored without one", async () => {
  const { merchant } = await aShop(world.app);
  const connector = await aConnector(merchant);
  const id = idOfConnector(connector);
  const receipts = () =>
    world.app.db.query(sql`select topic, state from receipts where connector_id = ${uuidOf(id)} order by topic`);
  await send(world.app, connector, { name: "order.placed" });
  await send(world.app, connector, { name: "cart.left", amount: 1 });
  await world.app.receipts.run();
  expect(await receipts()).toEqual([
    { topic: "", state: "failed" },
    { topic: "", state: "failed" },
  ]);
  await changeConnector(merchant.context, { id, mapping: { topic: "name", order_topics: "order.placed" } });
  await runReceiptsAgain(merchant.context, { connectorId: id, state: "failed" });
  await world.app.receipts.run();
  expect(await receipts()).toEqual([
    { topic: "cart.left", state: "ignored" },
    { topic: "order.placed", state: "failed" },
  ]);
});

describe("a subscription whose payments say whether they are renewals", () => {
  it.each([["first", "renewal"] as const, ["renewal", "first"] as const])(
    "has the same kinds of orders if the %s arrives before the %s",
    async (...arrivals) => {
      const shop = await aShop(world.app, { currency: "EUR" });
      const connector = await aConnector(shop.merchant);
      const at = (hours: number): string => world.app.clock.after({ hours }).toISOString();
      const click_id = await aClick(shop);
      const paid = { type: "order.paid", amount: 100, currency: "EUR", customer_id: "cus_1" };
      // The customer is bound before, so that either payment is recorded on arrival.
      await sendAll(world.app, connector, [{ ...paid, external_id: "A0", click_id, paid_at: at(0) }]);
      const subscribed = { ...paid, subscription_id: "sub_1" };
      const events = {
        first: { ...subscribed, external_id: "A1", renewal: false, paid_at: at(1) },
        renewal: { ...subscribed, external_id: "A2", renewal: true, paid_at: at(2) },
      };
      await sendAll(
        world.app,
        connector,
        arrivals.map((name) => events[name]),
      );
      const kinds = await world.app.db.query(sql`
        select external_id, kind from conversions where account_id = ${uuidOf(shop.merchant.accountId)} order by external_id`);
      expect(kinds).toEqual([
        { external_id: "A0", kind: "order" },
        { external_id: "A1", kind: "order" },
        { external_id: "A2", kind: "renewal" },
      ]);
    },
  );
});
