import { expect, test } from "vitest";
import { commissionUnder, type PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import { parsePlan, planJson } from "../../../src/domain/plan/plan-json.ts";
import { linesOf, parseTrace, traceJson } from "../../../src/domain/plan/trace.ts";
import { currency, money, NOON } from "../samples.ts";

const json = {
  base: { type: "percentage", value: 20 },
  repeat: { pay: "limited", months: 12 },
  lines: [
    { id: "l1", when: { sku: ["PRO-*"] }, pay: { type: "percentage", value: 30 } },
    { id: "l2", when: { category: ["gift-cards"] }, pay: { type: "none" } },
  ],
  orders: [
    { id: "o1", when: { customer: "new" }, pay: { type: "fixed", value: 50 } },
    { id: "o2", when: { coupon: "own" }, pay: { type: "percentage", value: 10 } },
  ],
  tiers: {
    measure: "conversions",
    period: "month",
    steps: [{ from: 11, pay: { type: "percentage", value: 25 } }],
  },
  bonuses: [{ id: "b1", measure: "conversions", counts: "approved", period: "month", reach: 50, value: 100 }],
  limits: { order_max: 200, customer_max: 500 },
};

test("the plan of the documentation pays an order, and its trace adds up", () => {
  const plan = parsePlan(json, currency("EUR"));
  if (typeof plan === "string") throw new Error(plan);
  expect(planJson(plan)).toEqual(json);
  const order: PlannedOrder = {
    amount: money(100_000),
    items: [
      { sku: "PRO-1", productId: null, category: null, quantity: 2, amountMinor: 60_000n },
      { sku: "G", productId: null, category: "gift-cards", quantity: 1, amountMinor: 10_000n },
      { sku: "Z", productId: null, category: null, quantity: 1, amountMinor: 10_000n },
    ],
    paidAt: NOON,
    country: null,
    kind: "one_off",
    coupon: "none",
    customer: { isNew: true, boundAt: NOON, payments: 0, spentMinor: 0n, boundToOther: false },
    ordinal: 11,
  };
  const { commission, trace } = commissionUnder(plan, order);
  expect(commission).toEqual(money(20_000));
  expect(parseTrace(JSON.parse(JSON.stringify(traceJson(trace))))).toEqual(trace);
  expect(linesOf(trace, currency("EUR")).map(({ rule, commission: paid }) => [rule, paid])).toEqual([
    ["l1", 180],
    ["l2", 0],
    ["o1", 50],
    ["order_max", -30],
    ["o2", 0],
    ["tiers", 0],
  ]);
});
