import { describe, expect, test } from "vitest";
import { parsePlan } from "../../../src/domain/plan/plan-json.ts";
import { bonus, EUR, fixed, none, percent, rule, steps } from "./samples.ts";

const base = percent(20);
const ruleOf = (when: unknown, more: object = {}) => ({ id: "o1", when, pay: percent(10), ...more });
const withRule = (when: unknown) => ({ base, orders: [ruleOf(when)] });
const withTiers = (tiers: unknown) => ({ base, tiers });
const withBonus = (more: object) => ({ base, bonuses: [{ ...bonus("b1", 50, 100), ...more }] });
const range = "must be a number from 0 to 100 with at most 4 decimals.";
const id = "must be 1 to 40 letters, digits, hyphens or underscores.";
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => rule(`r${index}`, { customer: "new" }, percent(1)));

const mistakes: readonly [json: unknown, sentence: string][] = [
  [undefined, "plan must be an object."],
  [null, "plan must be an object."],
  [[], "plan must be an object."],
  ["20%", "plan must be an object."],
  [{}, "plan.base is required."],
  [{ base: null }, "plan.base is required."],
  [{ base, rules: [] }, "plan.rules is not a known field."],
  [{ base, "a b": 1 }, "plan has an unknown field."],
  [{ base, ["x".repeat(41)]: 1 }, "plan has an unknown field."],
  [JSON.parse('{"base":{"type":"fixed","value":1},"__proto__":{}}'), "plan.__proto__ is not a known field."],
  [JSON.parse('{"__proto__":{"base":{"type":"fixed","value":1}}}'), "plan.__proto__ is not a known field."],
  [Object.create({ base }), "plan.base is required."],
  [{ base, constructor: {} }, "plan.constructor is not a known field."],

  [{ base: 20 }, "plan.base must be an object."],
  [{ base: { value: 20 } }, "plan.base.type is required."],
  [{ base: { type: "percentage" } }, "plan.base.value is required."],
  [{ base: { type: "none" } }, "plan.base.type must be fixed or percentage."],
  [{ base: { type: "percentage", value: "20" } }, `plan.base.value ${range}`],
  [{ base: percent(100.0001) }, `plan.base.value ${range}`],
  [{ base: percent(101) }, `plan.base.value ${range}`],
  [{ base: percent(-1) }, `plan.base.value ${range}`],
  [{ base: percent(2.90001) }, `plan.base.value ${range}`],
  [{ base: percent(NaN) }, `plan.base.value ${range}`],
  [{ base: percent(Infinity) }, `plan.base.value ${range}`],
  [{ base: fixed(1_000_000.01) }, "plan.base.value must be a number from 0 to 1000000."],
  [{ base: fixed(-0.01) }, "plan.base.value must be a number from 0 to 1000000."],
  [{ base: fixed(NaN) }, "plan.base.value must be a number from 0 to 1000000."],
  [{ base: { ...base, currency: "EUR" } }, "plan.base.currency is not a known field."],

  [{ base, repeat: {} }, "plan.repeat.pay is required."],
  [{ base, repeat: { pay: "sometimes" } }, "plan.repeat.pay must be none, every or limited."],
  [{ base, repeat: { pay: "limited" } }, "plan.repeat must have either months or payments."],
  [{ base, repeat: { pay: "limited", months: 1, payments: 1 } }, "plan.repeat must have either months or payments."],
  [{ base, repeat: { pay: "every", months: 12 } }, "plan.repeat.months must be absent unless pay is limited."],
  [{ base, repeat: { pay: "none", payments: 1 } }, "plan.repeat.payments must be absent unless pay is limited."],
  [{ base, repeat: { pay: "limited", months: 0 } }, "plan.repeat.months must be a whole number from 1 to 120."],
  [{ base, repeat: { pay: "limited", months: 121 } }, "plan.repeat.months must be a whole number from 1 to 120."],
  [{ base, repeat: { pay: "limited", months: 1.5 } }, "plan.repeat.months must be a whole number from 1 to 120."],
  [{ base, repeat: { pay: "limited", payments: 1001 } }, "plan.repeat.payments must be a whole number from 1 to 1000."],

  [{ base, lines: {} }, "plan.lines must be a list."],
  [{ base, orders: "all" }, "plan.orders must be a list."],
  [{ base, bonuses: 1 }, "plan.bonuses must be a list."],
  [{ base, lines: [null] }, "plan.lines[0] must be an object."],
  [{ base, lines: [{ when: { sku: ["A"] }, pay: none }] }, "plan.lines[0].id is required."],
  [{ base, lines: [{ id: "l1", pay: none }] }, "plan.lines[0].when is required."],
  [{ base, lines: [{ id: "l1", when: { sku: ["A"] } }] }, "plan.lines[0].pay is required."],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { name: "A" })] }, "plan.lines[0].name is not a known field."],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { id: "" })] }, `plan.lines[0].id ${id}`],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { id: 1 })] }, `plan.lines[0].id ${id}`],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { id: "a:b" })] }, `plan.lines[0].id ${id}`],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { id: "a\n" })] }, `plan.lines[0].id ${id}`],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { id: "x".repeat(41) })] }, `plan.lines[0].id ${id}`],
  ...["base", "tiers", "repeat", "order_max", "customer_max", "binding"].map((name): [unknown, string] => [
    { base, lines: [ruleOf({ sku: ["A"] }, { id: name })] },
    `plan.lines[0].id must not be ${name}, which is a reserved name.`,
  ]),
  [
    { base, orders: [ruleOf({ customer: "new" }), ruleOf({ coupon: "own" })] },
    "plan.orders[1].id must differ from plan.orders[0].id.",
  ],
  [
    { base, lines: [ruleOf({ sku: ["A"] })], bonuses: [bonus("o1", 1, 1)] },
    "plan.bonuses[0].id must differ from plan.lines[0].id.",
  ],
  [{ base, lines: [ruleOf({ sku: ["A"] }, { pay: percent(200) })] }, `plan.lines[0].pay.value ${range}`],
  [
    { base, lines: [ruleOf({ sku: ["A"] }, { pay: { type: "free" } })] },
    "plan.lines[0].pay.type must be fixed, percentage or none.",
  ],
  [
    { base, lines: [ruleOf({ sku: ["A"] }, { pay: { type: "none", value: 0 } })] },
    "plan.lines[0].pay.value must be left out when type is none.",
  ],

  [withRule({}), "plan.orders[0].when must have at least one condition."],
  [withRule({ customer: null }), "plan.orders[0].when must have at least one condition."],
  [withRule([]), "plan.orders[0].when must be an object."],
  [withRule({ colour: "red" }), "plan.orders[0].when.colour is not a known field."],
  [
    { base, orders: [ruleOf({ coupon: "own" }), ruleOf({ customer: "old" }, { id: "o2" })] },
    "plan.orders[1].when.customer must be new or returning.",
  ],
  [withRule({ order: "second" }), "plan.orders[0].when.order must be first, renewal or one_off."],
  [withRule({ coupon: "any" }), "plan.orders[0].when.coupon must be own or none."],
  [withRule({ sku: "A" }), "plan.orders[0].when.sku must be a list."],
  [withRule({ sku: [] }), "plan.orders[0].when.sku must have 1 to 100 values."],
  [withRule({ sku: Array.from({ length: 101 }, String) }), "plan.orders[0].when.sku must have 1 to 100 values."],
  [withRule({ sku: [""] }), "plan.orders[0].when.sku[0] must be a text of 1 to 255 characters."],
  [withRule({ sku: ["A", 1] }), "plan.orders[0].when.sku[1] must be a text of 1 to 255 characters."],
  [withRule({ sku: [null] }), "plan.orders[0].when.sku[0] must be a text of 1 to 255 characters."],
  [withRule({ sku: ["A".repeat(256)] }), "plan.orders[0].when.sku[0] must be a text of 1 to 255 characters."],
  [withRule({ product: ["a\0b"] }), "plan.orders[0].when.product[0] must not contain control characters."],
  [withRule({ product: ["\ud800"] }), "plan.orders[0].when.product[0] must not contain control characters."],
  [withRule({ category: ["a\nb"] }), "plan.orders[0].when.category[0] must not contain control characters."],
  [withRule({ sku: ["*-PRO"] }), "plan.orders[0].when.sku[0] must have * only at the end."],
  [withRule({ category: ["a*b*"] }), "plan.orders[0].when.category[0] must have * only at the end."],
  [withRule({ product: ["P**"] }), "plan.orders[0].when.product[0] must have * only at the end."],
  [withRule({ country: ["de"] }), "plan.orders[0].when.country[0] must be a country code of two capital letters."],
  [
    withRule({ country: ["DE", "AUT"] }),
    "plan.orders[0].when.country[1] must be a country code of two capital letters.",
  ],
  [withRule({ country: ["DE\n"] }), "plan.orders[0].when.country[0] must be a country code of two capital letters."],
  [withRule({ amount_from: -1 }), "plan.orders[0].when.amount_from must be a number from 0 to 1000000000."],
  [withRule({ amount_to: 1e9 + 1 }), "plan.orders[0].when.amount_to must be a number from 0 to 1000000000."],
  [withRule({ amount_from: 10, amount_to: 9.99 }), "plan.orders[0].when.amount_to must not be below amount_from."],
  [withRule({ month_from: 0 }), "plan.orders[0].when.month_from must be a whole number from 1 to 120."],
  [withRule({ month_to: 121 }), "plan.orders[0].when.month_to must be a whole number from 1 to 120."],
  [withRule({ month_from: 4, month_to: 3 }), "plan.orders[0].when.month_to must not be below month_from."],

  [withTiers([]), "plan.tiers must be an object."],
  [withTiers({ period: "month", steps: [] }), "plan.tiers.measure is required."],
  [withTiers({ ...steps(), measure: "revenue" }), "plan.tiers.measure must be conversions."],
  [withTiers({ ...steps(), period: "year" }), "plan.tiers.period must be month."],
  [withTiers({ measure: "conversions", period: "month" }), "plan.tiers.steps is required."],
  [withTiers(steps()), "plan.tiers.steps must have at least one step."],
  [withTiers(steps([0, base])), "plan.tiers.steps[0].from must be a whole number from 1 to 1000000."],
  [withTiers(steps([1_000_001, base])), "plan.tiers.steps[0].from must be a whole number from 1 to 1000000."],
  [
    withTiers(steps([11, base], [11, base])),
    "plan.tiers.steps[1].from must be above 11, where the step before it starts.",
  ],
  [
    withTiers(steps([5, base], [11, base], [10, base])),
    "plan.tiers.steps[2].from must be above 11, where the step before it starts.",
  ],
  [withTiers(steps([11, percent(101)])), `plan.tiers.steps[0].pay.value ${range}`],

  [withBonus({ id: null }), "plan.bonuses[0].id is required."],
  [withBonus({ measure: "clicks" }), "plan.bonuses[0].measure must be conversions."],
  [withBonus({ counts: "all" }), "plan.bonuses[0].counts must be approved."],
  [withBonus({ period: "week" }), "plan.bonuses[0].period must be month."],
  [withBonus({ reach: 0 }), "plan.bonuses[0].reach must be a whole number from 1 to 1000000."],
  [withBonus({ value: 0 }), "plan.bonuses[0].value must be above 0 and at most 1000000."],
  [withBonus({ value: 0.001 }), "plan.bonuses[0].value must be above 0 and at most 1000000."],
  [withBonus({ value: 1_000_001 }), "plan.bonuses[0].value must be above 0 and at most 1000000."],

  [{ base, limits: [] }, "plan.limits must be an object."],
  [{ base, limits: { month_max: 1 } }, "plan.limits.month_max is not a known field."],
  [{ base, limits: { order_max: 0 } }, "plan.limits.order_max must be above 0 and at most 1000000000."],
  [{ base, limits: { customer_max: "5" } }, "plan.limits.customer_max must be above 0 and at most 1000000000."],
  [{ base, bound_customers_keep: "yes" }, "plan.bound_customers_keep must be true or false."],

  [{ base, lines: many(101) }, "plan must have at most 100 rules, steps and bonuses in total."],
  [
    { base, lines: many(99), tiers: steps([2, base], [3, base]) },
    "plan must have at most 100 rules, steps and bonuses in total.",
  ],
  [
    { base, orders: Array.from({ length: 1_000_000 }) },
    "plan must have at most 100 rules, steps and bonuses in total.",
  ],
];

describe("an invalid plan", () => {
  test.each(mistakes.map(([json, sentence]) => [sentence, json] as const))("is rejected: %s", (sentence, json) => {
    expect(parsePlan(json, EUR)).toBe(sentence);
  });

  test("is rejected without reading what is nested deeper than a plan can be", () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { when: deep };
    expect(parsePlan(withRule(deep), EUR)).toBe("plan.orders[0].when.when is not a known field.");
    expect(parsePlan(withRule({ sku: [deep] }), EUR)).toBe(
      "plan.orders[0].when.sku[0] must be a text of 1 to 255 characters.",
    );
  });
});
