import { createTributary } from "tributary-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShop } from "./shop.js";

const tributary = createTributary({
  baseUrl: process.env.TRIBUTARY_URL,
  apiKey: process.env.TRIBUTARY_KEY, // sk_test_…
});
let server;
let address;
let affiliate;
let campaignId;

beforeAll(async () => {
  await tributary.test.reset();
  const campaign = await tributary.campaigns.create({
    name: "Spring sale",
    target_url: "https://shop.example/",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
    maturation_days: 7,
  });
  campaignId = campaign.id;
  affiliate = await tributary.test.affiliates.create({ campaign_id: campaignId });
  server = createShop({ tributary, campaignId }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});
afterAll(() => server.close());

/** A customer who follows the affiliate's link to the shop. Returns their cookie. */
async function visit() {
  const click = await tributary.test.clicks.create({ affiliate_code: affiliate.affiliate_code });
  const response = await fetch(`${address}/?service_id=${click.id}`);
  return response.headers.get("set-cookie").split(";")[0];
}

async function post(path, body, { cookie = "", status = 200 } = {}) {
  const headers = { "content-type": "application/json", cookie };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(status);
  return response.json();
}

const statusOf = async (id) => {
  for await (const conversion of tributary.conversions.all({ campaign_id: campaignId }))
    if (conversion.id === id) return conversion.status;
};

test("an order of an affiliate's customer is paid out after the hold period", async () => {
  const { conversion, commission } = await post("/orders", { id: "order-1", total: 80 }, { cookie: await visit() });
  expect(commission).toBe(8);
  expect(await statusOf(conversion)).toBe("pending");

  await tributary.test.conversions.approve(conversion);
  // The commission is on hold for seven days.
  await expect(tributary.test.payouts.create()).rejects.toMatchObject({ code: "nothing_to_pay" });
  await tributary.test.clock.advance({ days: 7 });
  const payouts = await tributary.test.payouts.create();
  expect(payouts).toMatchObject([{ amount: 8, currency: "EUR" }]);
});

test("an order that is reported twice counts once", async () => {
  const cookie = await visit();
  const first = await post("/orders", { id: "order-2", total: 50 }, { cookie });
  const second = await post("/orders", { id: "order-2", total: 50 }, { cookie });
  expect(second.conversion).toBe(first.conversion);
});

test("a refund lowers the commission", async () => {
  await post("/orders", { id: "order-3", total: 100 }, { cookie: await visit() });
  expect(await post("/orders/order-3/refunds", { id: "refund-1", total: 40 })).toEqual({ commission: 6 });
});

test("a refund of an unknown order, or of too much, says what is wrong", async () => {
  const refund = { id: "refund-2", total: 70 };
  const unknown = await post("/orders/unknown/refunds", refund, { status: 404 });
  expect(unknown.error).toBe("No affiliate brought this order.");
  const tooMuch = await post("/orders/order-3/refunds", refund, { status: 409 });
  expect(tooMuch.error).toBe("The refunds would exceed what is left of the order.");
});

test("a click expires with the campaign's attribution window", async () => {
  const cookie = await visit();
  await tributary.test.clock.advance({ days: 31 });
  expect(await post("/orders", { id: "order-4", total: 10 }, { cookie })).toEqual({ commission: 0 });
});

test("an order of nobody's customer pays no commission", async () => {
  expect(await post("/orders", { id: "order-5", total: 10 })).toEqual({ commission: 0 });
});
