import { describe, expect, it } from "vitest";
import { dayOf } from "../src/format/dates.ts";
import { moneyText } from "../src/format/numbers.ts";
import { previewText, refundNotes, tellHistory } from "../src/words/refunds.ts";

const words = { track: "Tracked", approve: "Approved", reject: "Rejected", unreject: "Restored" };
const at = "2026-11-03T12:00:00.000Z";
const euro = (amount: number): string => moneyText(amount, "EUR");
const conversion = {
  amount: 75,
  currency: "EUR",
  commission: 15,
  commission_currency: "EUR",
  original_amount: 100,
  original_commission: 20,
  refunded_amount: 25,
};
const step = { adjusted: null, clawed_back: null, at };
const adjusted = (amount: number, commission: number, by_refund = true) => ({
  ...step,
  action: "adjust" as const,
  adjusted: { amount, commission, by_refund },
});

describe("the history of a refunded conversion", () => {
  it("tells each refund as the difference to the step before", () => {
    const history = [{ ...step, action: "track" as const }, adjusted(75, 15), adjusted(60, 12), adjusted(75, 15)];
    const told = tellHistory(conversion, history, words);
    expect(told.map(({ what }) => what)).toEqual([
      "Tracked",
      `${euro(25)} refunded: order ${euro(75)}, commission ${euro(15)}`,
      `${euro(15)} refunded: order ${euro(60)}, commission ${euro(12)}`,
      `Refund of ${euro(15)} cancelled: order ${euro(75)}, commission ${euro(15)}`,
    ]);
    expect(told.map(({ sentence }) => sentence)).toEqual([
      undefined,
      `${dayOf(at)}: ${euro(25)} refunded, now ${euro(15)}.`,
      `${dayOf(at)}: ${euro(15)} refunded, now ${euro(12)}.`,
      `${dayOf(at)}: refund of ${euro(15)} cancelled, now ${euro(15)}.`,
    ]);
  });

  it("says that the last refund rejected it, and that a cancelled one restored it", () => {
    const history = [
      { ...adjusted(0, 0), action: "reject" as const },
      { ...adjusted(100, 20), action: "unreject" as const },
    ];
    expect(tellHistory(conversion, history, words).map(({ what }) => what)).toEqual([
      `Rejected: ${euro(100)} refunded, order ${euro(0)}, commission ${euro(0)}`,
      `Restored: refund of ${euro(100)} cancelled, order ${euro(100)}, commission ${euro(20)}`,
    ]);
  });

  it("tells refunds before and after the order was edited", () => {
    const history = [adjusted(75, 15), adjusted(100, 20, false), adjusted(90, 18)];
    const edited = { ...conversion, original_amount: 125, original_commission: 25 };
    expect(tellHistory(edited, history, words).map(({ what }) => what)).toEqual([
      `${euro(25)} refunded: order ${euro(75)}, commission ${euro(15)}`,
      `Order edited: order ${euro(100)}, commission ${euro(20)}`,
      `${euro(10)} refunded: order ${euro(90)}, commission ${euro(18)}`,
    ]);
  });

  it("tells an edited order, deductions and returned deductions", () => {
    const history = [
      adjusted(125, 25, false),
      { ...step, action: "claw_back" as const, clawed_back: 5 },
      { ...step, action: "return" as const, clawed_back: 5 },
    ];
    expect(tellHistory(conversion, history, words).map(({ what }) => what)).toEqual([
      `Order edited: order ${euro(125)}, commission ${euro(25)}`,
      `${euro(5)} deducted`,
      `Deduction returned: ${euro(5)}`,
    ]);
  });
});

describe("the figures of a conversion", () => {
  it("show the originals once something is refunded", () => {
    expect(refundNotes(conversion)).toEqual({
      amount: `${euro(25)} of ${euro(100)} refunded`,
      commission: `originally ${euro(20)}`,
    });
    expect(refundNotes({ ...conversion, amount: 100, commission: 20 })).not.toHaveProperty("commission");
    expect(refundNotes({ ...conversion, refunded_amount: 0 })).toEqual({});
    expect(refundNotes({ amount: 1, currency: "EUR", commission: 1, commission_currency: "EUR" })).toEqual({});
  });
});

describe("the preview of a refund", () => {
  const before = { amount: 100, commission: 20, status: "pending" as const };
  const text = (after: object, deducted = 0, was: object = {}): string =>
    previewText(
      { before: { ...before, ...was }, after: { ...before, ...was, ...after }, deducted },
      { currency: "EUR", affiliate: "Ada" },
    );
  it("says what happens to the commission", () => {
    expect(text({ amount: 75, commission: 15 })).toBe(`Commission ${euro(20)} → ${euro(15)}`);
    expect(text({ amount: 75 })).toBe(`Commission stays ${euro(20)}.`);
    expect(text({ amount: 0, commission: 0, status: "rejected" })).toContain("will be rejected");
    expect(text({}, 5)).toBe(`${euro(5)} will be deducted from the next payout to Ada.`);
    expect(text({ amount: 75 }, 0, { status: "rejected" })).toContain("The conversion is rejected");
  });
});
