import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion } from "../../src/domain/conversion.ts";
import { remainderIn, remainderOf, remaindersOf } from "../../src/domain/order-remainder.ts";
import { settle } from "../../src/domain/refund.ts";
import { aConversion, later, money, NOON } from "../domain/samples.ts";

const worth = (amount: number | bigint, commission: number | bigint): Conversion => {
  const original = { amount: money(amount), commission: money(commission) };
  return { ...aConversion, ...original, original };
};
const fixed = (scalesFixed: boolean): Conversion => {
  const conversion = worth(10_000, 500);
  return { ...conversion, origin: { ...conversion.origin, scalesFixed, rule: { type: "fixed", fixed: money(500) } } };
};
const refunded = (of: Conversion, minor: bigint) =>
  remainderIn(remaindersOf([of], [{ conversionId: of.id, amount: money(minor), items: null }]), of.id);
const none = { totalMinor: 0n, byRefundsMinor: 0n, waivedMinor: 0n };

describe("what refunds leave of a conversion", () => {
  test("is calculated from the original: 100.00 at 3.3333% in any parts and any order, down to exactly 0", () => {
    const parts = fc
      .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 99 })
      .map((cuts) => [...cuts.toSorted((a, b) => a - b), 10_000].map((cut, index, all) => cut - (all[index - 1] ?? 0)))
      .chain((sizes) => fc.shuffledSubarray(sizes, { minLength: sizes.length, maxLength: sizes.length }));
    fc.assert(
      fc.property(parts, (sizes) => {
        let conversion = worth(10_000, 333);
        let sum = 0n;
        for (const size of sizes) {
          sum += BigInt(size);
          const recount = { ...refunded(conversion, sum), clawedBack: none, rejectedByRefund: false, now: NOON };
          conversion = settle(conversion, recount).after;
          expect(conversion.commission).toEqual(remainderOf(worth(10_000, 333), sum).commission);
        }
        expect(conversion).toMatchObject({ amount: money(0), commission: money(0), status: "rejected" });
      }),
      { numRuns: 200 },
    );
  });

  test("never exceeds the original, and does not grow with more refunds", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(fc.tuple(cents, cents, cents, cents), ([amount, share, a, b]) => {
        const conversion = worth(amount, share % (amount + 1n));
        const [less, more] = [a % (amount + 1n), b % (amount + 1n)].toSorted((x, y) => (x < y ? -1 : 1)) as [
          bigint,
          bigint,
        ];
        const left = remainderOf(conversion, less).commission.minor;
        expect(left <= conversion.original.commission.minor).toBe(true);
        expect(remainderOf(conversion, more).commission.minor <= left).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("keeps a fixed commission whole while anything is left", () => {
    expect(remainderOf(fixed(false), 9_999n).commission).toEqual(money(500));
    expect(remainderOf(fixed(false), 10_000n).commission).toEqual(money(0));
  });

  test("scales a fixed commission if the campaign says so", () => {
    expect(remainderOf(fixed(true), 2_500n).commission).toEqual(money(375));
    expect(remainderOf(fixed(true), 10_000n).commission).toEqual(money(0));
  });
});

describe("a settled conversion", () => {
  const mature = later(NOON, 7 * 86_400_000);
  const settled: Conversion = { ...worth(10_000, 2_000), status: "approved", approvedAt: NOON };
  const recount = { rejectedByRefund: false, now: mature };

  test("keeps its commission, and the difference is clawed back", () => {
    expect(settle(settled, { ...recount, ...refunded(settled, 2_500n), clawedBack: none })).toMatchObject({
      action: null,
      clawBackMinor: 500n,
      after: { commission: money(2_000), amount: money(10_000), refundedMinor: 2_500n },
    });
  });

  test("is never clawed back beyond its commission", () => {
    const clawedBack = { totalMinor: 2_000n, byRefundsMinor: 0n, waivedMinor: 0n };
    expect(settle(settled, { ...recount, ...refunded(settled, 2_500n), clawedBack }).clawBackMinor).toBe(0n);
  });

  test("gets back what a cancelled refund took, unless a person already gave it back", () => {
    const taken = { totalMinor: 500n, byRefundsMinor: 500n, waivedMinor: 0n };
    expect(settle(settled, { ...recount, ...refunded(settled, 0n), clawedBack: taken }).clawBackMinor).toBe(-500n);
    const waived = { totalMinor: 0n, byRefundsMinor: 0n, waivedMinor: 500n };
    expect(settle(settled, { ...recount, ...refunded(settled, 2_500n), clawedBack: waived }).clawBackMinor).toBe(0n);
    expect(settle(settled, { ...recount, ...refunded(settled, 5_000n), clawedBack: waived }).clawBackMinor).toBe(500n);
    expect(settle(settled, { ...recount, ...refunded(settled, 0n), clawedBack: none }).clawBackMinor).toBe(0n);
  });

  test("grows again if a refund from its hold period is cancelled: in place, or beside a payout", () => {
    const lowered = { ...settled, amount: money(7_500), commission: money(1_500), refundedMinor: 2_500n };
    const cancelled = { ...recount, ...refunded(settled, 0n), clawedBack: none };
    expect(settle(lowered, cancelled)).toMatchObject({
      action: "adjust",
      addition: null,
      after: { amount: money(10_000), commission: money(2_000) },
    });
    const paid = { ...lowered, payoutId: "po_x" as Conversion["payoutId"] };
    const { after, action, addition } = settle(paid, cancelled);
    expect(action).toBeNull();
    const rest = { amount: money(2_500), commission: money(500) };
    expect(addition).toEqual({ original: rest, refundedMinor: 0n, left: rest });
    const closed = { amount: money(7_500), commission: money(1_500) };
    expect(after).toMatchObject({ ...closed, original: closed, refundedMinor: 0n });
    expect(remainderOf(after, 7_500n)).toEqual({ amount: money(0), commission: money(0) });
  });
});
