import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundedTogether } from "../../src/domain/connectors/rounded-together.ts";
import { divideHalfUp } from "../../src/domain/values/money.ts";

const denominator = fc.bigInt({ min: 1n, max: 50n });
const numerator = fc.bigInt({ min: 0n, max: 1_000n });
const some = fc.array(numerator, { maxLength: 6 });

const shuffled = (items: readonly number[]): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

const fresh = (numerators: readonly bigint[]) => numerators.map((each) => ({ numerator: each, recordedMinor: 0n }));
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

describe("amounts that are rounded together", () => {
  it("add up to their sum, rounded once, and each differs from its part by less than one", () => {
    const parts = fc.array(fc.record({ numerator, recordedMinor: fc.bigInt({ min: 0n, max: 1_000n }) }));
    fc.assert(
      fc.property(parts, denominator, (all, under) => {
        const amounts = roundedTogether(all, under);
        expect(sumOf(amounts)).toBe(divideHalfUp(sumOf(all.map((part) => part.numerator)), under));
        for (const [index, part] of all.entries()) {
          const apart = (amounts[index] ?? 0n) * under - part.numerator;
          expect(apart < under && apart > -under).toBe(true);
        }
      }),
    );
  });

  it("keep what was recorded when parts are added, wherever they are added", () => {
    const parts = fc.record({ before: some, known: some, after: some });
    fc.assert(
      fc.property(parts, denominator, ({ before, known, after }, under) => {
        const recorded = roundedTogether(fresh(known), under);
        const all = known.map((each, index) => ({ numerator: each, recordedMinor: recorded[index] ?? 0n }));
        const amounts = roundedTogether([...fresh(before), ...all, ...fresh(after)], under).slice(before.length);
        // What came to nothing was not recorded, so it may get a cent.
        const kept = recorded.map((amount, index) => (amount > 0n ? amounts[index] : 0n));
        expect(kept).toEqual(recorded);
      }),
    );
  });

  it("stay the same if all of them were recorded, in whatever order they are listed", () => {
    const listed = some.chain((known) => fc.record({ known: fc.constant(known), order: shuffled([...known.keys()]) }));
    fc.assert(
      fc.property(listed, denominator, ({ known, order }, under) => {
        const recorded = roundedTogether(fresh(known), under);
        const parts = order.map((index) => ({ numerator: known[index] ?? 0n, recordedMinor: recorded[index] ?? 0n }));
        expect(roundedTogether(parts, under)).toEqual(parts.map(({ recordedMinor }) => recordedMinor));
      }),
    );
  });

  it("take one from the newest that has too much, and add one to the oldest that is new", () => {
    const parts = (...recorded: bigint[]) => recorded.map((minor) => ({ numerator: 5n, recordedMinor: minor }));
    expect(roundedTogether(parts(1n, 1n, 1n), 10n)).toEqual([1n, 1n, 0n]);
    expect(roundedTogether(parts(0n, 0n, 1n), 10n)).toEqual([1n, 0n, 1n]);
    expect(roundedTogether([{ numerator: 15n, recordedMinor: 1n }], 10n)).toEqual([2n]);
  });
});
