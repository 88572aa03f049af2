import { beforeAll, expect, test } from "vitest";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { mature } from "../payouts/till.ts";
import { aShop, cancel, conversionIn, pay, refundOf, sound } from "../refunds/shop.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { anOrderId, conversionIdOf } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

/** An order of 100. Its plan pays 10 %, and something else for some items. */
async function anOrder({ rule, items }: { rule: object; items: readonly object[] }) {
  const plan = { base: { type: "percentage", value: 10 }, lines: [rule] };
  const shop = await aShop(app, { plan, commission_value: 10 });
  const { campaignId: campaign_id, partner } = shop;
  const body = { campaign_id, affiliate_code: partner.code, external_id: anOrderId(), amount: 100, items };
  const { conversion } = (await shop.merchant.call("POST", "/v1/conversions", { body })).body;
  return { shop, id: conversionIdOf(conversion.id), commission: conversion.commission as number };
}

test("a refund after a payout leaves the same as one before it, however the order was split", async () => {
  const { shop, id, commission } = await anOrder({
    rule: { id: "pro", when: { sku: ["PRO"] }, pay: { type: "percentage", value: 30 } },
    items: [
      { sku: "PRO", quantity: 1, amount: 50 },
      { sku: "B", quantity: 1, amount: 50 },
    ],
  });
  expect(commission).toBe(20);
  const returnPro = () => refundOf(shop, id, { amount: 50, items: [{ sku: "PRO", quantity: 1 }] });
  const first = await returnPro();
  expect(first.body.conversion.commission).toBe(5);
  await approveConversion(shop.merchant.context, { id });
  mature(shop);
  expect(await pay(shop, shop.partner)).toBe(500);
  await cancel(shop, first);
  const parts = async (): Promise<number[]> => {
    const listed = await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions`);
    return (listed.body.conversions as { commission: number }[]).map((part) => part.commission);
  };
  expect((await parts()).toSorted((a, b) => a - b)).toEqual([5, 15]);
  await returnPro();
  expect((await parts()).reduce((sum, part) => sum + part, 0)).toBe(5);
  await sound(app);
});

test("a refund of a whole part leaves the same as one before the order was split", async () => {
  const { shop, id } = await anOrder({
    rule: { id: "gift", when: { sku: ["GIFT"] }, pay: { type: "none" } },
    items: [{ sku: "GIFT", quantity: 1, amount: 50 }],
  });
  await approveConversion(shop.merchant.context, { id });
  mature(shop);
  expect(await pay(shop, shop.partner)).toBe(500);
  const body = { external_id: anOrderId(), amount: 150 };
  const raised = await shop.merchant.call("POST", `/v1/conversions/${id}/edits`, { body });
  const part = raised.body.added_conversion.id as string;
  // Two thirds of 10.00, of which 5.00 are paid.
  const refunded = await refundOf(shop, part, { amount: 50 });
  expect(refunded.body.conversion).toEqual({ id: part, amount: 0, commission: 1.67, status: "pending" });
  await sound(app);
  const rest = await refundOf(shop, id, { amount: 100 });
  expect(rest.body.claw_back).toMatchObject({ amount: 5 });
  expect(await conversionIn(shop, part)).toMatchObject({ status: "rejected", commission: 0 });
  await cancel(shop, rest);
  expect(await conversionIn(shop, part)).toMatchObject({ status: "pending", amount: 0, commission: 1.67 });
  await sound(app);
});
