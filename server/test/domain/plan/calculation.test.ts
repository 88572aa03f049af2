import { describe, expect, test } from "vitest";
import { commissionUnder } from "../../../src/domain/plan/calculation.ts";
import { linesOf, parseTrace, traceJson } from "../../../src/domain/plan/trace.ts";
import { currency, money } from "../samples.ts";
import { itemCases } from "./item-cases.ts";
import { orderCases } from "./order-cases.ts";
import { customer, EUR, fixed, item, none, order, percent, planOf, rule, steps, sumOf } from "./samples.ts";

const cases = [...itemCases, ...orderCases];
const at = (iso: string): Date => new Date(iso);
const base = percent(20);

describe("the commission of an order", () => {
  test("has at least 60 cases", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  test.each(cases)("%s", (...[, json, placed, cents, lines]) => {
    const { commission, trace } = commissionUnder(planOf(json), placed);
    expect(commission).toEqual(money(cents));
    expect(sumOf(trace)).toBe(BigInt(cents));
    expect(parseTrace(JSON.parse(JSON.stringify(traceJson(trace))))).toEqual(trace);
    const shown = trace.lines.map(({ rule, commissionMinor, reason }) => `${rule}:${reason ?? commissionMinor}`);
    expect(shown.join(" ")).toBe(lines ?? shown.join(" "));
  });

  test("pays 12 of 13 monthly orders under 20% for 12 months", () => {
    const plan = planOf({ base, repeat: { pay: "limited", months: 12 } });
    const firstOrderAt = at("2025-01-31T12:00:00Z");
    const days = [
      "01-31",
      "02-28",
      "03-31",
      "04-30",
      "05-31",
      "06-30",
      "07-31",
      "08-31",
      "09-30",
      "10-31",
      "11-30",
      "12-31",
    ];
    const paidAts = [...days.map((day) => at(`2025-${day}T12:00:00Z`)), at("2026-01-31T12:00:00Z")];
    const paid = paidAts.map(
      (paidAt, index) =>
        commissionUnder(plan, order(5_000, { paidAt, customer: customer({ isNew: index === 0, firstOrderAt }) }))
          .commission.minor,
    );
    expect(paid).toEqual([...days.map(() => 1_000n), 0n]);
  });

  test("is in the order's currency for percentages, and in the plan's for a fixed base alone", () => {
    const yen = order(0, { amount: money(1_005, "JPY") });
    expect(commissionUnder(planOf({ base }), yen).commission).toEqual(money(201, "JPY"));
    const { commission, trace } = commissionUnder(planOf({ base: fixed(7) }), yen);
    expect(commission).toEqual(money(700));
    expect(linesOf(trace, EUR, currency("JPY"))).toEqual([
      { rule: "base", sku: null, quantity: null, amount: 1_005, pay: fixed(7), commission: 7, reason: null },
    ]);
    expect(() => commissionUnder(planOf({ base, limits: { order_max: 1 } }), yen)).toThrow("currency");
  });

  test("is not calculated for items above the amount", () => {
    expect(() => commissionUnder(planOf({ base }), order(100, { items: [item("A", 101)] }))).toThrow("exceed");
  });

  test("is shown line by line in major units", () => {
    const json = {
      base,
      lines: [rule("l1", { sku: ["A"] }, none)],
      limits: { order_max: 0.5 },
      tiers: steps([5, percent(25)]),
    };
    const { trace } = commissionUnder(planOf(json), order(1_234, { items: [item("A", 234, { quantity: 2 })] }));
    const rest = { sku: null, quantity: null, amount: null };
    expect(linesOf(trace, EUR)).toEqual([
      { rule: "l1", sku: "A", quantity: 2, amount: 2.34, pay: none, commission: 0, reason: null },
      { ...rest, rule: "base", amount: 10, pay: base, commission: 2, reason: null },
      { ...rest, rule: "order_max", pay: fixed(0.5), commission: -1.5, reason: null },
      { ...rest, rule: "tiers", pay: percent(25), commission: 0, reason: "below_step" },
    ]);
  });
});
