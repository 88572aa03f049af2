import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { uuidOf, type ClawBackId, type ConversionId } from "../../src/domain/ids.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { earn, earnApproved, mature } from "../payouts/till.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { outcome } from "../support/parallel.ts";
import { aShop, cancel, conversionIn, owedBack, pay, refundOf, sound, spendOf } from "./shop.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

/** An order whose refund of 25 was cancelled after the rest was paid: 75 are paid, and 25 are a conversion of their own. */
async function aSplitOrder() {
  const shop = await aShop(app);
  const id = await earnApproved(shop, shop.partner, 10_000);
  const early = await refundOf(shop, id, { amount: 25 });
  mature(shop);
  expect(await pay(shop, shop.partner)).toBe(1_500);
  await cancel(shop, early);
  const listed = await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions`);
  const part = (listed.body.conversions as { id: string }[]).find((one) => one.id !== id)?.id ?? "";
  return { shop, id, part };
}

describe("an order of which a part is a conversion of its own", () => {
  test("can be refunded as a whole by its ID: what is not paid yet is rejected, the rest is clawed back", async () => {
    const { shop, id, part } = await aSplitOrder();
    const all = await refundOf(shop, id, { amount: 100 });
    expect(all.body).toMatchObject({ refund: { amount: 100 }, claw_back: { amount: 15 } });
    expect(await conversionIn(shop, part)).toMatchObject({ status: "rejected", amount: 0, commission: 0 });
    expect((await refundOf(shop, id, { amount: 0.01 })).body.code).toBe("refund_exceeds_amount");
    await sound(app);
    await cancel(shop, all);
    expect(await conversionIn(shop, part)).toMatchObject({ status: "pending", amount: 25, commission: 5 });
    expect(await owedBack(shop, shop.partner.id)).toBe(0n);
    await sound(app);
  });

  test("is refunded where the refund was reported, and then in the newest part", async () => {
    const { shop, id, part } = await aSplitOrder();
    await refundOf(shop, part, { amount: 10 });
    expect(await conversionIn(shop, part)).toMatchObject({ amount: 15, commission: 3, refunded_amount: 10 });
    expect(await owedBack(shop, shop.partner.id)).toBe(0n);
    await refundOf(shop, id, { amount: 80 });
    expect(await conversionIn(shop, part)).toMatchObject({ amount: 10, commission: 2 });
    expect(await owedBack(shop, shop.partner.id)).toBe(1_500n);
    await sound(app);
  });

  test("leaves exactly 0 when everything is refunded", async () => {
    const shop = await aShop(app, { commission_value: 10 });
    const id = await earnApproved(shop, shop.partner, 1_000);
    const early = await refundOf(shop, id, { amount: 2.45 });
    mature(shop);
    const paid = await pay(shop, shop.partner);
    expect(paid).toBe(76);
    await cancel(shop, early);
    await refundOf(shop, id, { amount: 7.55 });
    await refundOf(shop, id, { amount: 2.45 });
    expect(await owedBack(shop, shop.partner.id)).toBe(76n);
    expect(await spendOf(shop)).toBe(0.76);
    await sound(app);
  });

  test("has parts with names of their own, whatever the shop uses", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    const { external_id: order } = (await conversionIn(shop, id)) as { external_id: string };
    const edit = (external_id: string, amount: number) =>
      shop.merchant.call("POST", `/v1/conversions/${id}/edits`, { body: { external_id, amount } });
    const body = { campaign_id: shop.campaignId, affiliate_code: shop.partner.code, external_id: `${order}#one` };
    expect((await shop.merchant.call("POST", "/v1/conversions", { body })).status).toBe(200);
    const early = await refundOf(shop, id, { external_id: `one-${id}`, amount: 25 });
    mature(shop);
    await pay(shop, shop.partner);
    expect((await edit("one", 150)).body.added_conversion).toMatchObject({ amount: 50, commission: 10 });
    // The part that is not paid yet grows.
    expect((await edit(`one-${id}`, 200)).body).toMatchObject({ conversion: { amount: 100 }, added_conversion: null });
    expect((await cancel(shop, early)).status).toBe(200);
    expect(await spendOf(shop)).toBe(40);
    await sound(app);
  });
});

describe("a deduction that a person undid", () => {
  const undo = (shop: Awaited<ReturnType<typeof aShop>>, id: string) =>
    outcome(undoClawBack(shop.merchant.context, { id: id as ClawBackId, reason: "Goodwill" }));

  async function aPaidOrder() {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    await pay(shop, shop.partner);
    return { shop, id };
  }

  test("stays undone for its refund, and only for that one", async () => {
    const { shop, id } = await aPaidOrder();
    const first = await refundOf(shop, id, { amount: 25 });
    await undo(shop, first.body.claw_back.id as string);
    const second = await refundOf(shop, id, { amount: 25 });
    expect(second.body.claw_back).toMatchObject({ amount: 5 });
    await cancel(shop, first);
    expect(await owedBack(shop, shop.partner.id)).toBe(500n);
    await cancel(shop, second);
    expect((await refundOf(shop, id, { amount: 25 })).body.claw_back).toMatchObject({ amount: 5 });
    expect(await owedBack(shop, shop.partner.id)).toBe(500n);
    await sound(app);
  });

  test("cannot be undone again after its refund was cancelled", async () => {
    const { shop, id } = await aPaidOrder();
    const first = await refundOf(shop, id, { amount: 25 });
    await cancel(shop, first);
    await refundOf(shop, id, { amount: 50 });
    expect(await undo(shop, first.body.claw_back.id as string)).toBe("claw_back_returned");
    expect(await owedBack(shop, shop.partner.id)).toBe(1_000n);
  });

  test("by hand stays if the order was refunded meanwhile", async () => {
    const { shop, id } = await aPaidOrder();
    const byHand = await clawBackConversion(shop.merchant.context, { id: id as ConversionId, reason: "Fraud" });
    expect((await refundOf(shop, id, { amount: 75 })).body.claw_back).toBeNull();
    await undo(shop, byHand.id);
    expect(await owedBack(shop, shop.partner.id)).toBe(1_500n);
    await sound(app);
  });
});

describe("a paid order that was edited upwards, so that a part of it is not paid", () => {
  const editTo = (shop: Awaited<ReturnType<typeof aShop>>, id: string, amount: number) =>
    shop.merchant.call("POST", `/v1/conversions/${id}/edits`, { body: { external_id: `${id}-${amount}`, amount } });

  async function aRaisedOrder(campaign: object = {}) {
    const shop = await aShop(app, { ...campaign });
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    await pay(shop, shop.partner);
    const part = (await editTo(shop, id, 150)).body.added_conversion.id as string;
    return { shop, id, part };
  }

  test("is deducted for its refund once a deduction by hand is undone, wherever the refund was reported", async () => {
    const { shop, id, part } = await aRaisedOrder();
    const byHand = await clawBackConversion(shop.merchant.context, { id: id as ConversionId, reason: "Fraud" });
    await refundOf(shop, part, { amount: 120 });
    await undoClawBack(shop.merchant.context, { id: byHand.id, reason: "Goodwill" });
    expect(await owedBack(shop, shop.partner.id)).toBe(1_400n);
    await sound(app);
  });

  test("keeps a fixed commission while anything is left of the order, whichever conversion is refunded", async () => {
    const { shop, id } = await aRaisedOrder({ commission_type: "fixed", commission_value: 5 });
    expect((await refundOf(shop, id, { amount: 100 })).body.claw_back).toBeNull();
    expect((await refundOf(shop, id, { amount: 50 })).body.claw_back).toMatchObject({ amount: 5 });
    await sound(app);
  });

  test("does not deduct again what was waived for a lower total, when the total rises", async () => {
    const { shop, id } = await aRaisedOrder();
    const lower = await editTo(shop, id, 50);
    const clawBackId = lower.body.claw_back.id as ClawBackId;
    await undoClawBack(shop.merchant.context, { id: clawBackId, reason: "Goodwill" });
    await editTo(shop, id, 60);
    expect(await owedBack(shop, shop.partner.id)).toBe(0n);
    await sound(app);
  });
});

describe("a budget without room", () => {
  test("keeps a commission low and flags it, until there is room", async () => {
    const shop = await aShop(app, { max_budget: 20 });
    const id = await earn(shop, shop.partner, 10_000);
    const refund = await refundOf(shop, id, { amount: 50 });
    await earn(shop, shop.partner, 5_000);
    expect((await cancel(shop, refund)).body.conversion).toMatchObject({ amount: 100, commission: 10 });
    expect(await signsOf(id)).toContain("budget_short");
    expect(await spendOf(shop)).toBe(20);
    await sound(app);
    await shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { max_budget: 100 } });
    expect((await refundOf(shop, id, { amount: 10 })).body.conversion).toMatchObject({ amount: 90, commission: 18 });
    expect(await signsOf(id)).not.toContain("budget_short");
    await sound(app);
  });

  const signsOf = async (id: string): Promise<string[]> => {
    const [row] = await app.db.query<{ warning_signs: string[] }>(
      sql`select warning_signs from conversions where id = ${uuidOf(id as ConversionId)}`,
    );
    return row?.warning_signs ?? [];
  };
});

describe("verify is silent about", () => {
  test.each([
    ["an order of 0 that became larger", 0, [["edits", 100]]],
    ["a commission that was rounded to 0", 60, [["refunds", 0.4], ["approve"], ["cancel"]]],
    ["a rejected and restored one", 10_000, [["refunds", 50], ["reject"], ["cancel"], ["unreject"]]],
  ] as [string, number, [string, number?][]][])("%s", async (_what, minor, steps) => {
    const shop = await aShop(app, { commission_value: minor === 60 ? 1 : 20 });
    const id = await earn(shop, shop.partner, minor);
    let refund = await refundOf(shop, "conv_none", {});
    for (const [step, amount] of steps) {
      if (step === "cancel") await cancel(shop, refund);
      else if (step === "approve") await approveConversion(shop.merchant.context, { id: id as ConversionId });
      else if (step === "refunds") refund = await refundOf(shop, id, { amount });
      else
        await shop.merchant.call("POST", `/v1/conversions/${id}/${step}`, {
          body: amount === undefined ? {} : { external_id: `edit-${id}`, amount },
        });
      expect(await ledgerFaults(app)).toEqual([]);
    }
  });
});
