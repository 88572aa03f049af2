import { describe, expect, it } from "vitest";
import {
  adjustedData,
  affiliateApprovedData,
  affiliateJoinedData,
  conversionData,
  payoutCreatedData,
  webhookTestData,
} from "../../src/domain/events.ts";
import { idOf } from "../../src/domain/ids.ts";
import { eventSchemas, type EventName } from "../../src/http/openapi/webhooks.ts";
import { aConversion as aSampleConversion, anAffiliation, money, uuid } from "../domain/samples.ts";
import { DAY_MS } from "../../src/domain/values/day.ts";
import { aCoupon } from "../coupons/coupons.ts";
import { aClick } from "../support/clicks.ts";
import { nameOf, operations, PUBLIC_URL } from "../support/operations.ts";
import { aShop, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { documentOf, operationsOf, type Found } from "./document.ts";

const world = worldForFile();

const repeat = { pay: "limited", months: 12 };
const EXAMPLES = {
  campaign: "cmp_01jz8q3v5kf2r9w0y4t6x1m7ab",
  affiliate: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd",
  group: "grp_01jz8q4m6ne7t2y4a8x0z3p5kj",
  conversion: "conv_01jz8q52r7m4t9y3a6w8z2p0ef",
  coupon: "cpn_01jz8q4p8qf9v3z5b1y2a6r7mk",
  click: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh",
  code: "k7m2p9x4wd",
  refund: "rfd_01jz8q52r7m4t9y3a6w8z2p0ef",
  order: "order-1000",
  account: "acc_01jz8q2m4ke1q8v9x3s5w0j6zy",
  url: "https://hooks.shop.example/tributary",
};

/** An affiliate in a test account with something to pay. */
async function aPayee(shop: Shop): Promise<string> {
  const post = async (path: string, body: object) => (await shop.merchant.call("POST", `/v1/${path}`, { body })).body;
  const { affiliate } = await post("test/affiliates", { campaign_id: shop.campaignId });
  const order = {
    campaign_id: shop.campaignId,
    affiliate_code: affiliate.affiliate_code,
    external_id: "paid",
    amount: 9,
  };
  const { conversion } = await post("conversions", order);
  await post(`test/conversions/${conversion.id}/approve`, {});
  await post("test/clock", { advance: "P31D" });
  return affiliate.id as string;
}

/** Replaces example IDs with those of existing records. */
async function realIds(shop: Shop, operation: string): Promise<(text: string) => string> {
  const code = operation === "createCoupon" ? "OTHER" : "ANNA10";
  const coupon = await aCoupon(shop, code, {
    starts_at: new Date(shop.app.clock.now().getTime() - DAY_MS).toISOString(),
  });
  const order = { external_id: `before-${shop.campaignId}`, customer_id: "customer-1", coupon_code: code };
  const conversion = await tracked(shop, order);
  if (operation === "unrejectConversion") await shop.merchant.call("POST", `/v1/conversions/${conversion}/reject`);
  const refund = { external_id: `before-${shop.campaignId}`, amount: 10, reason: "Too large." };
  const recorded = await shop.merchant.call("POST", `/v1/conversions/${conversion}/refunds`, { body: refund });
  const click = await aClick(shop);
  const payee = operation === "createTestPayouts" ? await aPayee(shop) : shop.affiliate.affiliateId;
  const group = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/groups`, {
    body: { name: "Best", plan: { base: { type: "percentage", value: 20 }, repeat } },
  });
  const isDeletion = operation === "deleteTestAccount";
  const account = isDeletion && (await shop.merchant.call("POST", "/v1/test/accounts")).body.account.id;
  return (text) =>
    text
      .replaceAll(EXAMPLES.campaign, shop.campaignId)
      .replaceAll(EXAMPLES.affiliate, payee)
      .replaceAll(EXAMPLES.coupon, coupon)
      .replaceAll(EXAMPLES.group, String(group.body.group.id))
      .replaceAll(EXAMPLES.conversion, conversion)
      .replaceAll(EXAMPLES.click, click)
      .replaceAll(EXAMPLES.refund, String(recorded.body.refund.id))
      .replaceAll(EXAMPLES.url, PUBLIC_URL)
      .replaceAll(EXAMPLES.account, String(account))
      .replaceAll(EXAMPLES.order, `before-${shop.campaignId}`)
      .replaceAll(EXAMPLES.code, shop.affiliate.code);
}

/** The fields of a value and their types; nullable fields and maps match anything. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === "by_currency" ? "by currency" : shapeOf(field)]),
  );
}
const nullable = new Set([
  "approved_at",
  "rejected_at",
  "rejection_reason",
  "click_id",
  "max_budget",
  "group_id",
  "ends_at",
]);
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, field: unknown) => (nullable.has(key) ? "text or null" : field));

describe("the example of a request, sent to a server", () => {
  let documented: Found[] | undefined;

  it.each(operations.map(nameOf))("%s gets the documented response", async (name) => {
    const campaign = {
      fixed_commission_on_refund: "scale",
      rebind: "click",
      evidence: "click",
      coupon_needs_click: "sign",
      plan: { repeat },
    };
    const shop = await aShop(world.app, campaign, name.includes("/v1/test/") ? "test" : "live");
    documented ??= operationsOf(await documentOf(world.app));
    const wanted = name.replaceAll(/:(\w+)/g, "{$1}");
    const operation = documented.find((found) => found.name === wanted)?.operation;
    if (!operation) throw new Error(`${wanted} is not in the document.`);
    const real = await realIds(shop, operation.operationId);
    if (operation.operationId === "sendTestReceipt") world.app.receipts.start();
    const [method = "", template = ""] = wanted.split(" ");
    const given = operation.parameters ?? [];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      String(given.find((one) => one.name === part)?.example),
    );
    const query = given
      .filter((one) => one.in === "query")
      .map((one): [string, string] => [one.name, String(one.example)]);
    const example = operation.requestBody?.content["application/json"]?.example;
    const address = `${real(path)}?${real(new URLSearchParams(query).toString())}`;
    const answer = await shop.merchant.call(
      method,
      address,
      example === undefined ? {} : { body: JSON.parse(real(JSON.stringify(example))) as unknown },
    );
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    const shown = operation.responses["200"]?.content?.["application/json"]?.example;
    expect(shapeOf(withoutNulls(answer.body))).toEqual(shapeOf(withoutNulls(shown)));
  });
});

describe("the schema of an event", () => {
  const conversion = (status: "pending" | "approved" | "rejected"): object =>
    conversionData({ ...aSampleConversion, status });
  const person = { email: "jo@blog.example", name: "Jo" };
  const now = new Date("2026-03-01T12:00:00.000Z");
  const payout = {
    id: idOf("payout", uuid(9)),
    affiliateId: anAffiliation.affiliateId,
    amount: money(12_840),
    conversionCount: 17,
    createdAt: now,
  };
  const sent: Record<EventName, object> = {
    "conversion.created": conversion("pending"),
    "conversion.approved": conversion("approved"),
    "conversion.rejected": conversion("rejected"),
    "conversion.adjusted": adjustedData({ ...aSampleConversion, refundedMinor: 500n }, "Wrong size."),
    "affiliate.joined": affiliateJoinedData(anAffiliation, person),
    "affiliate.approved": affiliateApprovedData({ ...anAffiliation, approvedAt: now }, person),
    "payout.created": payoutCreatedData(payout, person),
    "webhook.test": webhookTestData(idOf("endpoint", uuid(3))),
  };

  it.each(Object.entries(sent))("%s matches exactly the events that are sent", (type, data) => {
    const schema = eventSchemas[type as EventName].shape.data.strict();
    expect(schema.parse(data)).toEqual(data);
  });
});
