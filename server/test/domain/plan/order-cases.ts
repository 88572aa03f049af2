import type { CommissionPlan } from "tributary-sdk/plan";
import type { Case } from "./item-cases.ts";
import { customer, fixed, item, newCustomer, none, order, percent, rule, steps } from "./samples.ts";

const at = (iso: string): Date => new Date(iso);
const base = percent(20);
const bound = (firstOrderAt: string, more: object = {}) => customer({ firstOrderAt: at(firstOrderAt), ...more });
const one = (when: Parameters<typeof rule>[1]): CommissionPlan => ({ base, orders: [rule("o1", when, percent(10))] });
const gift = { category: "gift-cards" };
const mixed = [item("PRO-1", 6_000), item("CARD", 3_000, gift)];
const tiered: CommissionPlan = { base, tiers: steps([11, percent(25)], [21, fixed(40)], [31, none]) };

/** The cents are worked out by hand. */
export const orderCases: readonly Case[] = [
  ["a new customer", one({ customer: "new" }), order(1_000, { customer: newCustomer }), 100, "o1:100"],
  ["not a new customer", one({ customer: "new" }), order(1_000, { customer: customer() }), 200, "base:200 o1:customer"],
  ["an unknown customer is not new", one({ customer: "new" }), order(1_000), 200],
  ["an unknown customer is not a returning one", one({ customer: "returning" }), order(1_000), 200],
  ["a returning customer", one({ customer: "returning" }), order(1_000, { customer: customer() }), 100],
  ["a renewal", one({ order: "renewal" }), order(1_000, { kind: "renewal" }), 100],
  ["not a renewal", one({ order: "renewal" }), order(1_000, { kind: "first" }), 200, "base:200 o1:order"],
  ["the affiliate's coupon", one({ coupon: "own" }), order(1_000, { coupon: "own" }), 100],
  ["another coupon", one({ coupon: "own" }), order(1_000), 200, "base:200 o1:coupon"],
  ["no coupon", one({ coupon: "none" }), order(1_000), 100],
  ["a country", one({ country: ["DE", "AT"] }), order(1_000, { country: "AT" }), 100],
  ["another country", one({ country: ["DE"] }), order(1_000, { country: "CH" }), 200, "base:200 o1:country"],
  ["an unknown country", one({ country: ["DE"] }), order(1_000), 200],
  ["an amount at the lower end", one({ amount_from: 10 }), order(1_000), 100],
  ["an amount below", one({ amount_from: 10.01 }), order(1_000), 200, "base:200 o1:amount"],
  ["an amount at the upper end", one({ amount_to: 10 }), order(1_000), 100],
  ["an amount above", one({ amount_to: 9.99 }), order(1_000), 200],
  [
    "the first three months, on the last day",
    one({ month_to: 3 }),
    order(1_000, { paidAt: at("2026-04-14T23:59:59Z"), customer: bound("2026-01-15T00:00:00Z") }),
    100,
  ],
  [
    "the first three months, a day later",
    one({ month_to: 3 }),
    order(1_000, { paidAt: at("2026-04-15T00:00:00Z"), customer: bound("2026-01-15T00:00:00Z") }),
    200,
    "base:200 o1:month",
  ],
  [
    "from the fourth month",
    one({ month_from: 4 }),
    order(1_000, { paidAt: at("2026-04-15T00:00:00Z"), customer: bound("2026-01-15T00:00:00Z") }),
    100,
  ],
  ["months need a customer", one({ month_to: 3 }), order(1_000), 200],
  ["an order rule on items holds if one matches", one({ sku: ["PRO-*"] }), order(10_000, { items: mixed }), 1_000],
  [
    "an order rule on items without one",
    one({ sku: ["Z"] }),
    order(9_000, { items: mixed }),
    1_800,
    "base:1800 o1:sku",
  ],
  [
    "the first order rule that holds decides",
    {
      base,
      orders: [
        rule("o1", { coupon: "own" }, percent(1)),
        rule("o2", { customer: "new" }, fixed(50)),
        rule("o3", { country: ["DE"] }, percent(3)),
      ],
    },
    order(1_000, { customer: newCustomer, country: "DE" }),
    5_000,
    "o2:5000 o1:coupon o3:earlier_rule",
  ],
  [
    "a line rule and an order rule: 30% of 60.00 and 50.00 once",
    {
      base,
      lines: [rule("l1", { sku: ["PRO-*"] }, percent(30))],
      orders: [rule("o1", { customer: "new" }, fixed(50))],
    },
    order(10_000, { items: mixed, customer: newCustomer }),
    6_800,
  ],

  ["below the first step", tiered, order(1_000, { ordinal: 10 }), 200, "base:200 tiers:below_step"],
  ["at the first step", tiered, order(1_000, { ordinal: 11 }), 250, "tiers:250"],
  ["below the second step", tiered, order(1_000, { ordinal: 20 }), 250],
  ["a fixed step", tiered, order(1_000, { ordinal: 21 }), 4_000],
  ["a step that pays nothing", tiered, order(1_000, { ordinal: 31 }), 0, "tiers:0"],
  ["far above the last step", tiered, order(1_000, { ordinal: 1_000_000 }), 0],
  ["an order that was not counted", tiered, order(1_000), 200],
  [
    "an order rule comes before the step",
    { ...tiered, orders: [rule("o1", { coupon: "own" }, percent(1))] },
    order(1_000, { ordinal: 11, coupon: "own" }),
    10,
    "o1:10 tiers:earlier_rule",
  ],
  [
    "a step is for the rest, not for items with a rule",
    { ...tiered, lines: [rule("l1", { sku: ["PRO-*"] }, percent(30))] },
    order(10_000, { ordinal: 11, items: mixed }),
    2_800,
  ],

  ["a limit per order", { base, limits: { order_max: 15 } }, order(10_000), 1_500, "base:2000 order_max:-500"],
  ["exactly the limit per order", { base, limits: { order_max: 20 } }, order(10_000), 2_000, "base:2000"],
  [
    "what is left of the limit per customer",
    { base, limits: { customer_max: 50 } },
    order(10_000, { customer: customer({ spentMinor: 4_000n }) }),
    1_000,
    "base:2000 customer_max:-1000",
  ],
  [
    "nothing is left of the limit per customer",
    { base, limits: { customer_max: 50 } },
    order(10_000, { customer: customer({ spentMinor: 9_000n }) }),
    0,
    "base:2000 customer_max:-2000",
  ],
  ["a limit per customer needs a customer", { base, limits: { customer_max: 5 } }, order(10_000), 2_000],
  [
    "both limits, the order's first",
    { base, limits: { order_max: 15, customer_max: 50 } },
    order(10_000, { customer: customer({ spentMinor: 4_500n }) }),
    500,
    "base:2000 order_max:-500 customer_max:-1000",
  ],
];
