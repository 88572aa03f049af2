import { describe, expect, it } from "vitest";
import { dayOf } from "../src/format/dates.ts";
import { moneyText } from "../src/format/numbers.ts";
import {
  cancelText,
  deductionText,
  firstWorth,
  listNote,
  previewText,
  refundedText,
  refundNotes,
  tellHistory,
} from "../src/words/refunds.ts";

const words = { track: "Tracked", approve: "Approved", reject: "Rejected", unreject: "Restored" };
const at = "2026-11-03T12:00:00.000Z";
const NOW = Date.parse(at);
const euro = (amount: number): string => moneyText(amount, "EUR");
const conversion = {
  amount: 75,
  currency: "EUR",
  commission: 15,
  commission_currency: "EUR",
  original_amount: 100,
  original_commission: 20,
  refunded_amount: 25,
  status: "pending" as const,
  matures_at: "2026-12-03T12:00:00.000Z",
  payout_id: null,
  rejection_reason: null,
};
const step = { adjusted: null, clawed_back: null, payout_id: null, cause: null, refunded: null, reason: null, at };
const track = (amount: number, commission: number) => ({
  ...step,
  action: "track" as const,
  adjusted: { amount, commission },
});
const adjusted = (amount: number, commission: number, cause: "refund" | "refund_cancelled" | "edit" = "refund") => ({
  ...step,
  action: "adjust" as const,
  adjusted: { amount, commission },
  cause,
});
const deducted = (amount: number, change: object = {}) => ({
  ...step,
  action: "claw_back" as const,
  clawed_back: amount,
  ...change,
});

describe("the history of a refunded conversion", () => {
  it("tells each refund as the difference to the step before", () => {
    const history = [track(100, 20), adjusted(75, 15), adjusted(60, 12), adjusted(75, 15, "refund_cancelled")];
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
      { ...adjusted(100, 20, "refund_cancelled"), action: "unreject" as const },
    ];
    expect(tellHistory(conversion, history, words).map(({ what }) => what)).toEqual([
      `Rejected: ${euro(100)} refunded, order ${euro(0)}, commission ${euro(0)}`,
      `Restored: refund of ${euro(100)} cancelled, order ${euro(100)}, commission ${euro(20)}`,
    ]);
  });

  it("starts from the tracked amount, and tells edits with the new total", () => {
    const edited = { ...conversion, amount: 90, commission: 18, original_amount: 90, original_commission: 18 };
    const history = [track(80, 16), adjusted(60, 12, "edit"), adjusted(90, 18, "edit")];
    expect(firstWorth(edited, history)).toEqual({ amount: 80, commission: 16 });
    const told = tellHistory(edited, history, words);
    expect(told.map(({ what }) => what)).toEqual([
      "Tracked",
      `Order edited to ${euro(60)}, commission ${euro(12)}`,
      `Order edited to ${euro(90)}, commission ${euro(18)}`,
    ]);
    expect(told.map(({ sentence }) => sentence)).toEqual([
      undefined,
      `${dayOf(at)}: order edited to ${euro(60)}, commission ${euro(12)}.`,
      `${dayOf(at)}: order edited to ${euro(90)}, commission ${euro(18)}.`,
    ]);
  });

  it("tells the total of an edited order before its refunds", () => {
    const history = [track(100, 20), adjusted(75, 15), adjusted(95, 19, "edit"), adjusted(85, 17)];
    const told = tellHistory({ ...conversion, original_amount: 120, original_commission: 24 }, history, words);
    expect(told.slice(1).map(({ what }) => what)).toEqual([
      `${euro(25)} refunded: order ${euro(75)}, commission ${euro(15)}`,
      `Order edited to ${euro(120)} (${euro(95)} after refunds), commission ${euro(19)}`,
      `${euro(10)} refunded: order ${euro(85)}, commission ${euro(17)}`,
    ]);
  });

  it("starts from the originals if the tracked amount is not known", () => {
    expect(firstWorth(conversion, [{ action: "track", adjusted: null }])).toEqual({ amount: 100, commission: 20 });
    const plain = { amount: 1, currency: "EUR", commission: 0.1, commission_currency: "EUR" };
    expect(firstWorth(plain, [])).toEqual({ amount: 1, commission: 0.1 });
  });

  it("tells refunds after the hold period with what is deducted, now or later", () => {
    const history = [
      deducted(15.1, { cause: "refund", refunded: 75.5 }),
      deducted(15.1, { cause: "refund", refunded: 75.5, payout_id: "po_1" }),
      deducted(4, { cause: "edit", refunded: 20 }),
      deducted(5),
      { ...deducted(15.1, { cause: "refund_cancelled", refunded: 75.5 }), action: "return" as const },
      { ...deducted(5), action: "return" as const },
    ];
    const told = tellHistory(conversion, history, words);
    expect(told.map(({ sentence }) => sentence)).toEqual(
      [
        `${euro(75.5)} refunded, ${euro(15.1)} to be deducted.`,
        `${euro(75.5)} refunded, ${euro(15.1)} deducted.`,
        `order edited, ${euro(4)} to be deducted.`,
        `${euro(5)} to be deducted.`,
        `refund of ${euro(75.5)} cancelled, deduction of ${euro(15.1)} returned.`,
        `deduction of ${euro(5)} returned.`,
      ].map((sentence) => `${dayOf(at)}: ${sentence}`),
    );
    expect(told[4]?.what).toBe(`Refund of ${euro(75.5)} cancelled, deduction of ${euro(15.1)} returned`);
  });
});

describe("the figures of a conversion", () => {
  const nothing = { lowered_amount: 0, deductions: { deducted: 0, open: 0 } };
  const settled = { ...conversion, status: "approved" as const, matures_at: at };

  it("show the originals once something is refunded", () => {
    expect(refundNotes(conversion, nothing, NOW)).toEqual({
      amount: `${euro(25)} of ${euro(100)} refunded`,
      commission: `originally ${euro(20)}`,
    });
    const plain = { amount: 1, currency: "EUR", commission: 1, commission_currency: "EUR" };
    const { status, matures_at, payout_id, rejection_reason } = conversion;
    expect(refundNotes({ ...plain, status, matures_at, payout_id, rejection_reason }, nothing, NOW)).toEqual({});
  });

  it("show the original commission if the budget had no room for it", () => {
    const short = { ...conversion, amount: 100, refunded_amount: 0 };
    expect(refundNotes(short, nothing, NOW)).toEqual({ commission: `originally ${euro(20)}` });
  });

  it("do not count edits of the order as refunds", () => {
    expect(refundNotes(conversion, { ...nothing, lowered_amount: 25 }, NOW)).not.toHaveProperty("amount");
    expect(refundNotes(conversion, { ...nothing, lowered_amount: 20 }, NOW).amount).toBe(
      `${euro(5)} of ${euro(80)} refunded`,
    );
  });

  it("show later refunds and deductions once it is ready to pay or paid", () => {
    const whole = { ...settled, amount: 300, commission: 60, original_amount: 300, original_commission: 60 };
    const refunded = { ...whole, refunded_amount: 50 };
    expect(refundNotes(refunded, { ...nothing, deductions: { deducted: 0, open: 10 } }, NOW)).toEqual({
      amount: `${euro(50)} refunded later`,
      commission: `${euro(10)} to be deducted`,
    });
    const paid = { ...refunded, matures_at: conversion.matures_at, payout_id: "po_1" };
    expect(refundNotes(paid, { ...nothing, deductions: { deducted: 10, open: 0 } }, NOW)).toEqual({
      amount: `${euro(50)} refunded later`,
      commission: `${euro(10)} deducted`,
    });
    expect(refundNotes({ ...settled, refunded_amount: 35 }, nothing, NOW)).toEqual({
      amount: `${euro(25)} of ${euro(100)} refunded, ${euro(10)} refunded later`,
      commission: `originally ${euro(20)}`,
    });
  });

  it("tell deductions of earlier payouts from those of the next", () => {
    expect(deductionText({ deducted: 10, open: 5 }, "EUR")).toBe(`${euro(10)} deducted, ${euro(5)} to be deducted`);
    expect(deductionText({ deducted: 10, open: -10 }, "EUR")).toBe(`${euro(10)} deducted, ${euro(10)} to be returned`);
    expect(deductionText({ deducted: 0, open: 0 }, "EUR")).toBeUndefined();
  });
});

it("a list shows what an order was before, or what was refunded once it was ready to pay", () => {
  expect(listNote(conversion, NOW)).toBe(`originally ${euro(100)}`);
  const settled = { ...conversion, status: "approved" as const, matures_at: at, amount: 100, commission: 20 };
  expect(listNote(settled, NOW)).toBe(`${euro(25)} refunded later`);
  expect(listNote({ ...settled, refunded_amount: 0 }, NOW)).toBeUndefined();
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

it("says how to restore a conversion of which nothing is left", () => {
  const gone = { ...conversion, status: "rejected" as const, amount: 0, refunded_amount: 100 };
  expect(refundedText(gone, 0)).toBe("Everything was refunded. Cancel a refund to restore this conversion.");
  expect(refundedText(gone, 100)).toBe("The order was edited to 0. Raise its total to restore this conversion.");
  expect(refundedText({ ...gone, refunded_amount: 99 }, 0)).toBeUndefined();
  expect(refundedText({ ...gone, status: "pending" }, 0)).toBeUndefined();
});

it("says what cancelling a refund changes", () => {
  const refund = { amount: 25, currency: "EUR" };
  const text = (change: object): string => cancelText(refund, { ...conversion, affiliate_name: "Ada", ...change }, NOW);
  expect(text({})).toBe(`The order is ${euro(100)} again, and the commission is calculated from that.`);
  expect(text({ status: "rejected", amount: 0, rejection_reason: "Refunded" })).toBe(
    `The conversion is restored to pending review. The order is ${euro(25)} again, and the commission is calculated from that.`,
  );
  expect(text({ status: "rejected", rejection_reason: "Fraud" })).toBe("The conversion stays rejected.");
  expect(text({ status: "approved", payout_id: "po_1" })).toBe(
    "If it was deducted, the next payout to Ada returns the deduction.",
  );
});
