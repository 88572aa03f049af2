import { beforeAll, describe, expect, test } from "vitest";
import { idOf, parseId, type ConversionId } from "../../src/domain/ids.ts";
import {
  approveConversion,
  rejectConversion,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { earn, earnApproved, mature } from "../payouts/till.ts";
import { aShop, cancel, conversionIn, pay, refundOf, sound, spendOf } from "./shop.ts";
import { appForFile, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

describe("a refund during the hold period", () => {
  test.each(["pending", "approved"])(
    "of part of a %s conversion lowers amount, commission and spend",
    async (status) => {
      const shop = await aShop(app, { max_budget: 20 });
      const id = await (status === "pending" ? earn : earnApproved)(shop, shop.partner, 10_000);
      const refund = await refundOf(shop, id, { amount: 25, reason: "Wrong size." });
      expect(refund.body).toMatchObject({
        success: true,
        refund: { amount: 25, currency: "EUR", counted: true, reason: "Wrong size.", conversion_id: id },
        conversion: { id, amount: 75, commission: 15, status },
        claw_back: null,
      });
      expect(await conversionIn(shop, id)).toMatchObject({
        amount: 75,
        commission: 15,
        original_amount: 100,
        original_commission: 20,
        refunded_amount: 25,
      });
      expect(await spendOf(shop)).toBe(15);
      // The budget has room for exactly the difference.
      const next = await earn(shop, shop.partner, 2_500);
      expect(next).toMatch(/^conv_/);
      await expect(earn(shop, shop.partner, 100)).rejects.toMatchObject({ code: "budget_exceeded" });
      await sound(app);
    },
  );

  test("of everything rejects the conversion and frees the budget", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    await refundOf(shop, id, { amount: 60 });
    const { body } = await refundOf(shop, id, { amount: 40 });
    expect(body.conversion).toEqual({ id, amount: 0, commission: 0, status: "rejected" });
    expect(await conversionIn(shop, id)).toMatchObject({ rejection_reason: "Refunded", refunded_amount: 100 });
    expect(await spendOf(shop)).toBe(0);
    await sound(app);
  });

  test("that is cancelled restores the conversion, even from rejected", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    const whole = await refundOf(shop, id, { amount: 100 });
    const { body } = await cancel(shop, whole);
    expect(body).toMatchObject({
      refund: { counted: false },
      conversion: { amount: 100, commission: 20, status: "pending" },
    });
    expect((await cancel(shop, whole)).body.conversion).toEqual(body.conversion);
    expect(await spendOf(shop)).toBe(20);
    await sound(app);
  });

  test("of a rejected conversion is recorded, and restoring it restores the reduced amount", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    await rejectConversion(shop.merchant.context, { id, reason: "Fraud" });
    const partly = await refundOf(shop, id, { amount: 50 });
    expect(partly.body.conversion).toEqual({ id, amount: 50, commission: 10, status: "rejected" });
    await unrejectConversion(shop.merchant.context, { id });
    expect(await spendOf(shop)).toBe(10);
    await sound(app);
  });

  test("does not restore what a person rejected", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    await rejectConversion(shop.merchant.context, { id, reason: "Refunded" });
    const whole = await refundOf(shop, id, { amount: 100 });
    expect((await cancel(shop, whole)).body.conversion).toMatchObject({ amount: 100, status: "rejected" });
    await sound(app);
  });

  test("that is cancelled without room in the budget stays low and is flagged", async () => {
    const shop = await aShop(app, { max_budget: 20 });
    const id = await earn(shop, shop.partner, 10_000);
    const refund = await refundOf(shop, id, { amount: 50 });
    await earn(shop, shop.partner, 5_000);
    expect((await cancel(shop, refund)).body.conversion).toMatchObject({ amount: 100, commission: 10 });
    expect(await spendOf(shop)).toBe(20);
    await sound(app);
  });
});

describe("a refund after the hold period", () => {
  test("makes the next payout smaller by exactly the difference, and a cancelled one larger again", async () => {
    const shop = await aShop(app);
    const first = await earnApproved(shop, shop.partner, 10_000);
    await earnApproved(shop, shop.partner, 5_000);
    mature(shop);
    const refund = await refundOf(shop, first, { amount: 25 });
    expect(refund.body.claw_back).toMatchObject({ amount: 5, currency: "EUR" });
    expect(refund.body.conversion).toEqual({ id: first, amount: 100, commission: 20, status: "approved" });
    expect(await pay(shop, shop.partner)).toBe(2_500);
    expect(await spendOf(shop)).toBe(30);

    await refundOf(shop, first, { amount: 25 });
    const second = await earnApproved(shop, shop.partner, 5_000);
    mature(shop);
    expect(await pay(shop, shop.partner)).toBe(500);
    expect(second).toMatch(/^conv_/);

    expect((await cancel(shop, refund)).body.claw_back).toMatchObject({ amount: -5 });
    await sound(app);
    // Nothing else was earned: the payout is only what is given back.
    expect(await pay(shop, shop.partner)).toBe(500);
    await sound(app);
  });

  test("of everything claws back what is left", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    await refundOf(shop, id, { amount: 30 });
    const rest = await refundOf(shop, id, { amount: 70 });
    expect(rest.body).toMatchObject({ claw_back: { amount: 14 }, conversion: { status: "approved", commission: 20 } });
    await sound(app);
  });

  test("from before a payout, cancelled after it, becomes a conversion of its own", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    const early = await refundOf(shop, id, { amount: 25 });
    mature(shop);
    expect(await pay(shop, shop.partner)).toBe(1_500);
    await cancel(shop, early);
    const listed = await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions`);
    const added = (listed.body.conversions as Record<string, unknown>[]).find((one) => one["id"] !== id);
    expect(added).toMatchObject({ amount: 25, commission: 5, status: "pending" });
    expect(added?.["external_id"]).toContain(`#${early.body.refund.external_id}`);
    await sound(app);
    await approveConversion(shop.merchant.context, { id: added?.["id"] as ConversionId });
    mature(shop);
    expect(await pay(shop, shop.partner)).toBe(500);
    await sound(app);
  });

  test("clawed back by hand can be undone, once, and is paid with the next payout", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    const refund = await refundOf(shop, id, { amount: 50 });
    const clawBackId = parseId("claw_back", refund.body.claw_back.id as string) ?? idOf("claw_back", "");
    await undoClawBack(shop.merchant.context, { id: clawBackId, reason: "Goodwill" });
    await expect(undoClawBack(shop.merchant.context, { id: clawBackId, reason: "Again" })).rejects.toMatchObject({
      code: "claw_back_undone",
    });
    expect(await pay(shop, shop.partner)).toBe(2_000);
    await cancel(shop, refund);
    await sound(app);
  });
});

describe("a refund that cannot be recorded", () => {
  test("changes nothing and says why", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    const body = { external_id: "one", amount: 10 };
    const first = await refundOf(shop, id, body);
    expect((await refundOf(shop, id, body)).body).toEqual(first.body);
    const refusals = [
      [{ ...body, amount: 11 }, "refund_differs"],
      [{ amount: 90.01 }, "refund_exceeds_amount"],
      [{ amount: 10, currency: "USD" }, "refund_currency"],
      [{ amount: 0.001 }, "refund_too_small"],
      [{ amount: 0 }, "invalid_request"],
      [{ amount: -1 }, "invalid_request"],
      [{ amount: "10" }, "invalid_request"],
      [{ amount: 10, external_id: "" }, "invalid_request"],
      [{ amount: 10, external_id: undefined }, "invalid_request"],
      [{ amount: 10, items: Array(251).fill({ sku: "a", quantity: 1 }) }, "invalid_request"],
    ] as const;
    for (const [wrong, code] of refusals)
      expect([wrong, (await refundOf(shop, id, wrong)).body.code]).toEqual([wrong, code]);
    const unknown = await refundOf(shop, "conv_01jz8q52r7m4t9y3a6w8z2p0ef", { amount: 1 });
    expect([unknown.status, unknown.body.code]).toEqual([404, "conversion_not_found"]);
    const listed = await shop.merchant.call("GET", `/v1/conversions/${id}/refunds`);
    expect(listed.body.refunds).toEqual([first.body.refund]);
    await sound(app);
  });

  test("belongs to another account", async () => {
    const [shop, other] = [await aShop(app), await aShop(app)];
    const id = await earn(shop, shop.partner, 10_000);
    const refund = await refundOf(shop, id, { amount: 10 });
    expect((await refundOf(other, id, { amount: 1 })).status).toBe(404);
    expect((await cancel(other, refund)).status).toBe(404);
    expect((await other.merchant.call("GET", `/v1/conversions/${id}/refunds`)).status).toBe(404);
  });

  test("is found by the order ID", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    const order = (await conversionIn(shop, id))?.["external_id"];
    const body = { conversion_external_id: order, external_id: "by-order", amount: 10 };
    const recorded = await shop.merchant.call("POST", "/v1/refunds", { body });
    expect(recorded.body).toMatchObject({ refund: { conversion_id: id }, conversion: { amount: 90 } });
    const unknown = await shop.merchant.call("POST", "/v1/refunds", { body: { ...body, conversion_external_id: "?" } });
    expect(unknown.body.code).toBe("conversion_not_found");
  });
});
