import { describe, expect, test } from "vitest";
import type { Conversion, ConversionStatus } from "../../src/domain/conversion.ts";
import { transferBetween } from "../../src/domain/ledger.ts";
import { deltasBetween } from "../../src/domain/totals.ts";
import { aConversion, money } from "./samples.ts";

const inStatus = (status: ConversionStatus, conversion = aConversion): Conversion => ({ ...conversion, status });
const from = (status: ConversionStatus | null, conversion = aConversion): Conversion | null =>
  status && inStatus(status, conversion);

// Every transition, and where its commission goes.
const movements = [
  { before: null, after: "pending", from: "campaign", to: "pending" },
  { before: "pending", after: "approved", from: "pending", to: "payable" },
  { before: "pending", after: "rejected", from: "pending", to: "campaign" },
  { before: "approved", after: "rejected", from: "payable", to: "campaign" },
  { before: "rejected", after: "pending", from: "campaign", to: "pending" },
] as const;

describe("the transfer of each transition", () => {
  test.each(movements)(
    "$before → $after moves the commission from $from to $to",
    ({ before, after, from: source, to }) => {
      const owner = (kind: string): string => (kind === "campaign" ? aConversion.campaignId : aConversion.affiliateId);
      expect(transferBetween(from(before), inStatus(after))).toEqual({
        debit: { kind: source, ownerId: owner(source) },
        credit: { kind: to, ownerId: owner(to) },
        amount: aConversion.commission,
      });
    },
  );

  test.each(movements)("$before → $after of a commission of 0 moves nothing", ({ before, after }) => {
    const free = { ...aConversion, commission: money(0) };
    expect(transferBetween(from(before, free), inStatus(after, free))).toBeUndefined();
  });

  test("is in the commission's currency, not the order's", () => {
    const foreign = { ...aConversion, amount: money(500, "JPY"), commission: money(20, "EUR") };
    expect(transferBetween(null, foreign)?.amount).toEqual(money(20, "EUR"));
  });
});

describe("the deltas of each transition", () => {
  const { accountId, campaignId, affiliateId, affiliationId } = aConversion;
  const owners = { accountId, campaignId, affiliateId, affiliationId };
  const euros = { currency: "EUR", commissionCurrency: "EUR", clicked: false };

  test.each(movements)("$before → $after leaves one status and enters the other", ({ before, after }) => {
    const steps = [...(before === null ? [] : [{ status: before, sign: -1n }]), { status: after, sign: 1n }];
    expect(deltasBetween(from(before), inStatus(after))).toEqual(
      steps.map(({ status, sign }) => ({
        ...owners,
        ...euros,
        day: "2026-03-01",
        status,
        conversions: sign,
        revenueMinor: sign * 12_345n,
        commissionMinor: sign * 1_235n,
      })),
    );
  });

  test("stay on the UTC day of creation, however late the change", () => {
    const late = { ...aConversion, createdAt: new Date("2026-12-31T23:59:59.999Z") };
    expect(deltasBetween(late, inStatus("approved", late)).map(({ day }) => day)).toEqual(["2026-12-31", "2026-12-31"]);
  });

  test("have both currencies, and whether a click decided", () => {
    const origin = { ...aConversion.origin, attributedBy: "click" as const };
    const foreign = { ...aConversion, origin, amount: money(500, "JPY"), commission: money(20, "EUR") };
    expect(deltasBetween(null, foreign)).toMatchObject([
      { currency: "JPY", commissionCurrency: "EUR", clicked: true, revenueMinor: 500n, commissionMinor: 20n },
    ]);
  });

  test("of an adjustment are the difference, and an adjustment that changes nothing has no deltas", () => {
    const less = { ...aConversion, amount: money(12_000), commission: money(1_200) };
    expect(deltasBetween(aConversion, less)).toMatchObject([
      { status: aConversion.status, conversions: 0n, revenueMinor: -345n, commissionMinor: -35n },
    ]);
    expect(deltasBetween(aConversion, { ...aConversion, amount: money(12_000) })).toHaveLength(1);
    expect(deltasBetween(aConversion, { ...aConversion, commission: money(1_200) })).toHaveLength(1);
    expect(deltasBetween(aConversion, { ...aConversion })).toEqual([]);
  });
});
