import { describe, expect, test } from "vitest";
import type { CommissionPlan } from "tributary-sdk/plan";
import { parseId, type ConversionId } from "../../src/domain/ids.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { conversionsOf, track, worldForFile, type Shop } from "../support/shop.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import { aPlannedShop } from "./plans.ts";

const world = worldForFile();
const plan: CommissionPlan = {
  base: { type: "percentage", value: 10 },
  lines: [
    { id: "pro", when: { sku: ["PRO-*"] }, pay: { type: "percentage", value: 30 } },
    { id: "gift", when: { category: ["gift-cards"] }, pay: { type: "none" } },
    { id: "seat", when: { sku: ["SEAT"] }, pay: { type: "fixed", value: 2.5 } },
  ],
};
const items = [
  { sku: "PRO-1", quantity: 2, amount: 100 },
  { sku: "GC", category: "gift-cards", quantity: 1, amount: 50 },
  { sku: "SEAT", quantity: 4, amount: 40 },
];

const aBasket = async (): Promise<{ shop: Shop; id: string }> => {
  const shop = await aPlannedShop(world.app, plan);
  const { body } = await track(shop, { amount: 200, items });
  // 30% of 100 + nothing + 4 × 2.50 + 10% of the 10 that are left
  expect(body.conversion.commission).toBe(41);
  return { shop, id: body.conversion.id as string };
};
const refund = ({ merchant }: Shop, id: string, body: Record<string, unknown>) =>
  merchant.call("POST", `/v1/conversions/${id}/refunds`, { body: { external_id: anOrderId(), ...body } });
const returned = (sku: string, quantity: number) => ({ items: [{ sku, quantity }] });

describe("a refund of an order under a plan", () => {
  test.each([
    ["one of two items with a rate of their own", [{ amount: 50, ...returned("PRO-1", 1) }], 26],
    ["both of them", [{ amount: 100, ...returned("PRO-1", 2) }], 11],
    [
      "one after the other",
      [
        { amount: 50, ...returned("PRO-1", 1) },
        { amount: 50, ...returned("PRO-1", 1) },
      ],
      11,
    ],
    ["an item that pays nothing", [{ amount: 50, ...returned("GC", 1) }], 41],
    ["one item that pays a fixed amount each", [{ amount: 10, ...returned("SEAT", 1) }], 38.5],
    ["half of it without items", [{ amount: 100 }], 20.5],
    ["all of it without items", [{ amount: 200 }], 0],
    [
      "all of it, item by item, and the rest",
      [
        { amount: 100, ...returned("PRO-1", 2) },
        { amount: 50, ...returned("GC", 1) },
        { amount: 40, ...returned("SEAT", 4) },
        { amount: 10 },
      ],
      0,
    ],
  ])("of %s leaves what the plan pays for the rest", async (_, refunds, commission) => {
    const { shop, id } = await aBasket();
    for (const body of refunds) {
      const { status, text } = await refund(shop, id, body);
      expect(`${status} ${text}`).toMatch(/^200 /);
    }
    const [listed] = await conversionsOf(shop);
    expect(listed).toMatchObject({ commission, original_commission: 41 });
    expect(await ledgerFaults(world.app)).toEqual([]);
  });

  test("leaves the same in any order, and all of it again once it is cancelled", async () => {
    const bodies = [{ amount: 50, ...returned("PRO-1", 1) }, { amount: 20, ...returned("SEAT", 2) }, { amount: 30 }];
    const results = await Promise.all(
      [bodies, bodies.toReversed()].map(async (order) => {
        const { shop, id } = await aBasket();
        const refunds = [];
        for (const body of order) refunds.push((await refund(shop, id, body)).body.refund.id as string);
        const [listed] = await conversionsOf(shop);
        for (const one of refunds) await shop.merchant.call("POST", `/v1/refunds/${one}/cancel`);
        const [restored] = await conversionsOf(shop);
        expect(restored).toMatchObject({ amount: 200, commission: 41 });
        return listed.commission as number;
      }),
    );
    expect(results[0]).toBe(results[1]);
  });

  test("keeps its lines, which explain the original commission", async () => {
    const { shop, id } = await aBasket();
    await refund(shop, id, { amount: 50, ...returned("PRO-1", 1) });
    const [listed] = await conversionsOf(shop);
    const sum = (listed.lines as { commission: number }[]).reduce((total, line) => total + line.commission, 0);
    expect(sum).toBe(41);
  });
});

test("a larger total of the order pays what decides the rest of it", async () => {
  const { shop, id } = await aBasket();
  const edit = (amount: number) =>
    shop.merchant.call("POST", `/v1/conversions/${id}/edits`, { body: { external_id: anOrderId(), amount } });
  const { status, body, text } = await edit(300);
  expect(`${status} ${text}`).toMatch(/^200 /);
  expect(body.conversion).toMatchObject({ amount: 300, commission: 51 });
  expect((await edit(200)).body.conversion).toMatchObject({ amount: 200 });
  expect(await ledgerFaults(world.app)).toEqual([]);
});

test("a larger total never exceeds what is left of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, { base: { type: "percentage", value: 20 }, limits: { customer_max: 50 } });
  const customer = { customer_id: "limited" };
  const first = (await track(shop, { amount: 50, ...customer })).body.conversion.id as string;
  expect((await track(shop, { amount: 100, ...customer })).body.conversion.commission).toBe(20);
  const body = { external_id: anOrderId(), amount: 250 };
  const edited = await shop.merchant.call("POST", `/v1/conversions/${first}/edits`, { body });
  expect(edited.body.conversion).toMatchObject({ amount: 250, commission: 30 });
  expect((await track(shop, { amount: 100, ...customer })).body.conversion.commission).toBe(0);
  // The limit that was left then still covers the order, whatever came later.
  const half = await refund(shop, first, { amount: 125 });
  expect(half.body.conversion).toMatchObject({ amount: 125, commission: 15 });
  expect(await ledgerFaults(world.app)).toEqual([]);
});

test("a deduction after the hold period frees what it takes of the customer's limit", async () => {
  const shop = await aPlannedShop(world.app, { base: { type: "percentage", value: 20 }, limits: { customer_max: 30 } });
  const customer = { customer_id: "deducted" };
  const id = idFrom((await track(shop, { amount: 100, ...customer })).body.conversion.id as string);
  await approveConversion(shop.merchant.context, { id });
  world.app.clock.forward({ days: 60 });
  await clawBackConversion(shop.merchant.context, { id, reason: "Returned." });
  expect((await track(shop, { amount: 300, ...customer })).body.conversion.commission).toBe(30);
  expect(await ledgerFaults(world.app)).toEqual([]);
});

function idFrom(text: string): ConversionId {
  const id = parseId("conversion", text);
  if (!id) throw new Error("Not an ID.");
  return id;
}
