import { beforeAll, describe, expect, test } from "vitest";
import { parseId, type ClawBackId } from "../../src/domain/ids.ts";
import { findConversion } from "../../src/store/conversions/conversions.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { earn, earnApproved, mature, type Till } from "../payouts/till.ts";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";
import { aShop, cancel, conversionIn, pay, refundOf, sound, spendOf } from "./shop.ts";

let app: TestApp;
let numbers = 0;
beforeAll(async () => {
  app = await appForFile();
});

const edit = ({ merchant }: Till, id: string, amount: number): Promise<TestResponse> =>
  merchant.call("POST", `/v1/conversions/${id}/edits`, { body: { external_id: `e${(numbers += 1)}`, amount } });

const undo = ({ merchant }: Till, refund: TestResponse): Promise<unknown> =>
  undoClawBack(merchant.context, {
    id: parseId("claw_back", refund.body.claw_back.id as string) as ClawBackId,
    reason: "Goodwill",
  });

describe("an edit", () => {
  test("that raises a fully refunded order restores its conversion with the new worth", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    await refundOf(shop, id, { amount: 100 });
    const { body } = await edit(shop, id, 150);
    expect(body.conversion).toEqual({ id, amount: 50, commission: 10, status: "pending" });
    expect(await conversionIn(shop, id)).toMatchObject({ amount: 50, commission: 10, original_amount: 150 });
    expect(await spendOf(shop)).toBe(10);
    await sound(app);
  });
});

describe("a cancelled refund", () => {
  test.each([
    ["ready to pay", null],
    ["paid", 500],
  ])("restores the amount of a conversion that is %s, even if its commission is fixed", async (_stage, paid) => {
    const shop = await aShop(app, { commission_type: "fixed", commission_value: 5 });
    const id = await earnApproved(shop, shop.partner, 10_000);
    const refund = await refundOf(shop, id, { amount: 40 });
    mature(shop);
    expect(paid && (await pay(shop, shop.partner))).toBe(paid);
    expect((await cancel(shop, refund)).body).toMatchObject({
      conversion: { amount: 100, commission: 5, status: "approved" },
      claw_back: null,
    });
    expect(await conversionIn(shop, id)).toMatchObject({ amount: 100, refunded_amount: 0 });
    await sound(app);
  });

  test("leaves nothing of what was paid: refunding the rest leaves exactly 0", async () => {
    const shop = await aShop(app, { commission_value: 50 });
    // 3 cents at 50%: 2 cents. Two cents refunded: 1 cent is left and paid.
    const id = await earnApproved(shop, shop.partner, 3);
    const [first, second] = [await refundOf(shop, id, { amount: 0.01 }), await refundOf(shop, id, { amount: 0.01 })];
    mature(shop);
    expect(await pay(shop, shop.partner)).toBe(1);
    await cancel(shop, first);
    await cancel(shop, second);
    await sound(app);
    const rest = await refundOf(shop, id, { amount: 0.01 });
    expect(rest.body.claw_back).toMatchObject({ amount: 0.01 });
    await sound(app);
  });

  test("loses its flag once the budget has room for the whole commission", async () => {
    const shop = await aShop(app, { max_budget: 20 });
    const id = await earn(shop, shop.partner, 10_000);
    const half = await refundOf(shop, id, { amount: 50 });
    const other = await earn(shop, shop.partner, 5_000);
    await cancel(shop, half);
    const isFlagged = async () =>
      (await findConversion(app.db, shop.merchant.accountId, id))?.origin.warningSigns.includes("budget_short");
    expect(await isFlagged()).toBe(true);
    await refundOf(shop, other, { amount: 50 });
    await cancel(shop, await refundOf(shop, id, { amount: 1 }));
    expect(await isFlagged()).toBe(false);
    expect(await conversionIn(shop, id)).toMatchObject({ amount: 100, commission: 20 });
    await sound(app);
  });
});

describe("an undone claw-back", () => {
  test("stays undone when another refund comes, and cancelling its refund returns nothing of the other", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    const forgiven = await refundOf(shop, id, { amount: 25 });
    await undo(shop, forgiven);
    const other = await refundOf(shop, id, { amount: 25 });
    expect(other.body.claw_back).toMatchObject({ amount: 5 });
    expect((await cancel(shop, forgiven)).body.claw_back).toBeNull();
    expect(await pay(shop, shop.partner)).toBe(1_500);
    await sound(app);
  });
});
