import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { runReceiptsAgain } from "../../src/usecases/connectors/browse-receipts.ts";
import { reconcileOrder } from "../../src/usecases/connectors/reconcile-order.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { recordRefund } from "../../src/usecases/refunds/record-refund.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, conversionsOf, worldForFile } from "../support/shop.ts";
import { conversionIdOf, ledgerFaults } from "../support/world.ts";
import { aConnector, booksOf, receiptsOf, send, sendAll, type TestConnector } from "./inbox-world.ts";

const world = worldForFile();

const paid = (more: object): object => ({ type: "order.paid", amount: 100, currency: "EUR", ...more });
const refund = (more: object): object => ({
  type: "refund.created",
  order_id: "A1",
  amount: 25,
  currency: "EUR",
  ...more,
});

async function aConnectedShop() {
  const shop = await aShop(world.app, { currency: "EUR" });
  return { shop, connector: await aConnector(shop.merchant), clickId: await aClick(shop) };
}

describe("orders of a connector", () => {
  it("become conversions of the affiliate whose link was clicked", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    await sendAll(world.app, connector, [paid({ external_id: "A1", click_id: clickId })]);
    const { conversions } = (await booksOf(world.app, shop.merchant)) as { conversions: object[] };
    expect(conversions).toEqual([
      expect.objectContaining({
        external_id: "A1",
        amount_minor: 10_000n,
        commission_minor: 1_000n,
        status: "pending",
      }),
    ]);
    expect(await receiptsOf(world.app, connector)).toEqual([
      expect.objectContaining({ state: "done", order_external_id: "A1", reason: null, attempts: 1 }),
    ]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("are known without an affiliate, with the reason", async () => {
    const { shop, connector } = await aConnectedShop();
    await sendAll(world.app, connector, [paid({ external_id: "A1" })]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [],
      orders: [{ external_id: "A1", unattributed: true, unattributed_reason: "no_evidence" }],
    });
  });

  it("follow a refund, a refund before its order, and a new total", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    await sendAll(world.app, connector, [
      refund({ external_id: "R1" }),
      paid({ external_id: "A1", click_id: clickId, updated_at: "2026-03-01T10:00:00Z" }),
      refund({ external_id: "R2", amount: 15 }),
      paid({ external_id: "A1", click_id: clickId, amount: 80, updated_at: "2026-03-01T11:00:00Z" }),
      paid({ external_id: "A1", click_id: clickId, amount: 90, updated_at: "2026-03-01T10:30:00Z" }),
    ]);
    const { conversions } = (await booksOf(world.app, shop.merchant)) as { conversions: object[] };
    expect(conversions).toEqual([expect.objectContaining({ amount_minor: 4_000n, commission_minor: 400n })]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  it("of a bound customer are attributed once the first one is", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const customer = { customer_id: "cus_1", subscription_id: "sub_1" };
    const at = (hours: number): string => world.app.clock.after({ hours }).toISOString();
    await sendAll(world.app, connector, [
      paid({ external_id: "R2", ...customer, renewal: true, paid_at: at(48) }),
      paid({ external_id: "R1", ...customer, renewal: true, paid_at: at(24) }),
      paid({ external_id: "R0", ...customer, renewal: true, paid_at: at(-24) }),
      paid({ external_id: "A1", ...customer, click_id: clickId, paid_at: at(0) }),
    ]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ external_id: "A1" }, { external_id: "R1" }, { external_id: "R2" }],
      orders: [
        { external_id: "A1", unattributed: false },
        { external_id: "R0", unattributed: true },
        { external_id: "R1", unattributed: false, unattributed_reason: null },
        { external_id: "R2", unattributed: false },
      ],
    });
  });

  it("of a bound customer are tried again if the process died in between", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const customer = { customer_id: "cus_1" };
    const at = (hours: number): string => world.app.clock.after({ hours }).toISOString();
    const suspend = (status: string) =>
      world.app.db.transaction((tx) =>
        tx.query(sql`update affiliations set status = ${status} where account_id = ${uuidOf(shop.merchant.accountId)}`),
      );
    const first = { external_id: "A1", ...customer, click_id: clickId, paid_at: at(0) };
    await suspend("suspended");
    await sendAll(world.app, connector, [
      paid({ external_id: "R1", ...customer, renewal: true, paid_at: at(24) }),
      paid(first),
    ]);
    await suspend("active");
    // As far as a process gets that dies before it tries the customer's other orders.
    await reconcileOrder(shop.merchant.context, "A1", { mayWait: false });
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ external_id: "A1" }] });
    await sendAll(world.app, connector, [paid({ ...first, updated_at: at(0) })]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ external_id: "A1" }, { external_id: "R1" }],
    });
  });

  it("of 0 bind their customer without a conversion", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const at = (hours: number): string => world.app.clock.after({ hours }).toISOString();
    await sendAll(world.app, connector, [
      paid({ external_id: "R1", customer_id: "cus_1", renewal: true, paid_at: at(24) }),
      paid({ external_id: "T1", customer_id: "cus_1", click_id: clickId, amount: 0, paid_at: at(0) }),
    ]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ external_id: "R1" }],
      orders: [{ external_id: "R1" }],
    });
  });
});

const arrive = async (connector: TestConnector, event: object): Promise<void> => {
  await send(world.app, connector, event);
  await world.app.receipts.run();
};

describe("an order whose new total is refused", () => {
  it("still records its refunds, and the new total once it fits", async () => {
    // The settled order uses up the budget, so it cannot be raised.
    const shop = await aShop(world.app, { currency: "EUR", max_budget: 10 });
    const connector = await aConnector(shop.merchant);
    const order = { external_id: "A1", click_id: await aClick(shop) };
    await arrive(connector, paid({ ...order, updated_at: "2026-03-01T10:00:00Z" }));
    const [conversion] = await conversionsOf(shop);
    await approveConversion(shop.merchant.context, { id: conversionIdOf(conversion.id) });
    world.app.clock.forward({ days: 7 });
    await arrive(connector, paid({ ...order, amount: 150, updated_at: "2026-03-01T11:00:00Z" }));
    await arrive(connector, refund({ external_id: "R1" }));
    const refused = { state: "failed", problem: expect.stringContaining("budget") as string };
    expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "done" }, refused, refused]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      orders: [{ amount_minor: 10_000n }],
      refunds: [{ refunded: 2_500n }],
    });
    await arrive(connector, refund({ external_id: "R2", amount: 125 }));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({ refunds: [{ refunded: 10_000n }] });
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { max_budget: 100 } });
    const connectorId = parseId("connector", connector.id) as ConnectorId;
    await runReceiptsAgain(shop.merchant.context, { connectorId, state: "failed" });
    await world.app.receipts.run();
    expect(new Set((await receiptsOf(world.app, connector)).map(({ state }) => state))).toEqual(new Set(["done"]));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      orders: [{ amount_minor: 15_000n }],
      refunds: [{ refunded: 15_000n }],
    });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("a refund that is refused", () => {
  it("does not keep the next ones from being recorded", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    await arrive(connector, paid({ external_id: "A1", click_id: clickId }));
    await arrive(connector, paid({ external_id: "A2", click_id: clickId }));
    // Another order has a refund by the same name.
    await recordRefund(shop.merchant.context, {
      of: { externalId: "A2" },
      source: "generic",
      externalId: "A1/R1",
      amount: 1,
      currency: undefined,
      items: null,
      reason: null,
    });
    await arrive(connector, refund({ external_id: "R1", occurred_at: "2026-03-01T10:00:00Z" }));
    await arrive(connector, refund({ external_id: "R2", amount: 30, occurred_at: "2026-03-02T10:00:00Z" }));
    const states = (await receiptsOf(world.app, connector)).map(({ state }) => state);
    expect(states).toEqual(["done", "done", "failed", "failed"]);
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      refunds: [
        { external_id: "A1", refunded: 3_000n },
        { external_id: "A2", refunded: 100n },
      ],
    });
  });
});
