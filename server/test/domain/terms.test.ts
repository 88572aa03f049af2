import { describe, expect, test } from "vitest";
import type { Conversion } from "../../src/domain/conversion.ts";
import { idOf } from "../../src/domain/ids.ts";
import { daysToMaturation, linkNotice, stateOf, termsOf } from "../../src/domain/terms.ts";
import { aCampaign, aClawBack, aConversion, later, money, NOON, uuid } from "./samples.ts";

const DAY = 86_400_000;
const payoutId = idOf("payout", uuid(7));
const deduction = { ...aClawBack, reason: "Sent back." };

describe("the terms", () => {
  test("say what a conversion pays, how long a click counts and when commission can be withdrawn", () => {
    const terms = termsOf({ ...aCampaign, maturationDays: 7 });
    expect(terms.commission).toBe("Each conversion pays 10% of the order amount.");
    expect(terms.attribution).toContain(" 30 days.");
    expect(terms.maturation).toContain(" 7 days after the order");
    expect(terms.approval).toContain("approves or rejects");
  });

  test("cover one day, no days, and a fixed commission", () => {
    const fixed = { type: "fixed", fixed: money(500, "JPY") } as const;
    const terms = termsOf({ ...aCampaign, commission: fixed, attributionWindowDays: 1, maturationDays: 0 });
    expect(terms.commission).toBe("Each conversion pays 500 JPY.");
    expect(terms.attribution).toContain(" 1 day.");
    expect(terms.maturation).toContain("as soon as it is approved");
    expect(termsOf({ ...aCampaign, maturationDays: 1 }).maturation).toContain(" 1 day after");
  });
});

describe("the notice at a link", () => {
  test.each([
    ["active", "active", null],
    ["active", "paused", /paused/],
    ["active", "archived", /ended/],
    ["pending", "active", /not approved you yet/],
    ["rejected", "active", /rejected/],
    ["suspended", "paused", /suspended/],
    ["removed", "archived", /no longer in this campaign/],
  ] as const)("for an affiliate %s in a campaign that is %s", (status, campaign, notice) => {
    const text = linkNotice(status, { status: campaign });
    expect(notice === null ? text === null : notice.test(text ?? "")).toBe(true);
  });
});

test("days to maturation are rounded up, and 0 once it is over", () => {
  const daysAt = (ms: number): number => daysToMaturation(aConversion, later(aConversion.maturesAt, ms));
  expect([-7 * DAY, -DAY - 1, -DAY, -1, 0, 1, DAY].map(daysAt)).toEqual([7, 2, 1, 1, 0, 0, 0]);
});

describe("the affiliate's text about a conversion", () => {
  const approved: Partial<Conversion> = { status: "approved" };
  const mature = aConversion.maturesAt;
  const part = { ...deduction, amount: money(aConversion.commission.minor - 1n) };
  const ofWhole = "12.34 EUR of 12.35 EUR";
  const at = (now: Date, change: Partial<Conversion>, deducted: typeof deduction | null = null): string =>
    stateOf({ ...aConversion, ...change }, deducted, now);

  test.each<[sentence: string, read: () => string]>([
    ["Rejected by the merchant. No reason was given.", () => at(NOON, { status: "rejected" })],
    ["Rejected by the merchant: Twice.", () => at(NOON, { status: "rejected", rejectionReason: "Twice." })],
    ["Pending review. This conversion earns no commission.", () => at(NOON, { commission: money(0) })],
    ["Approved. This conversion earns no commission.", () => at(mature, { ...approved, commission: money(0) })],
    ["Pending review. Once approved, it is ready to pay in 7 days.", () => at(NOON, {})],
    ["Pending review. Once approved, it is ready to pay in 1 day.", () => at(later(mature, -1), {}, deduction)],
    ["Pending review. Ready to pay as soon as the merchant approves it.", () => at(mature, {})],
    ["Approved. Ready to pay in 7 days.", () => at(NOON, approved)],
    ["Approved and ready to pay in the next payout.", () => at(mature, approved)],
    ["Approved and included in a payout.", () => at(mature, { ...approved, payoutId })],
    ["To be deducted: Sent back.", () => at(mature, approved, deduction)],
    [
      "Included in a payout. To be deducted from the next one: Sent back.",
      () => at(mature, { ...approved, payoutId }, deduction),
    ],
    [
      "Ready to pay in the next payout. Already deducted in another payout: Sent back.",
      () => at(mature, approved, { ...deduction, payoutId }),
    ],
    [
      "Included in a payout and deducted: Sent back.",
      () => at(mature, { ...approved, payoutId }, { ...deduction, payoutId }),
    ],
    [`Ready to pay in the next payout. ${ofWhole} is to be deducted: Sent back.`, () => at(mature, approved, part)],
    [
      `Included in a payout. ${ofWhole} is to be deducted from the next one: Sent back.`,
      () => at(mature, { ...approved, payoutId }, part),
    ],
    [
      `Ready to pay in the next payout. ${ofWhole} was already deducted in another payout: Sent back.`,
      () => at(mature, approved, { ...part, payoutId }),
    ],
    [
      `Included in a payout. ${ofWhole} was deducted: Sent back.`,
      () => at(mature, { ...approved, payoutId }, { ...part, payoutId }),
    ],
  ])("%s", (sentence, read) => {
    expect(read()).toBe(sentence);
  });
});
