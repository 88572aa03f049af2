import { describe, expect, test } from "vitest";
import {
  commissionOf,
  commissionRule,
  commissionValueOf,
  type CommissionRule,
} from "../../src/domain/values/commission.ts";
import { currency, money } from "./samples.ts";

const EUR = currency("EUR");

function percentage(value: number): CommissionRule {
  const rule = commissionRule("percentage", value, EUR);
  if (typeof rule === "string") throw new Error(rule);
  return rule;
}

describe("a percentage", () => {
  test.each([
    [500, 2.9, 15n],
    [100, 14.5, 15n],
    [4999, 10, 500n],
    [1, 50, 1n],
    [1, 49.9999, 0n],
    [0, 100, 0n],
    [100_000_000_000, 100, 100_000_000_000n],
    [100_000_000_000, 0.0001, 100_000n],
    [12_345, 0, 0n],
  ])("%d cents at %d %% pay %d cents", (minor, value, commission) => {
    expect(commissionOf(percentage(value), money(minor))).toEqual(money(commission));
  });

  test("is paid in the conversion's currency, at its decimals", () => {
    expect(commissionOf(percentage(2.9), money(1_000, "JPY"))).toEqual(money(29, "JPY"));
    expect(commissionOf(percentage(2.9), money(1_005, "KWD"))).toEqual(money(29, "KWD"));
  });

  test.each([100.0001, 101, 2.90001, 1e-5, 1e-7])(
    "%d is rejected with a message that names the field and the limits",
    (value) => {
      expect(commissionRule("percentage", value, EUR)).toMatch(/^commission_value must be from 0 to 100 .*4 decimals/);
    },
  );
});

describe("a fixed commission", () => {
  test("is the same in the campaign's currency, regardless of the order's amount and currency", () => {
    const rule = commissionRule("fixed", 12.345, EUR);
    expect(rule).toEqual({ type: "fixed", fixed: money(1_235) });
    if (typeof rule === "string") return;
    expect(commissionOf(rule, money(0, "JPY"))).toEqual(money(1_235));
    expect(commissionValueOf(rule)).toBe(12.35);
  });

  test("may be up to a million", () => {
    expect(commissionRule("fixed", 1_000_000, EUR)).toEqual({ type: "fixed", fixed: money(100_000_000) });
    expect(commissionRule("fixed", 1_000_000.01, EUR)).toMatch(/^commission_value must be from 0 to 1000000 /);
  });
});
