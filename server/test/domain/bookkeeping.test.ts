import { describe, expect, test } from "vitest";
import type { Conversion, ConversionStatus } from "../../src/domain/conversion.ts";
import { transferBetween } from "../../src/domain/ledger.ts";
import { dayBetween, totalsBetween, type DayChange, type TotalsChange } from "../../src/domain/totals.ts";
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

describe("the totals of each transition", () => {
  test.each(movements)(
    "$before → $after leaves one status and enters the other, in both scopes, that day and all days",
    (movement) => {
      const changes = totalsBetween(from(movement.before), inStatus(movement.after));
      const expected = [aConversion.campaignId, aConversion.affiliationId].flatMap((scope) =>
        ["-infinity", "2026-03-01"].flatMap((day) => [
          ...(movement.before === null ? [] : [{ scope, day, status: movement.before, sign: -1n }]),
          { scope, day, status: movement.after, sign: 1n },
        ]),
      );
      expect(sorted(changes)).toEqual(
        sorted(
          expected.map(({ sign, ...key }) => ({
            ...key,
            currency: "EUR",
            commissionCurrency: "EUR",
            conversions: sign,
            revenueMinor: sign * 12_345n,
            commissionMinor: sign * 1_235n,
          })),
        ),
      );
    },
  );

  test("stay on the UTC day of creation, however late the change", () => {
    const late = { ...aConversion, createdAt: new Date("2026-12-31T23:59:59.999Z") };
    expect(new Set(totalsBetween(late, inStatus("approved", late)).map((change) => change.day))).toEqual(
      new Set(["-infinity", "2026-12-31"]),
    );
  });

  test("there and back again cancel out", () => {
    const sums = new Map<string, bigint>();
    const steps = [
      ...totalsBetween(inStatus("pending"), inStatus("rejected")),
      ...totalsBetween(inStatus("rejected"), inStatus("pending")),
    ];
    for (const { scope, day, status, revenueMinor } of steps) {
      const key = `${scope} ${day} ${status}`;
      sums.set(key, (sums.get(key) ?? 0n) + revenueMinor);
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  });
});

describe("the day of each transition", () => {
  const none = { conversions: 0n, revenueMinor: 0n, commissionMinor: 0n, waiting: 0n, waitingMinor: 0n, clicked: 0n };
  const counts = (sign: bigint) => ({
    conversions: sign,
    revenueMinor: sign * 12_345n,
    commissionMinor: sign * 1_235n,
  });
  const waits = (sign: bigint) => ({ waiting: sign, waitingMinor: sign * 1_235n });
  const days: readonly [ConversionStatus | null, ConversionStatus, Partial<DayChange>][] = [
    [null, "pending", { ...counts(1n), ...waits(1n) }],
    ["pending", "approved", waits(-1n)],
    ["pending", "rejected", { ...counts(-1n), ...waits(-1n) }],
    ["approved", "rejected", counts(-1n)],
    ["rejected", "pending", { ...counts(1n), ...waits(1n) }],
  ];
  test.each(days)("%s → %s", (before, after, change) => {
    expect(dayBetween(from(before), inStatus(after))).toEqual([{ ...none, currency: "EUR", ...change }]);
  });

  test("counts a conversion as clicked only if a click decided", () => {
    const clicked = { ...aConversion, origin: { ...aConversion.origin, attributedBy: "click" as const } };
    const signs = (before: ConversionStatus | null, status: ConversionStatus): bigint[] =>
      dayBetween(from(before, clicked), inStatus(status, clicked)).map((change) => change.clicked);
    expect(signs(null, "pending")).toEqual([1n]);
    expect(signs("pending", "approved")).toEqual([0n]);
    expect(signs("pending", "rejected")).toEqual([-1n]);
    const foreign = { ...clicked, amount: money(500, "JPY"), commission: money(20, "EUR"), status: "pending" as const };
    expect(dayBetween(null, foreign).map((change) => [change.currency, change.clicked])).toEqual([
      ["EUR", 0n],
      ["JPY", 1n],
    ]);
  });

  test("counts pending commission in its own currency, and is empty if nothing changes", () => {
    const foreign = { ...aConversion, amount: money(500, "JPY"), commission: money(20, "EUR") };
    const euros = { ...none, currency: "EUR", commissionMinor: 20n, waiting: 1n, waitingMinor: 20n };
    const yen = { ...none, currency: "JPY", conversions: 1n, revenueMinor: 500n };
    expect(dayBetween(null, { ...foreign, status: "pending" })).toEqual([euros, yen]);
    expect(dayBetween(inStatus("pending", foreign), inStatus("approved", foreign))).toEqual([
      { ...none, currency: "EUR", waiting: -1n, waitingMinor: -20n },
    ]);
    expect(dayBetween(inStatus("approved", foreign), inStatus("rejected", foreign))).toEqual([
      { ...none, currency: "EUR", commissionMinor: -20n },
      { ...none, currency: "JPY", conversions: -1n, revenueMinor: -500n },
    ]);
    const free = { ...aConversion, commission: money(0) };
    expect(dayBetween(inStatus("pending", free), inStatus("approved", free))).toEqual([
      { ...none, currency: "EUR", waiting: -1n },
    ]);
  });
});

const sorted = (changes: readonly TotalsChange[]): string[] => changes.map(lineOf).toSorted();

const lineOf = (change: TotalsChange): string =>
  [
    change.scope,
    change.day,
    change.status,
    change.currency,
    change.commissionCurrency,
    change.conversions,
    change.revenueMinor,
    change.commissionMinor,
  ].join(" ");
