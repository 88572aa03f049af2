import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { changeConnector } from "../../src/usecases/connectors/change-connector.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { showConnector } from "../../src/usecases/connectors/list-connectors.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile, type Shop, type ShopKind } from "../support/shop.ts";
import { booksOf, receiptsOf } from "./inbox-world.ts";
import { send } from "./story-shop.ts";
import { order, refund, WOO_SECRET, wooRequest, type Body } from "./woocommerce-events.ts";

const world = worldForFile();

async function aWooShop(kind: ShopKind = "live") {
  const shop = await aShop(world.app, { currency: "EUR" }, kind);
  return { ...shop, click: await aClick(shop) };
}

async function aSite({ click, ...shop }: Shop & { click: string }) {
  const { connector } = await createConnector(shop.merchant.context, { provider: "woocommerce", secret: WOO_SECRET });
  const at = world.app.clock.now().toISOString().slice(0, 19);
  /** An order of a site, as `shop.example/de` would send it. */
  const orderOf = (site: string, more: Body = {}): Body => {
    const id = JSON.stringify(more["id"] ?? 727);
    const href = `https://${site}/wp-json/wc/v3/orders/${id}`;
    const times = { date_created_gmt: at, date_modified_gmt: at, date_paid_gmt: at };
    const meta_data = [{ key: "_service_id", value: click }];
    return order({ ...times, meta_data, _links: { self: [{ href }] }, ...more });
  };
  const sends = async (site: string, body: Body, topic = "order.updated"): Promise<void> => {
    world.app.clock.forward({ seconds: 2 });
    const { headers } = wooRequest(body, { topic, source: `https://${site}/` });
    const sign = ({ body: text }: { body: string }) => wooRequest(text, { topic, source: `https://${site}/` });
    const seller = {
      ...shop,
      story: { provider: "woocommerce" as const, secret: WOO_SECRET, events: [], sign },
      connectorId: connector.id,
    };
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    await send(seller, { name: site, headers: named, body: JSON.stringify(body) });
    await world.app.receipts.run();
  };
  return { connector, orderOf, sends };
}

const sitesOf = async ({ merchant }: Shop, id: ConnectorId) => {
  const { connector } = await showConnector(merchant.context, id);
  return { site: connector.site, otherSite: connector.otherSite };
};
const ordersIn = async ({ merchant }: Shop): Promise<string[]> =>
  ((await booksOf(world.app, merchant)) as { conversions: { external_id: string }[] }).conversions.map(
    ({ external_id: id }) => id,
  );

it("orders of a cloned shop are ignored, until the merchant says that it is the shop", async () => {
  const shop = await aWooShop();
  const { connector, orderOf, sends } = await aSite(shop);
  await sends("shop.example", orderOf("shop.example"));
  await sends("staging.shop.example", orderOf("staging.shop.example", { id: 728 }));
  await sends("staging.shop.example", { id: 727 }, "order.deleted");
  expect(await receiptsOf(world.app, connector)).toMatchObject([
    { state: "done" },
    { state: "ignored", reason: "other_site" },
    { state: "ignored", reason: "other_site" },
  ]);
  expect(await ordersIn(shop)).toEqual(["woo:shop.example:727"]);
  expect(await sitesOf(shop, connector.id)).toEqual({ site: "shop.example", otherSite: "staging.shop.example" });

  const { context } = shop.merchant;
  await changeConnector(context, { id: connector.id, site: "https://Staging.shop.example/" });
  const [entry] = await world.app.db.query<{ before: object; after: object }>(sql`
    select before, after from audit_entries where subject_id = ${uuidOf(connector.id)} and action = 'connector.updated'`);
  expect(entry).toMatchObject({ before: { site: "shop.example" }, after: { site: "staging.shop.example" } });
  expect(await sitesOf(shop, connector.id)).toEqual({ site: "staging.shop.example", otherSite: null });
  await sends("staging.shop.example", orderOf("staging.shop.example", { id: 729 }));
  expect(await ordersIn(shop)).toEqual(["woo:shop.example:727", "woo:staging.shop.example:729"]);
  await expect(changeConnector(context, { id: connector.id, site: "https://" })).rejects.toThrow("address of a shop");
});

it("a clone may send its orders to a test account", async () => {
  const shop = await aWooShop("test");
  const { connector, orderOf, sends } = await aSite(shop);
  await sends("shop.example", orderOf("shop.example"));
  await sends("staging.shop.example", orderOf("staging.shop.example", { id: 728 }));
  expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "done" }, { state: "done" }]);
});

it("sites in directories of one host have their own orders and the same customers", async () => {
  const shop = await aWooShop();
  const [root, german] = [await aSite(shop), await aSite(shop)];
  await root.sends("shop.example", root.orderOf("shop.example"));
  await german.sends("shop.example/de", german.orderOf("shop.example/de"));
  await german.sends("shop.example/de", { id: 727 }, "order.deleted");
  await german.sends("shop.example/de", german.orderOf("shop.example/de", { id: 728, meta_data: [] }));
  expect(await booksOf(world.app, shop.merchant)).toMatchObject({
    conversions: [
      { external_id: "woo:shop.example/de:727", status: "rejected" },
      { external_id: "woo:shop.example/de:728", status: "pending" },
      { external_id: "woo:shop.example:727", status: "pending", amount_minor: 10_000n },
    ],
  });
});

it("an order that was recorded without the directory keeps its ID", async () => {
  const shop = await aWooShop();
  const { connector, orderOf, sends } = await aSite(shop);
  // As an earlier version recorded it, which looked at the host only.
  await sends("shop.example", orderOf("shop.example"));
  await world.app.db.query(sql`update connectors set site = null where id = ${uuidOf(connector.id)}`);
  const at = world.app.clock.after({ seconds: 5 }).toISOString().slice(0, 19);
  await sends(
    "shop.example/de",
    orderOf("shop.example/de", { date_modified_gmt: at, refunds: [refund(801, "-124.95")] }),
  );
  await sends("shop.example/de", orderOf("shop.example/de", { id: 728 }));
  expect(await booksOf(world.app, shop.merchant)).toMatchObject({
    conversions: [
      { external_id: "woo:shop.example/de:728", status: "pending" },
      { external_id: "woo:shop.example:727", status: "rejected" },
    ],
  });
  expect(await sitesOf(shop, connector.id)).toEqual({ site: "shop.example/de", otherSite: null });
});
