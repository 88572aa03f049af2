import { describe, expect, test } from "vitest";
import { explainBalance, payableOf, type Balance, type BalanceState } from "../../src/domain/balance.ts";
import { clawableMinor } from "../../src/domain/claw-back.ts";
import type { Conversion } from "../../src/domain/conversion.ts";
import { idOf } from "../../src/domain/ids.ts";
import { isPickedByPayout, isUnpaid, isWithdrawable, payableMinor } from "../../src/domain/withdrawable.ts";
import { aClawBack, aConversion, currency, later, money, NOON, outcomeOf, uuid } from "./samples.ts";

const DAY = 86_400_000;
const payoutId = idOf("payout", uuid(7));
const approved: Conversion = { ...aConversion, status: "approved", approvedAt: later(NOON, DAY) };
const mature = approved.maturesAt;

describe("a commission", () => {
  test.each<[string, Partial<Conversion>]>([
    ["pending", { status: "pending" }],
    ["rejected", { status: "rejected" }],
    ["in a payout", { payoutId }],
    ["zero", { commission: money(0) }],
  ])("that is %s is not unpaid, not picked and not withdrawable", (_name, change) => {
    const conversion = { ...approved, ...change };
    expect([isUnpaid(conversion), isPickedByPayout(conversion, mature)]).toEqual([false, false]);
    expect(isWithdrawable(conversion, null, mature)).toBe(false);
  });

  test("is picked as soon as it is mature and approved", () => {
    expect(isUnpaid(approved)).toBe(true);
    expect(isPickedByPayout(approved, later(mature, -1))).toBe(false);
    expect(isPickedByPayout(approved, mature)).toBe(true);
    const approvedLate = { ...approved, approvedAt: later(mature, DAY) };
    expect(isPickedByPayout(approvedLate, later(mature, DAY - 1))).toBe(false);
    expect(isPickedByPayout(approvedLate, later(mature, DAY))).toBe(true);
    expect(isPickedByPayout({ ...approved, approvedAt: null }, mature)).toBe(false);
  });

  test("is withdrawable unless an unsettled deduction cancels it out", () => {
    expect(isWithdrawable(approved, null, mature)).toBe(true);
    expect(isWithdrawable(approved, aClawBack, mature)).toBe(false);
    const part = { ...aClawBack, amount: money(approved.commission.minor - 1n) };
    expect(isWithdrawable(approved, part, mature)).toBe(true);
    expect(isWithdrawable(approved, { ...aClawBack, payoutId }, mature)).toBe(true);
  });
});

test("a payout is the amount due minus deductions, and never below zero", () => {
  expect([payableMinor(5n, 3n), payableMinor(5n, 5n), payableMinor(3n, 5n), payableMinor(0n, 0n)]).toEqual([
    2n,
    0n,
    0n,
    0n,
  ]);
});

describe("a claw-back", () => {
  const none = { totalMinor: 0n, byRefundsMinor: 0n, waivedMinor: 0n };

  test("takes the whole commission of an approved, mature conversion, in a payout or not", () => {
    for (const conversion of [approved, { ...approved, payoutId }])
      expect(clawableMinor(conversion, none, mature)).toBe(approved.commission.minor);
  });

  test("takes what earlier ones left, and nothing twice", () => {
    const { minor } = approved.commission;
    expect(clawableMinor(approved, { ...none, totalMinor: 35n }, mature)).toBe(minor - 35n);
    const all = { ...none, totalMinor: minor };
    expect(outcomeOf(() => clawableMinor(approved, all, mature))).toBe("already_clawed_back");
  });

  test.each<[string, Partial<Conversion>, Date]>([
    ["conversion_not_approved", { status: "pending" }, mature],
    ["conversion_not_approved", { status: "rejected" }, mature],
    ["inside_maturation_period", {}, later(mature, -1)],
    ["nothing_to_claw_back", { commission: money(0) }, mature],
  ])("is refused as %s", (code, change, now) => {
    expect(outcomeOf(() => clawableMinor({ ...approved, ...change }, none, now))).toBe(code);
  });
});

describe("the sentence about a balance", () => {
  const balance: Balance = {
    accountId: aConversion.accountId,
    affiliateId: aConversion.affiliateId,
    currency: currency("EUR"),
    pending: 100n,
    maturing: 200n,
    nextMaturesAt: new Date("2026-03-08T12:00:00.000Z"),
    withdrawable: 1_000n,
    withdrawableSince: NOON,
    owedBack: 400n,
    inPayout: 500n,
    paid: 600n,
    method: "iban",
    state: "payable",
  };

  test.each<[BalanceState, RegExp]>([
    ["payable", /^6\.00 EUR is ready to pay.* 2026-03-01\.$/],
    ["no_payout_details", /^6\.00 EUR is ready to pay, but/],
    ["owes_more", /^10\.00 EUR .* 4\.00 EUR is to be deducted/],
    ["maturing", /^2\.00 EUR .* on 2026-03-08\.$/],
    ["pending", /^1\.00 EUR /],
    ["in_payout", /^5\.00 EUR /],
    ["nothing", /^4\.00 EUR is to be deducted\.$/],
  ])("that is %s names its amount", (state, sentence) => {
    expect(explainBalance({ ...balance, state })).toMatch(sentence);
    expect(payableOf(balance)).toBe(600n);
  });

  test("says so if nothing is pending, or if the day is unknown", () => {
    expect(explainBalance({ ...balance, state: "nothing", owedBack: 0n })).toBe("No unpaid commission.");
    expect(explainBalance({ ...balance, state: "maturing", nextMaturesAt: null })).toContain("on an unknown date");
  });
});
