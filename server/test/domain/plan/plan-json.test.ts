import { describe, expect, test } from "vitest";
import { acceptsCurrency, countsOf, planOfBase, recountPlan, withBase } from "../../../src/domain/plan/plan.ts";
import { parsePlan, planJson } from "../../../src/domain/plan/plan-json.ts";
import { currency, money } from "../samples.ts";
import { bonus, EUR, fixed, fullPlan, none, percent, planOf, rule, steps } from "./samples.ts";

const base = percent(20);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => rule(`r${index}`, { customer: "new" }, percent(1)));

describe("a valid plan", () => {
  test("keeps its meaning as JSON", () => {
    expect(planJson(planOf(fullPlan))).toEqual(fullPlan);
    expect(planJson(planOf({ base: fixed(12.5), repeat: { pay: "none" }, bound_customers_keep: false }))).toEqual({
      base: fixed(12.5),
      repeat: { pay: "none" },
      bound_customers_keep: false,
    });
    const when = {
      sku: ["A", "B*"],
      product: ["*"],
      category: ["c"],
      customer: "returning",
      order: "one_off",
      coupon: "none",
      country: ["DE"],
      amount_from: 0,
      amount_to: 0.01,
      month_from: 1,
      month_to: 120,
    } as const;
    const orders = [
      {
        ...rule("o1", {}, none),
        when: { ...when, sku: ["A", "B*"], product: ["*"], category: ["c"], country: ["DE"] },
      },
    ];
    const json = { base, repeat: { pay: "limited", payments: 3 } as const, orders };
    expect(planJson(planOf(json))).toEqual(json);
  });

  test("leaves out what is absent, null or the default", () => {
    const wordy = {
      base: { ...base },
      repeat: { pay: "every", months: null },
      lines: [],
      orders: null,
      tiers: null,
      bonuses: [],
      limits: { order_max: null },
      bound_customers_keep: true,
    };
    const plan = parsePlan(wordy, EUR);
    expect(plan).toEqual(planOf({ base }));
    expect(planJson(planOf({ base }))).toEqual({ base });
    expect(plan).toEqual(planOfBase({ type: "percentage", partsPerMillion: 200_000n }, EUR));
  });

  test("may have exactly 100 rules, steps and bonuses, and conditions at their limits", () => {
    const plan = planOf({
      base,
      lines: many(50),
      orders: [rule("x".repeat(40), { sku: Array.from({ length: 100 }, () => "A".repeat(255)) }, none)],
      tiers: steps([1, base], ...many(47).map(({ pay }, index): [number, typeof pay] => [index + 2, pay])),
      bonuses: [bonus("b1", 1_000_000, 1_000_000)],
    });
    expect(plan.lines.length + plan.orders.length + plan.tiers.length + plan.bonuses.length).toBe(100);
  });

  test("rounds amounts to the currency, half up", () => {
    expect(planOf({ base: fixed(1.005) }).base).toEqual({ type: "fixed", fixed: money(101) });
    expect(planOf({ base: fixed(1.5) }, "JPY").base).toEqual({ type: "fixed", fixed: money(2, "JPY") });
    expect(planOf({ base: fixed(1.5) }, "KWD").base).toEqual({ type: "fixed", fixed: money(1_500, "KWD") });
  });

  test("takes another base without other changes", () => {
    const plan = planOf(fullPlan);
    expect(planJson(withBase(plan, { type: "fixed", fixed: money(700) }))).toEqual({ ...fullPlan, base: fixed(7) });
  });

  test("keeps its major amounts in another currency, and never rounds a limit to 0", () => {
    const priced = {
      ...fullPlan,
      base: fixed(9.5),
      orders: [rule("o1", { amount_from: 10, amount_to: 20.4 }, fixed(0.3))],
      limits: { order_max: 0.2, customer_max: 500 },
    };
    const yen = recountPlan(planOf(priced), currency("JPY"));
    expect(yen.currency).toBe("JPY");
    expect(planJson(yen)).toEqual({
      ...priced,
      base: fixed(10),
      orders: [rule("o1", { amount_from: 10, amount_to: 20 }, fixed(0))],
      limits: { order_max: 1, customer_max: 500 },
    });
    expect(parsePlan(planJson(yen), currency("JPY"))).toEqual(yen);
    expect(planJson(recountPlan(planOf({ base, bonuses: [bonus("b1", 1, 0.3)] }), currency("JPY"))).bonuses).toEqual([
      bonus("b1", 1, 1),
    ]);
  });
});

describe("what must be counted before an order", () => {
  const nothing = { customer: false, ordinal: false, customerSpend: false, any: false };
  test.each<[string, Parameters<typeof planOf>[0], Partial<typeof nothing>]>([
    ["only a base", { base }, {}],
    ["conditions on the order alone", { base, orders: [rule("o1", { coupon: "own", amount_from: 1 }, none)] }, {}],
    ["limits per order and bonuses", { base, limits: { order_max: 1 }, bonuses: [bonus("b1", 1, 1)] }, {}],
    ["tiers", { base, tiers: steps([2, none]) }, { ordinal: true, any: true }],
    ["the first order only", { base, repeat: { pay: "none" } }, { customer: true, any: true }],
    ["months", { base, repeat: { pay: "limited", months: 1 } }, { customer: true, any: true }],
    [
      "a condition on the customer",
      { base, lines: [rule("l1", { customer: "new" }, none)] },
      { customer: true, any: true },
    ],
    [
      "a condition on the kind",
      { base, orders: [rule("o1", { order: "first" }, none)] },
      { customer: true, any: true },
    ],
    [
      "a condition on the first months",
      { base, orders: [rule("o1", { month_to: 3 }, none)] },
      { customer: true, any: true },
    ],
    [
      "a condition on later months",
      { base, lines: [rule("l1", { month_from: 3 }, none)] },
      { customer: true, any: true },
    ],
    ["a limit per customer", { base, limits: { customer_max: 1 } }, { customer: true, customerSpend: true, any: true }],
  ])("%s", (_, json, counts) => {
    expect(countsOf(planOf(json))).toEqual({ ...nothing, ...counts });
  });
});

describe("orders in another currency", () => {
  test.each<[string, Parameters<typeof planOf>[0], boolean]>([
    ["percentages", { base, lines: [rule("l1", { sku: ["A"] }, none)], tiers: steps([2, percent(1)]) }, true],
    ["a fixed base alone", { base: fixed(5), repeat: { pay: "none" }, bonuses: [bonus("b1", 1, 1)] }, true],
    [
      "a fixed base beside a percentage",
      { base: fixed(5), orders: [rule("o1", { coupon: "own" }, percent(1))] },
      false,
    ],
    ["a fixed line", { base, lines: [rule("l1", { sku: ["A"] }, fixed(1))] }, false],
    ["a fixed order rule", { base, orders: [rule("o1", { coupon: "own" }, fixed(1))] }, false],
    ["a fixed step", { base, tiers: steps([2, fixed(1)]) }, false],
    ["a fixed base with tiers", { base: fixed(5), tiers: steps([2, percent(1)]) }, false],
    ["a range from an amount", { base, orders: [rule("o1", { amount_from: 1 }, none)] }, false],
    ["a range to an amount", { base, lines: [rule("l1", { amount_to: 1 }, none)] }, false],
    ["a limit per order", { base, limits: { order_max: 1 } }, false],
    ["a limit per customer", { base, limits: { customer_max: 1 } }, false],
    ["a fixed base with a limit", { base: fixed(5), limits: { order_max: 1 } }, false],
  ])("%s: accepted is %#", (_, json, accepted) => {
    expect(acceptsCurrency(planOf(json), currency("USD"))).toBe(accepted);
    expect(acceptsCurrency(planOf(json), EUR)).toBe(true);
  });
});
