import { expect, test } from "vitest";
import {
  commissionOf,
  commissionRule,
  commissionValueOf,
  type CommissionRule,
} from "../../src/domain/values/commission.ts";
import { moneyOf } from "../../src/domain/values/money.ts";
import { rounds } from "../support/rounds.ts";
import { seeded } from "../support/seeded.ts";
import { currency } from "./samples.ts";

const EUR = currency("EUR");
/** A million: TRIBUTARY_ROUNDS=5 npx vitest run commission-million */
const PAIRS = rounds(200_000);

function percentage(value: number): CommissionRule {
  const rule = commissionRule("percentage", value, EUR);
  if (typeof rule === "string") throw new Error(rule);
  return rule;
}

test("pairs of amount and rate, parsed from JSON numbers, pay exactly what integer arithmetic gives", () => {
  const random = seeded(20_260_301);
  const wrong: string[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Small amounts as often as large ones: the last digits decide the rounding.
    const minor = random.below(10 ** (1 + (pair % 11)));
    // Every other rate is round: only those hit the exact half, where floats go wrong.
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
});

test("every rate with four decimals survives a round trip", () => {
  const wrong: number[] = [];
  for (let parts = 0; parts <= 1_000_000; parts += 7) {
    const rate = Number(`${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`);
    if (commissionValueOf(percentage(rate)) !== rate) wrong.push(rate);
  }
  expect(wrong).toEqual([]);
});
