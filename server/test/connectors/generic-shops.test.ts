import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import type { RefundFact } from "../../src/domain/connectors/fact.ts";
import { parseId, uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { saveFacts, scopeOf } from "../../src/store/connectors/facts.ts";
import { deleteConnector } from "../../src/usecases/connectors/change-connector.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile, type Shop } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { aConnector, booksOf, receiptsOf, send, type TestConnector } from "./inbox-world.ts";

const world = worldForFile();

const paid = (more: object): object => ({ type: "order.paid", external_id: "1001", currency: "EUR", ...more });
const refund = (more: object): object => ({ type: "refund.created", external_id: "R1", order_id: "1001", ...more });

async function aConnectedShop() {
  const shop = await aShop(world.app, { currency: "EUR" });
  return { shop, connector: await aConnector(shop.merchant), clickId: await aClick(shop) };
}

/** Sends the events one after the other, a second apart. */
async function arrive(connector: TestConnector, ...events: readonly object[]): Promise<void> {
  for (const event of events) {
    expect((await send(world.app, connector, event)).status).toBe(200);
    await world.app.receipts.run();
    world.app.clock.forward({ seconds: 1 });
  }
}

const problemsOf = async (connector: TestConnector) =>
  (await receiptsOf(world.app, connector)).map(({ state, problem }) => [state, problem]);

describe("an order that is reported again without a time of its own", () => {
  it.each([
    { before: 99, after: 100, amountMinor: 10_000n },
    { before: 59.9, after: 49.9, amountMinor: 4_990n },
    { before: 49.9, after: 59.9, amountMinor: 5_990n },
    { before: 100, after: 99, amountMinor: 9_900n },
  ])("has the amount of the last report: $before, then $after", async ({ before, after, amountMinor }) => {
    const { shop, connector, clickId } = await aConnectedShop();
    const order = { click_id: clickId, paid_at: world.app.clock.now().toISOString() };
    await arrive(
      connector,
      paid({ ...order, amount: before }),
      paid({ ...order, type: "order.updated", amount: after }),
    );
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ amount_minor: amountMinor }] });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

describe("a refund in another currency than its order", () => {
  it.each([
    ["USD", 50],
    ["JPY", 1_500],
    ["KWD", 10],
  ])("is not recorded, and its receipt says so: %s", async (currency, amount) => {
    const { shop, connector, clickId } = await aConnectedShop();
    await arrive(connector, paid({ amount: 100, click_id: clickId }), refund({ amount, currency }));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ amount_minor: 10_000n }],
      refunds: [],
    });
    expect(await problemsOf(connector)).toEqual([
      ["done", null],
      ["failed", `The refund 1001/R1 is in ${currency}, and its order is in EUR.`],
    ]);
  });

  it("leaves the order's other refunds alone, and counts once it is sent again in the right one", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    await arrive(
      connector,
      refund({ amount: 50, currency: "USD" }),
      paid({ amount: 100, click_id: clickId }),
      refund({ external_id: "R2", amount: 10, currency: "EUR" }),
    );
    const of = (refunded: bigint) => ({ refunds: [{ external_id: "1001", refunded }] });
    expect(await booksOf(world.app, shop.merchant)).toMatchObject(of(1_000n));
    await arrive(connector, refund({ amount: 45, currency: "EUR" }));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject(of(5_500n));
    expect((await problemsOf(connector)).at(-1)).toEqual(["done", null]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

it("an order that changes its currency keeps what was recorded, and its receipt says so", async () => {
  const { shop, connector, clickId } = await aConnectedShop();
  await arrive(
    connector,
    paid({ amount: 100, click_id: clickId }),
    paid({ amount: 15_000, currency: "JPY", click_id: clickId }),
  );
  expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ amount_minor: 10_000n }] });
  expect((await problemsOf(connector)).at(-1)).toEqual([
    "failed",
    "The order 1001 is in JPY now, but it was recorded in EUR.",
  ]);
});

describe("two shops with connectors of their own", () => {
  it("do not share orders that have the same ID", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const other = await aConnector(shop.merchant);
    await arrive(connector, paid({ amount: 100, click_id: clickId }));
    await arrive(other, paid({ amount: 60, click_id: clickId }));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ amount_minor: 10_000n }] });
    expect(await problemsOf(other)).toEqual([
      [
        "failed",
        "Another connector has reported an order 1001 already. Send order IDs that are unique in your account.",
      ],
    ]);
  });

  it("do not share refunds, whichever arrives first", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const other = await aConnector(shop.merchant);
    await arrive(other, refund({ amount: 60 }));
    await arrive(connector, paid({ amount: 100, click_id: clickId }));
    await arrive(other, refund({ external_id: "R2", amount: 60 }));
    await arrive(connector, refund({ amount: 10 }));
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      conversions: [{ amount_minor: 9_000n }],
      refunds: [{ external_id: "1001", refunded: 1_000n }],
    });
    const [row] = await world.app.db.query<{ external_id: string }>(sql`
      select external_id from refunds where account_id = ${uuidOf(shop.merchant.accountId)}`);
    expect(row?.external_id).toBe("1001/R1");
  });
});

describe("refunds of two orders with the same ID", () => {
  const ofOrders = async (shop: Shop) =>
    ((await booksOf(world.app, shop.merchant)) as { refunds: { external_id: string; refunded: bigint }[] }).refunds;

  it("count for their own orders, and are undone one by one", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    const other = { external_id: "1", order_id: "1002" };
    await arrive(
      connector,
      paid({ amount: 100, click_id: clickId }),
      paid({ external_id: "1002", amount: 100, click_id: clickId }),
      refund({ external_id: "1", amount: 10 }),
      refund({ ...other, amount: 25 }),
    );
    expect(await ofOrders(shop)).toEqual([
      { external_id: "1001", refunded: 1_000n },
      { external_id: "1002", refunded: 2_500n },
    ]);
    await arrive(connector, refund({ ...other, amount: 0 }));
    expect(await ofOrders(shop)).toEqual([{ external_id: "1001", refunded: 1_000n }]);
    expect((await problemsOf(connector)).every(([state]) => state === "done")).toBe(true);
  });

  it("do not count again if one was recorded by its ID alone", async () => {
    const { shop, connector, clickId } = await aConnectedShop();
    await arrive(connector, paid({ amount: 100, click_id: clickId }));
    const { accountId } = shop.merchant;
    const connectorId = parseId("connector", connector.id) as ConnectorId;
    const at = world.app.clock.now();
    // As earlier versions did.
    const recorded: RefundFact = {
      kind: "refund",
      objectId: "R1",
      at,
      handles: ["order:1001"],
      counts: true,
      refunded: { of: "gross", amountMinor: 1_000n },
      items: [],
      reason: null,
      occurredAt: at,
    };
    const source = { accountId, provider: "generic", connectorId, scope: scopeOf("generic", connectorId) } as const;
    await world.app.db.transaction((tx) => saveFacts(tx, source, [recorded]));
    world.app.clock.forward({ seconds: 1 });
    await arrive(
      connector,
      refund({ amount: 15 }),
      paid({ external_id: "1002", amount: 100, click_id: clickId }),
      refund({ order_id: "1002", amount: 25 }),
    );
    expect(await ofOrders(shop)).toEqual([
      { external_id: "1001", refunded: 1_500n },
      { external_id: "1002", refunded: 2_500n },
    ]);
    await arrive(connector, refund({ amount: 0 }));
    expect(await ofOrders(shop)).toEqual([{ external_id: "1002", refunded: 2_500n }]);
    expect(await ledgerFaults(world.app)).toEqual([]);
  });
});

it("a new connector goes on with the orders of a deleted one", async () => {
  const { shop, connector, clickId } = await aConnectedShop();
  await arrive(connector, paid({ amount: 100, click_id: clickId }));
  await deleteConnector(
    shop.merchant.context,
    connector.id as `con_${string}` as Parameters<typeof deleteConnector>[1],
  );
  const next = await aConnector(shop.merchant);
  await arrive(next, refund({ amount: 10 }), paid({ amount: 80, click_id: clickId }));
  expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ amount_minor: 7_000n }] });
  expect(await problemsOf(next)).toEqual([
    ["done", null],
    ["done", null],
  ]);
});

it("a refund has the time at which it happened, and not one in the future", async () => {
  const { shop, connector, clickId } = await aConnectedShop();
  const paidAt = world.app.clock.now();
  const after = (hours: number): string => new Date(paidAt.getTime() + hours * 3_600_000).toISOString();
  await arrive(connector, paid({ amount: 100, click_id: clickId, paid_at: paidAt.toISOString() }));
  world.app.clock.forward({ seconds: 7_200 });
  const now = world.app.clock.now();
  await arrive(connector, refund({ amount: 10, occurred_at: after(1) }));
  world.app.clock.set(now);
  await arrive(connector, refund({ external_id: "R2", amount: 10, occurred_at: after(48) }));
  const rows = await world.app.db.query(sql`
    select external_id, occurred_at from refunds where account_id = ${uuidOf(shop.merchant.accountId)} order by 1`);
  expect(rows).toEqual([
    { external_id: "1001/R1", occurred_at: new Date(after(1)) },
    { external_id: "1001/R2", occurred_at: now },
  ]);
});
