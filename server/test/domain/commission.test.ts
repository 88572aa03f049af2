import { describe, expect, test } from "vitest";
import { commissionOf, commissionRule, commissionValueOf, type CommissionRule } from "../../src/domain/commission.ts";
import { moneyOf } from "../../src/domain/money.ts";
import { seeded } from "../support/seeded.ts";
import { currency, money } from "./samples.ts";

const EUR = currency("EUR");
const PAIRS = 1_000_000;

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

  test(
    "of a million pairs of amount and rate, read from wire numbers, each pays what whole numbers say",
    { timeout: 60_000 },
    () => {
      const random = seeded(20_260_301);
      const wrong: string[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        // Small amounts as often as large ones: rounding is decided in the last digits.
        const minor = random.below(10 ** (1 + (pair % 11)));
        // Every other rate is a round one: only those meet the exact half, where floats go astray.
        const parts = pair % 2 === 0 ? random.below(1_000_001) : random.below(1_001) * 1_000;
        const amount = Number(`${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`);
        const rate = Number(`${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`);
        const paid = commissionOf(percentage(rate), moneyOf(amount, EUR)).minor;
        const product = BigInt(minor) * BigInt(parts);
        const rest = product % 1_000_000n;
        const expected = (product - rest) / 1_000_000n + (rest >= 500_000n ? 1n : 0n);
        if (paid !== expected) wrong.push(`${amount} at ${rate} %: ${paid}, expected ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each([100.0001, 101, 2.90001, 1e-5, 1e-7])(
    "%d is refused with a sentence that names the field and the limits",
    (value) => {
      expect(commissionRule("percentage", value, EUR)).toMatch(/^commission_value must be from 0 to 100 .*4 decimals/);
    },
  );

  test("every rate of four decimals comes back as the number that it was", () => {
    const wrong: number[] = [];
    for (let parts = 0; parts <= 1_000_000; parts += 7) {
      const rate = Number(`${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`);
      if (commissionValueOf(percentage(rate)) !== rate) wrong.push(rate);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a fixed commission", () => {
  test("is the same in the campaign's currency, whatever the order's amount and currency", () => {
    const rule = commissionRule("fixed", 12.345, EUR);
    expect(rule).toEqual({ type: "fixed", fixed: money(1_235) });
    if (typeof rule === "string") return;
    expect(commissionOf(rule, money(0, "JPY"))).toEqual(money(1_235));
    expect(commissionValueOf(rule)).toBe(12.35);
  });

  test("goes up to a million and no further", () => {
    expect(commissionRule("fixed", 1_000_000, EUR)).toEqual({ type: "fixed", fixed: money(100_000_000) });
    expect(commissionRule("fixed", 1_000_000.01, EUR)).toMatch(/^commission_value must be from 0 to 1000000 /);
  });
});
