import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accountOf, maskPayoutDetails, payoutHint, type PayoutDetails } from "../../src/domain/payout-details.ts";
import { nextDayAfter, nextDayAfterEdit } from "../../src/domain/payout-schedule.ts";
import { summarisePart } from "../../src/domain/payout-tally.ts";

const iban = { kind: "iban", holder: "Ada", iban: "DE89370400440532013000", bic: "COBADEFFXXX" } as const;
const paypal = { kind: "paypal", holder: "Ada", email: "ada@shop.example" } as const;
const other = { kind: "other", holder: "Ada", text: "Sort code 20-00-00, account 55779911" } as const;

describe("the payee shown for a payout", () => {
  test.each<{ details: PayoutDetails; account: string; hint: string; masked: object }>([
    { details: iban, account: iban.iban, hint: "3000", masked: { ...iban, iban: "••••3000", bic: null } },
    {
      details: paypal,
      account: paypal.email,
      hint: "a…@shop.example",
      masked: { ...paypal, email: "a…@shop.example" },
    },
    { details: other, account: other.text, hint: "9911", masked: { ...other, text: "••••9911" } },
  ])("is masked for $details.kind", ({ details, account, hint, masked }) => {
    expect(accountOf(details)).toBe(account);
    expect(payoutHint(details)).toBe(hint);
    expect(maskPayoutDetails(details)).toEqual(masked);
  });

  test("has no characters of an account shorter than twelve", () => {
    expect(payoutHint({ ...other, text: "12345678901" })).toBe("");
    expect(payoutHint({ ...other, text: "123456789012" })).toBe("9012");
  });
});

test("a PayPal address shows its first character and its domain, whatever it contains", () => {
  const address = fc.tuple(
    fc.stringMatching(/^[a-z0-9._+"@-]{1,30}$/),
    fc.stringMatching(/^[a-z0-9-]{1,20}\.example$/),
  );
  fc.assert(
    fc.property(address, ([name, domain]) => {
      const email = `${name}@${domain}`;
      expect(payoutHint({ ...paypal, email })).toBe(`${name.slice(0, 1)}…@${domain}`);
    }),
  );
});

describe("the date of the next batch", () => {
  test.each([
    ["2026-03-01", 15, "2026-03-15"],
    ["2026-03-14", 15, "2026-03-15"],
    ["2026-03-15", 15, "2026-04-15"],
    ["2026-03-16", 15, "2026-04-15"],
    ["2026-12-28", 28, "2027-01-28"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-02-28", 28, "2028-03-28"],
  ])("after %s, on day %d, is %s", (today, day, next) => {
    expect(nextDayAfter(today, day)).toBe(next);
  });

  test.each([
    ["2026-04-05", undefined, "2026-04-05"],
    ["2026-04-05", "2026-03-20", "2026-03-20"],
    ["2026-03-05", "2026-03-20", "2026-03-05"],
    ["2026-03-05", "2026-04-20", "2026-03-05"],
    ["2027-01-05", "2026-12-20", "2026-12-20"],
  ])("changed to %s when %s was planned is %s: every month has a batch", (newDay, planned, next) => {
    expect(nextDayAfterEdit(newDay, planned)).toBe(next);
  });
});

test("a part of a file sums its payouts by outcome", () => {
  const line = (status: "created" | "paid" | "failed" | "cancelled", payouts: number, minor: bigint) => ({
    status,
    payouts,
    minor,
  });
  const lines = [
    line("created", 1, 100n),
    line("paid", 20, 2_000n),
    line("failed", 300, 5n),
    line("cancelled", 4_000, 7n),
  ];
  expect(summarisePart(lines)).toEqual({ payouts: 4_321, paid: 20, ended: 4_300, totalMinor: 2_112n });
  expect(summarisePart([])).toEqual({ payouts: 0, paid: 0, ended: 0, totalMinor: 0n });
});
