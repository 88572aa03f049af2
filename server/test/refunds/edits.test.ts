import { beforeAll, describe, expect, test } from "vitest";
import { earn, earnApproved, mature, type Till } from "../payouts/till.ts";
import { aShop, cancel, conversionIn, owedBack, pay, refundOf, sound, spendOf } from "./shop.ts";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

describe("an edited order", () => {
  const edit = ({ merchant }: Till, id: string, body: Record<string, unknown>): Promise<TestResponse> =>
    merchant.call("POST", `/v1/conversions/${id}/edits`, { body });

  test("with a lower total is a refund", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    const lower = await edit(shop, id, { external_id: "e1", amount: 80 });
    expect(lower.body).toMatchObject({
      conversion: { amount: 80, commission: 16 },
      refund: { external_id: "edit:e1", amount: 20 },
      added_conversion: null,
    });
    expect((await edit(shop, id, { external_id: "e1", amount: 80 })).body.conversion).toEqual(lower.body.conversion);
    expect((await edit(shop, id, { external_id: "e1", amount: 70 })).body.code).toBe("edit_differs");
    // From 80 to 90: the difference to the last total counts, not to the first.
    const higher = await edit(shop, id, { external_id: "e2", amount: 90 });
    expect(higher.body.conversion).toMatchObject({ amount: 90, commission: 18 });
    await sound(app);
  });

  test("with a higher total grows during the hold period, as far as the budget allows", async () => {
    const shop = await aShop(app, { max_budget: 30 });
    const id = await earnApproved(shop, shop.partner, 10_000);
    const higher = await edit(shop, id, { external_id: "e3", amount: 150 });
    expect(higher.body.conversion).toEqual({ id, amount: 150, commission: 30, status: "approved" });
    expect(await spendOf(shop)).toBe(30);
    const tooHigh = await edit(shop, id, { external_id: "e4", amount: 200 });
    expect(tooHigh.body.conversion).toMatchObject({ amount: 200, commission: 30 });
    await sound(app);
  });

  test("with a higher total after the hold period adds a conversion", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    const { body } = await edit(shop, id, { external_id: "e5", amount: 150 });
    expect(body.conversion).toMatchObject({ amount: 100, commission: 20 });
    expect(body.added_conversion).toMatchObject({ amount: 50, commission: 10, status: "pending" });
    expect((await edit(shop, id, { external_id: "e5", amount: 150 })).body).toEqual(body);
    expect(await spendOf(shop)).toBe(30);
    await sound(app);
  });

  test("that was fully refunded comes back with what was added", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    await refundOf(shop, id, { amount: 100 });
    const higher = await edit(shop, id, { external_id: "e6", amount: 150 });
    expect(higher.body.conversion).toEqual({ id, amount: 50, commission: 10, status: "pending" });
    expect(await conversionIn(shop, id)).toMatchObject({ amount: 50, commission: 10, original_amount: 150 });
    expect(await spendOf(shop)).toBe(10);
    await sound(app);
  });

  test("there and back again leaves the same cents, in the hold period and after it", async () => {
    for (const settle of [false, true]) {
      const shop = await aShop(app, { commission_value: 10 });
      const id = await earnApproved(shop, shop.partner, 1_004);
      if (settle) mature(shop);
      const name = `there-${settle}`;
      await edit(shop, id, { external_id: `${name}-1`, amount: 10.02 });
      await edit(shop, id, { external_id: `${name}-2`, amount: 8 });
      await edit(shop, id, { external_id: `${name}-3`, amount: 9 });
      const { body } = await edit(shop, id, { external_id: `${name}-4`, amount: 10.04 });
      expect(body).toMatchObject({ conversion: { amount: 10.04, commission: 1 }, added_conversion: null });
      expect(await owedBack(shop, shop.partner.id)).toBe(0n);
      await sound(app);
    }
  });

  test("pays the terms for its whole total, however often it grew after the hold period", async () => {
    const shop = await aShop(app, { commission_value: 1 });
    const id = await earnApproved(shop, shop.partner, 100);
    mature(shop);
    await edit(shop, id, { external_id: "g1", amount: 1.5 });
    await edit(shop, id, { external_id: "g2", amount: 2 });
    expect(await spendOf(shop)).toBe(0.02);
    await sound(app);
  });

  test("with a lower total loses first what was added last, and keeps what was paid", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    await pay(shop, shop.partner);
    const part = (await edit(shop, id, { external_id: "l1", amount: 150 })).body.added_conversion.id as string;
    const lower = await edit(shop, id, { external_id: "l2", amount: 110 });
    expect(lower.body).toMatchObject({ conversion: { id, commission: 20 }, refund: { conversion_id: part } });
    expect(lower.body.claw_back).toBeNull();
    expect(await conversionIn(shop, part)).toMatchObject({ amount: 10, commission: 2 });
    // Goes up by less than it went down.
    await edit(shop, id, { external_id: "l3", amount: 120 });
    expect(await conversionIn(shop, part)).toMatchObject({ amount: 20, commission: 4 });
    const lowest = await edit(shop, id, { external_id: "l4", amount: 80 });
    expect(lowest.body.claw_back).toMatchObject({ amount: 4 });
    expect(await conversionIn(shop, part)).toMatchObject({ status: "rejected", amount: 0 });
    expect(await owedBack(shop, shop.partner.id)).toBe(400n);
    await sound(app);
  });

  test("cannot be undone by cancelling the refund of a lower total", async () => {
    const shop = await aShop(app);
    const id = await earn(shop, shop.partner, 10_000);
    const lower = await edit(shop, id, { external_id: "c1", amount: 80 });
    expect((await cancel(shop, lower)).body.code).toBe("refund_of_edit");
    expect((await refundOf(shop, id, { external_id: "edit:c2", amount: 1 })).body.code).toBe("refund_id_reserved");
    expect(await conversionIn(shop, id)).toMatchObject({ amount: 80 });
  });
});
