import { describe, expect, it } from "vitest";
import {
  bonusProgressText,
  nextStepText,
  payText,
  planPresets,
  planTerms,
  ruleText,
  type CommissionPlan,
  type LineRule,
  type PlanPay,
} from "../src/plan.ts";
import { bonus, fixed, format, none, percent, plan, rule, steps } from "./plan-samples.ts";

describe("the terms of a plan", () => {
  it("are one sentence per part", () => {
    expect(planTerms(plan, format)).toEqual([
      "20% of every order for 12 months after a customer's first order",
      "30% of items with SKU PRO-*",
      "Items in category gift-cards pay nothing",
      "€50 for each order from new customers",
      "10% of orders with your coupon code",
      "25% from your 11th order in a month",
      "€100 bonus for 50 approved orders in a month",
      "At most €200 per order",
      "At most €500 per customer",
    ]);
  });

  const months = (count: number) => ({ pay: "limited", months: count }) as const;
  const payments = (count: number) => ({ pay: "limited", payments: count }) as const;
  const rules = { orders: [rule("o1", { coupon: "own" }, percent(10))] };
  it.each<[CommissionPlan, string[]]>([
    [{ base: percent(12.5) }, ["12.5% of every order"]],
    [{ base: fixed(50) }, ["€50 for every order"]],
    [{ base: percent(20), repeat: { pay: "every" } }, ["20% of every order"]],
    [{ base: percent(20), repeat: { pay: "none" } }, ["20% of a customer's first order"]],
    [{ base: fixed(9.5), repeat: { pay: "none" } }, ["€9.50 for a customer's first order"]],
    [{ base: percent(20), repeat: months(1) }, ["20% of every order for 1 month after a customer's first order"]],
    [{ base: fixed(5), repeat: months(24) }, ["€5 for every order for 24 months after a customer's first order"]],
    [{ base: percent(20), repeat: payments(3) }, ["20% of a customer's first 3 orders"]],
    [{ base: fixed(5), repeat: payments(3) }, ["€5 for each of a customer's first 3 orders"]],
    [{ base: percent(20), repeat: payments(1) }, ["20% of a customer's first order"]],
    [{ base: percent(0), repeat: { pay: "none" } }, ["Orders pay nothing"]],
    [
      { base: fixed(0), repeat: months(12), ...rules },
      [
        "Orders pay nothing unless a rule below applies",
        "Orders pay for 12 months after a customer's first order",
        "10% of orders with your coupon code",
      ],
    ],
    [
      { base: fixed(0), repeat: payments(2), tiers: steps([2, fixed(3)], [3, none]) },
      [
        "Orders pay nothing unless a rule below applies",
        "Only a customer's first 2 orders pay",
        "€3 for each order from your 2nd in a month",
        "Nothing from your 3rd order in a month",
      ],
    ],
  ])("%j", (terms, sentences) => {
    expect(planTerms(terms, format)).toEqual(sentences);
  });

  it("do not fail for a plan that is still being typed", () => {
    const typed = { base: percent(NaN), lines: [rule("l1", {}, none)], orders: [rule("o1", { sku: [] }, percent(1))] };
    expect(planTerms(typed, format)).toEqual(["NaN% of every order", "Items pay nothing", "1% of orders"]);
  });
});

describe("a rule", () => {
  it.each<["lines" | "orders", LineRule["when"], PlanPay, string]>([
    ["lines", { sku: ["A", "B", "C"] }, percent(5), "5% of items with SKU A, B or C"],
    [
      "lines",
      { sku: ["A", "B", "C", "D", "E", "F", "G"] },
      percent(5),
      "5% of items with SKU A, B, C, D, E or 2 others",
    ],
    ["lines", { sku: ["*"] }, percent(5), "5% of items"],
    ["lines", { category: ["*"] }, percent(5), "5% of items with a category"],
    ["lines", { product: ["7", "8"] }, fixed(5), "€5 for each item with product ID 7 or 8"],
    ["lines", { category: ["shoes"], sku: ["A"] }, percent(0), "Items in category shoes with SKU A pay nothing"],
    [
      "lines",
      { category: ["shoes"], customer: "new" },
      percent(5),
      "5% of items in category shoes in orders from new customers",
    ],
    ["lines", { order: "renewal" }, percent(5), "5% of items in subscription renewals"],
    ["orders", { order: "first" }, fixed(5), "€5 for each first subscription order"],
    ["orders", { order: "renewal" }, none, "Subscription renewals pay nothing"],
    ["orders", { order: "one_off", coupon: "none" }, percent(5), "5% of one-off orders without your coupon code"],
    ["orders", { country: ["DE", "AT"] }, percent(5), "5% of orders from customers in DE or AT"],
    ["orders", { customer: "returning", country: ["DE"] }, percent(5), "5% of orders from returning customers in DE"],
    ["orders", { amount_from: 100 }, percent(5), "5% of orders worth €100 or more"],
    ["orders", { amount_to: 100 }, percent(5), "5% of orders worth up to €100"],
    ["orders", { amount_from: 100, amount_to: 200 }, percent(5), "5% of orders worth €100 to €200"],
    ["orders", { amount_from: 100, amount_to: 100 }, percent(5), "5% of orders worth €100"],
    ["orders", { month_to: 1 }, percent(5), "5% of orders in a customer's first month"],
    ["orders", { month_to: 3 }, percent(5), "5% of orders in a customer's first 3 months"],
    ["orders", { month_from: 4 }, percent(5), "5% of orders from a customer's 4th month on"],
    ["orders", { month_from: 2, month_to: 2 }, percent(5), "5% of orders in a customer's 2nd month"],
    ["orders", { month_from: 4, month_to: 6 }, percent(5), "5% of orders in a customer's 4th to 6th month"],
    ["orders", { customer: "new", month_to: 3 }, percent(5), "5% of orders from new customers in their first 3 months"],
    ["orders", { category: ["shoes"] }, fixed(5), "€5 for each order containing items in category shoes"],
  ])("in %s for %j and %j reads: %s", (...[list, when, pay, text]) => {
    expect(ruleText(rule("r1", when, pay), list, format)).toBe(text);
  });

  it("pays a percentage, an amount or nothing", () => {
    expect([percent(2.5), fixed(3), none, fixed(0)].map((pay) => payText(pay, format))).toEqual([
      "2.5%",
      "€3",
      "nothing",
      "nothing",
    ]);
  });
});

describe("an affiliate's progress", () => {
  const tiered = { base: percent(20), tiers: steps([11, percent(25)], [22, fixed(30)]) };
  it.each([
    [0, "10 more orders this month, then 25% from your 11th order on"],
    [9, "1 more order this month, then 25% from your 11th order on"],
    [10, "11 more orders this month, then €30 per order from your 22nd order on"],
    [20, "1 more order this month, then €30 per order from your 22nd order on"],
    [21, "You earn €30 per order for the rest of the month"],
  ])("after %i orders: %s", (count, text) => {
    expect(nextStepText(tiered, count, format)).toBe(text);
  });

  it("ends with the rate of the last step", () => {
    expect(nextStepText({ ...tiered, tiers: steps([2, percent(25)]) }, 5, format)).toBe(
      "You earn 25% of each order for the rest of the month",
    );
    expect(nextStepText({ ...tiered, tiers: steps([2, none]) }, 5, format)).toBe(
      "Further orders this month pay nothing",
    );
    expect(nextStepText({ base: percent(1) }, 5, format)).toBe("");
  });

  it("counts approved orders for a bonus", () => {
    expect(bonusProgressText(bonus, 12, format)).toBe("12 of 50 approved orders this month for the €100 bonus");
    expect(bonusProgressText(bonus, 50, format)).toBe("€100 bonus reached with 50 approved orders this month");
  });

  it("writes counts as the caller does", () => {
    const count = (value: number): string => value.toLocaleString("en");
    expect(planTerms({ base: percent(1), tiers: steps([1_001, percent(2)]) }, { ...format, count })[1]).toBe(
      "2% from your 1,001st order in a month",
    );
  });

  it.each([
    [1, "1st"],
    [2, "2nd"],
    [3, "3rd"],
    [4, "4th"],
    [11, "11th"],
    [12, "12th"],
    [13, "13th"],
    [21, "21st"],
    [112, "112th"],
    [122, "122nd"],
  ])("%i is the %s", (from, ordinal) => {
    expect(planTerms({ base: percent(1), tiers: steps([from, percent(2)]) }, format)[1]).toBe(
      `2% from your ${ordinal} order in a month`,
    );
  });
});

describe("the presets", () => {
  it("start from any base and stay within its limits", () => {
    const { flat, recurring, tiered, by_product: byProduct } = planPresets;
    expect(planTerms(flat(percent(20)), format)).toEqual(["20% of every order"]);
    expect(planTerms(recurring(percent(20)), format)).toEqual([
      "20% of every order for 12 months after a customer's first order",
    ]);
    expect(tiered(percent(92.5)).tiers.steps.map(({ pay }) => pay)).toEqual([percent(97.5), percent(100)]);
    expect(tiered(fixed(9.99)).tiers.steps.map(({ pay }) => pay)).toEqual([fixed(12.49), fixed(14.98)]);
    expect(planTerms(byProduct(percent(20)), format)).toEqual([
      "20% of every order",
      "Items in category gift-cards pay nothing",
      "30% of items with SKU PRO-*",
    ]);
  });
});
