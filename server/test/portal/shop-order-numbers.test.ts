import { beforeAll, describe, expect, it } from "vitest";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { aConnector, sendAll, type TestConnector } from "../connectors/inbox-world.ts";
import { order as shopifyOrder, SHOPIFY_SECRET, shopifyRequest } from "../connectors/shopify-events.ts";
import { order as wooOrder, WOO_SECRET, wooRequest } from "../connectors/woocommerce-events.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { anAffiliate } from "../support/world.ts";
import { deskOf, findingOf, opened, patch } from "./claiming.ts";
import { aPortalShop, type PortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const WITHOUT_EVIDENCE = expect.stringContaining("without a click on your link and without a coupon of yours");

const aWooShop = async (campaign: Record<string, unknown> = {}) => {
  const shop = await aPortalShop(app, { currency: "EUR", ...campaign });
  const { connector } = await createConnector(shop.merchant.context, { provider: "woocommerce", secret: WOO_SECRET });
  const now = app.clock.now().toISOString().slice(0, 19);
  const times = { date_created_gmt: now, date_modified_gmt: now, date_paid_gmt: now };
  const sell = async (more: Record<string, unknown>): Promise<void> => {
    const { headers, body } = wooRequest(wooOrder({ meta_data: [], ...times, ...more }));
    const response = await call(app, "POST", `/in/${connector.id}`, {
      raw: body.toString(),
      headers: headers as Record<string, string>,
    });
    expect(response.status).toBe(200);
    await app.receipts.run();
  };
  return { shop, sell };
};

const clicked = async (shop: PortalShop) => [{ id: 1, key: "_service_id", value: await aClick(shop) }];

describe("the order number that a customer sees", () => {
  it("finds the affiliate's own conversion of a connector", async () => {
    const { shop, sell } = await aWooShop();
    await sell({ id: 1234, number: "WC-77", meta_data: await clicked(shop) });
    for (const id of ["1234", "#1234", "wc-77", "woo:shop.example:1234", "WOO:shop.example:1234"])
      expect(await findingOf(shop, id)).toMatchObject({ kind: "recorded" });
    const rival = await anAffiliate(app, shop.merchant, shop.campaignId);
    const theirs = await aClick({ ...shop, affiliate: rival });
    await sell({ id: 1235, customer_id: 27, meta_data: [{ id: 1, key: "_service_id", value: theirs }] });
    expect(await findingOf(shop, "1235")).toEqual(await findingOf(shop, "9999"));
  });

  it("finds why an order with the affiliate's click was refused", async () => {
    const { shop, sell } = await aWooShop({ max_budget: 1 });
    await sell({ id: 1234, meta_data: await clicked(shop) });
    for (const id of ["1234", "woo:shop.example:1234"])
      expect(await findingOf(shop, id)).toMatchObject({ kind: "refused", reason: "budget_exceeded" });
    const claim = await opened(shop, "1234");
    const desk = await deskOf(shop);
    expect((await desk("GET", `claims/${claim}`)).body.known.refusals).toMatchObject([{ code: "budget_exceeded" }]);
  });

  it("finds a refusal that came after the order was known without a click", async () => {
    const { shop, sell } = await aWooShop({ max_budget: 1 });
    await sell({ id: 1234 });
    expect(await findingOf(shop, "1234")).toMatchObject({ kind: "unknown", text: WITHOUT_EVIDENCE });
    const later = app.clock.after({ hours: 1 }).toISOString().slice(0, 19);
    await sell({ id: 1234, date_modified_gmt: later, meta_data: await clicked(shop) });
    expect(await findingOf(shop, "1234")).toMatchObject({ kind: "refused", reason: "budget_exceeded" });
  });

  it("never says that an order came without a click if one did not count", async () => {
    const { shop, sell } = await aWooShop({ max_budget: 1 });
    const rival = await anAffiliate(app, shop.merchant, shop.campaignId);
    const theirs = await aClick({ ...shop, affiliate: rival });
    await sell({ id: 1234, meta_data: [{ id: 1, key: "_service_id", value: theirs }] });
    const { kind, text } = await findingOf(shop, "1234");
    expect({ kind, text }).toEqual({
      kind: "unknown",
      text: "The shop reported this order, but no affiliate got it. If you are sure that you brought the customer, ask the merchant.",
    });
    await patch(shop, { max_budget: 100 });
  });

  it("finds Shopify's orders by the name on the confirmation", async () => {
    const shop = await aPortalShop(app, { currency: "EUR" });
    const { connector } = await createConnector(shop.merchant.context, { provider: "shopify", secret: SHOPIFY_SECRET });
    const now = app.clock.now().toISOString();
    const note = [{ name: "service_id", value: await aClick(shop) }];
    const times = { created_at: now, updated_at: now, processed_at: now };
    const sold = shopifyOrder({ id: 5550001, name: "#1001", ...times, note_attributes: note });
    const { headers, body } = shopifyRequest(sold, { topic: "orders/paid" });
    const sent = { raw: body.toString(), headers: headers as Record<string, string> };
    expect((await call(app, "POST", `/in/${connector.id}`, sent)).status).toBe(200);
    await app.receipts.run();
    for (const id of ["#1001", "1001", "5550001"])
      expect(await findingOf(shop, id)).toMatchObject({ kind: "recorded" });
  });

  it("finds orders of an own shop in any spelling", async () => {
    const shop = await aPortalShop(app, { currency: "EUR" });
    const connector: TestConnector = await aConnector(shop.merchant);
    const paid = { type: "order.paid", external_id: "AB-1001", amount: 100, currency: "EUR" };
    await sendAll(app, connector, [paid]);
    expect(await findingOf(shop, "#ab-1001")).toMatchObject({ text: WITHOUT_EVIDENCE });
  });
});
