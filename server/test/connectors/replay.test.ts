import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { deleteConnector } from "../../src/usecases/connectors/change-connector.ts";
import { replayEvents } from "../../src/usecases/connectors/replay-events.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { aConnector, booksOf, receiptsOf, send, type TestConnector } from "./inbox-world.ts";

const world = worldForFile();

const replay = ({ id }: Pick<TestConnector, "id">, text: string) =>
  replayEvents(
    { ...world.app.services, operator: true },
    { connectorId: parseId("connector", id) as ConnectorId, text },
  );

async function aConnectedShop() {
  const shop = await aShop(world.app, { currency: "EUR" });
  return { shop, connector: await aConnector(shop.merchant), clickId: await aClick(shop) };
}

const paid = (externalId: string, more: object = {}): object => ({
  type: "order.paid",
  external_id: externalId,
  amount: 100,
  currency: "EUR",
  ...more,
});

describe("the events of a file", () => {
  const layouts: readonly (readonly [string, (events: readonly object[]) => string])[] = [
    ["a JSON array", (events) => JSON.stringify(events, null, 2)],
    ["a list of the provider's API", (data) => JSON.stringify({ object: "list", has_more: false, data })],
    ["one event per line", (events) => events.map((event) => JSON.stringify(event)).join("\r\n\r\n")],
    ["headers and bodies", (events) => JSON.stringify(events.map((body) => ({ headers: { "X-Other": "1" }, body })))],
  ];

  it.each(layouts)("become orders from %s, and only once", async (_layout, layout) => {
    const { shop, connector, clickId } = await aConnectedShop();
    const events = [paid("A1", { click_id: clickId }), paid("A2"), paid("A1", { click_id: clickId })];
    expect(await replay(connector, layout(events))).toEqual({ stored: 2, known: 1 });
    await world.app.receipts.run();
    const books = await booksOf(world.app, shop.merchant);
    expect(books).toMatchObject({
      conversions: [{ external_id: "A1", amount_minor: 10_000n }],
      orders: [
        { external_id: "A1", unattributed: false },
        { external_id: "A2", unattributed: true },
      ],
    });
    expect(await replay(connector, layout(events))).toEqual({ stored: 0, known: 3 });
    await world.app.receipts.run();
    expect(await booksOf(world.app, shop.merchant)).toEqual(books);
  });

  it("that arrived by webhook before are skipped", async () => {
    const { connector } = await aConnectedShop();
    const event = paid("A1");
    expect((await send(world.app, connector, event)).status).toBe(200);
    expect(await replay(connector, JSON.stringify(event))).toEqual({ stored: 0, known: 1 });
  });

  it("keep every digit of their numbers", async () => {
    const { shop, connector } = await aConnectedShop();
    const event = JSON.stringify(paid("A1")).replace("100", "90071992547409.93");
    const exact = event.replace(`"A1"`, "12345678901234567890");
    await replay(connector, `[${exact}]`);
    await world.app.receipts.run();
    expect(await booksOf(world.app, shop.merchant)).toMatchObject({
      orders: [{ external_id: "12345678901234567890", amount_minor: 9_007_199_254_740_993n }],
    });
  });

  it("are what their headers say, where the provider names events in headers", async () => {
    const { shop } = await aConnectedShop();
    const { connector } = await createConnector(shop.merchant.context, { provider: "woocommerce" });
    const body = { id: 1, 'odd "body": {[,': "}]\\" };
    const lines = [
      { headers: { "X-WC-Webhook-Topic": "order.created" }, body },
      { headers: { "x-wc-webhook-topic": "order.updated" }, body: JSON.stringify({ ...body, more: 1 }) },
    ];
    await replay(connector, lines.map((line) => JSON.stringify(line)).join("\n"));
    const topics = await world.app.db.query<{ topic: string }>(sql`
      select topic from receipts where connector_id = ${uuidOf(connector.id)} order by topic`);
    expect(topics.map(({ topic }) => topic)).toEqual(["order.created", "order.updated"]);
  });

  it("are received before the provider's secret is known", async () => {
    const { shop } = await aConnectedShop();
    const { connector } = await createConnector(shop.merchant.context, { provider: "stripe" });
    expect(await replay(connector, JSON.stringify({ id: "evt_1", type: "x" }))).toEqual({ stored: 1, known: 0 });
  });

  it.each([
    ["a line that is not JSON", `{"type":"order.paid"}\n\n{"type":`, "Line 3 of the file is not a JSON object."],
    ["a line without an object", `{"type":"order.paid"}\n17`, "Line 2 of the file is not a JSON object."],
    ["an entry without an object", `[{"type":"order.paid"},17]`, "Every event in the file must be a JSON object."],
  ])("are all refused for %s", async (_what, text, message) => {
    const { connector } = await aConnectedShop();
    await expect(replay(connector, text)).rejects.toThrow(message);
    expect(await receiptsOf(world.app, connector)).toEqual([]);
  });

  it("of an empty file change nothing", async () => {
    const { connector } = await aConnectedShop();
    expect(await replay(connector, "\n")).toEqual({ stored: 0, known: 0 });
  });

  it("are refused for a deleted or unknown connector", async () => {
    const { shop, connector } = await aConnectedShop();
    const id = parseId("connector", connector.id) as ConnectorId;
    await deleteConnector(shop.merchant.context, id);
    await expect(replay(connector, "{}")).rejects.toMatchObject({ code: "connector_not_found" });
  });
});
