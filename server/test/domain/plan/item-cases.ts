import type { CommissionPlan } from "tributary-sdk/plan";
import type { PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import { customer, fixed, item, newCustomer, none, order, percent, rule, steps } from "./samples.ts";

const at = (iso: string): Date => new Date(iso);
const base = percent(20);
const bound = (firstOrderAt: string, more: object = {}) => customer({ firstOrderAt: at(firstOrderAt), ...more });
const line = (when: Parameters<typeof rule>[1], pay: Parameters<typeof rule>[2]): CommissionPlan => ({
  base,
  lines: [rule("l1", when, pay)],
});
const gift = { category: "gift-cards" };
const mixed = [item("PRO-1", 6_000), item("CARD", 3_000, gift)];
const tiered: CommissionPlan = { base, tiers: steps([11, percent(25)], [21, fixed(40)], [31, none]) };

/** The lines are the rules with their cents, or why they paid nothing: `l1:1800 o1:customer`. */
export type Case = [title: string, plan: CommissionPlan, order: PlannedOrder, cents: number, lines?: string];

/** The cents are worked out by hand. */
export const itemCases: readonly Case[] = [
  ["a percentage of the whole order", { base }, order(12_345), 2_469, "base:2469"],
  ["half a cent rounds up: 2.5% of 1.00", { base: percent(2.5) }, order(100), 3],
  ["below half a cent rounds down: 2.4999% of 1.00", { base: percent(2.4999) }, order(100), 2],
  ["the smallest rate: 0.0001% of 5,000.00", { base: percent(0.0001) }, order(500_000), 1],
  ["everything", { base: percent(100) }, order(12_345), 12_345],
  ["nothing", { base: percent(0) }, order(12_345), 0],
  ["a percentage of 0", { base }, order(0), 0],
  ["a fixed base", { base: fixed(9.99) }, order(12_345), 999],
  ["a fixed base of an order of 0", { base: fixed(9.99) }, order(0), 999],
  ["a fixed base counts once, whatever the items", { base: fixed(5) }, order(900, { items: [item("A", 900)] }), 500],

  ["repeat none: the first order", { base, repeat: { pay: "none" } }, order(10_000, { customer: newCustomer }), 2_000],
  [
    "repeat none: a later order",
    { base, repeat: { pay: "none" } },
    order(10_000, { customer: customer() }),
    0,
    "repeat:first_order_only",
  ],
  ["repeat none: an unknown customer counts as new", { base, repeat: { pay: "none" } }, order(10_000), 2_000],
  ["repeat every: a later order", { base, repeat: { pay: "every" } }, order(10_000, { customer: customer() }), 2_000],
  [
    "12 months: a millisecond before the end",
    { base, repeat: { pay: "limited", months: 12 } },
    order(10_000, { paidAt: at("2026-03-31T09:59:59.999Z"), customer: bound("2025-03-31T10:00:00Z") }),
    2_000,
  ],
  [
    "12 months: at the end",
    { base, repeat: { pay: "limited", months: 12 } },
    order(10_000, { paidAt: at("2026-03-31T10:00:00Z"), customer: bound("2025-03-31T10:00:00Z") }),
    0,
    "repeat:months_over",
  ],
  [
    "a month from 31 January ends on 28 February",
    { base, repeat: { pay: "limited", months: 1 } },
    order(10_000, { paidAt: at("2026-02-28T00:00:00Z"), customer: bound("2026-01-31T00:00:00Z") }),
    0,
  ],
  [
    "a month from 31 January is not over on 27 February",
    { base, repeat: { pay: "limited", months: 1 } },
    order(10_000, { paidAt: at("2026-02-27T23:59:59Z"), customer: bound("2026-01-31T00:00:00Z") }),
    2_000,
  ],
  [
    "3 payments: the third",
    { base, repeat: { pay: "limited", payments: 3 } },
    order(10_000, { customer: customer({ payments: 2 }) }),
    2_000,
  ],
  [
    "3 payments: the fourth",
    { base, repeat: { pay: "limited", payments: 3 } },
    order(10_000, { customer: customer({ payments: 3 }) }),
    0,
    "repeat:payments_over",
  ],
  ["months: an unknown customer", { base, repeat: { pay: "limited", months: 1 } }, order(10_000), 2_000],
  [
    "an order that does not pay says nothing about rules",
    { ...tiered, repeat: { pay: "none" }, lines: [rule("l1", { sku: ["A"] }, none)] },
    order(10_000, { customer: customer({ boundToOther: true }) }),
    0,
    "repeat:first_order_only binding:bound_to_other",
  ],

  [
    "an item with a rule of its own, and the rest: 18.00 + 8.00",
    line({ sku: ["PRO-1"] }, percent(30)),
    order(10_000, { items: mixed }),
    2_600,
    "l1:1800 base:800",
  ],
  [
    "gift cards pay nothing: 20% of 70.00",
    line({ category: ["gift-cards"] }, none),
    order(10_000, { items: mixed }),
    1_400,
    "l1:0 base:1400",
  ],
  ["a prefix matches", line({ sku: ["PRO-*"] }, percent(50)), order(6_000, { items: [item("PRO-1", 6_000)] }), 3_000],
  ["a prefix matches itself", line({ sku: ["PRO-*"] }, percent(50)), order(100, { items: [item("PRO-", 100)] }), 50],
  [
    "a prefix is not a part",
    line({ sku: ["PRO-*"] }, percent(50)),
    order(100, { items: [item("XPRO-1", 100)] }),
    20,
    "base:20 l1:sku",
  ],
  ["an exact value is not a prefix", line({ sku: ["PRO"] }, none), order(100, { items: [item("PRO-1", 100)] }), 20],
  ["case counts", line({ sku: ["pro-1"] }, none), order(100, { items: [item("PRO-1", 100)] }), 20],
  ["* alone matches every item", line({ sku: ["*"] }, none), order(100, { items: [item("A", 60)] }), 8],
  ["* needs a category", line({ category: ["*"] }, none), order(9_000, { items: mixed }), 1_200],
  ["one of several values is enough", line({ sku: ["X", "CARD"] }, none), order(9_000, { items: mixed }), 1_200],
  [
    "the product ID",
    line({ product: ["7*"] }, percent(1)),
    order(1_000, { items: [item("A", 1_000, { productId: "71" })] }),
    10,
  ],
  [
    "all parts of a condition must hold",
    line({ sku: ["CARD"], product: ["7"], category: ["gift-cards"] }, none),
    order(9_000, { items: mixed }),
    1_800,
    "base:1800 l1:product",
  ],
  [
    "the first matching rule takes the item, a later one says so",
    { base, lines: [rule("l1", { sku: ["PRO-*"] }, percent(30)), rule("l2", { sku: ["PRO-1"] }, percent(90))] },
    order(6_000, { items: [item("PRO-1", 6_000)] }),
    1_800,
    "l1:1800 base:0 l2:earlier_rule",
  ],
  [
    "a fixed line counts per quantity: 3 × 2.50 + 20% of 10.00",
    line({ sku: ["A"] }, fixed(2.5)),
    order(4_000, { items: [item("A", 3_000, { quantity: 3 })] }),
    950,
    "l1:750 base:200",
  ],
  [
    "a fixed line may exceed the amount",
    line({ sku: ["A"] }, fixed(2.5)),
    order(0, { items: [item("A", 0, { quantity: 2 })] }),
    500,
  ],
  [
    "a fixed base does not count if items take everything",
    { base: fixed(50), lines: [rule("l1", { sku: ["A"] }, percent(10))] },
    order(1_000, { items: [item("A", 1_000)] }),
    100,
    "l1:100 base:0",
  ],
  [
    "a fixed base counts once for a rest of one cent",
    { base: fixed(50), lines: [rule("l1", { sku: ["A"] }, percent(10))] },
    order(1_001, { items: [item("A", 1_000)] }),
    5_100,
  ],
  [
    "the same SKU twice makes two lines",
    line({ sku: ["A"] }, percent(10)),
    order(1_000, { items: [item("A", 300), item("A", 700)] }),
    100,
    "l1:30 l1:70 base:0",
  ],
  [
    "items without a rule are part of the rest",
    line({ sku: ["A"] }, percent(10)),
    order(1_000, { items: [item("A", 300), item("B", 400)] }),
    170,
  ],
  ["no items: the rest is the order", line({ sku: ["A"] }, none), order(1_000), 200, "base:200 l1:sku"],
  [
    "no items: a rule on the order alone lacks an item",
    line({ coupon: "none" }, none),
    order(1_000),
    200,
    "base:200 l1:sku",
  ],
  [
    "a line rule can require something of the order",
    line({ sku: ["A"], customer: "new" }, none),
    order(1_000, { items: [item("A", 1_000)], customer: customer() }),
    200,
    "base:200 l1:customer",
  ],
  [
    "a line rule on the order alone takes every item",
    line({ customer: "new" }, none),
    order(1_000, { items: [item("A", 400), item("B", 400)], customer: newCustomer }),
    40,
  ],

  // 33.3333% of 0.01 three times and 0.00 of the rest: 0.99999 cents round to 1, for the first of equal remainders.
  [
    "lines are rounded together, not one by one",
    line({ sku: ["A"] }, percent(33.3333)),
    order(3, { items: [item("A", 1), item("A", 1), item("A", 1)] }),
    1,
    "l1:1 l1:0 l1:0 base:0",
  ],
  // 10% of 0.14 (1.4), 0.16 (1.6) and 0.15 of the rest at 20% (3.0): 6 cents.
  [
    "the largest remainder gets the cent",
    line({ sku: ["A"] }, percent(10)),
    order(45, { items: [item("A", 14), item("A", 16)] }),
    6,
    "l1:1 l1:2 base:3",
  ],
  // 10% of 0.05 twice: 0.5 + 0.5 = 1, where rounding each would pay 2.
  [
    "halves add up before they round",
    line({ sku: ["A"] }, percent(10)),
    order(10, { items: [item("A", 5), item("A", 5)] }),
    1,
  ],
];
