import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StatementLine } from "tributary-sdk/pages";
import { groupsOf, referenceText } from "../src/money/statement-groups.ts";
import { groupNames } from "../src/words/statements.ts";
import { minorOf } from "../src/format/numbers.ts";

/** The accounts that each kind of line moves money between, as the server books them. */
const moves: Readonly<Record<StatementLine["kind"], readonly [from: string, to: string]>> = {
  earned: ["campaign", "pending"],
  restored: ["campaign", "pending"],
  approved: ["pending", "payable"],
  rejected: ["payable", "campaign"],
  clawed_back: ["receivable", "recovered"],
  claw_back_returned: ["recovered", "receivable"],
  refunded: ["payable", "campaign"],
  increased: ["campaign", "payable"],
  payout_made: ["payable", "in_payout"],
  claw_back_deducted: ["in_payout", "receivable"],
  payout_paid: ["in_payout", "paid"],
  payout_returned: ["paid", "in_payout"],
  claw_back_restored: ["receivable", "in_payout"],
  return_added: ["receivable", "in_payout"],
  return_withdrawn: ["in_payout", "receivable"],
  payout_released: ["in_payout", "payable"],
};
const kinds = Object.keys(moves) as StatementLine["kind"][];
const open = new Set(["pending", "payable", "in_payout", "receivable"]);

const aLine = (kind: StatementLine["kind"], amount: string): StatementLine => ({
  number: 1,
  id: "tr_1",
  at: "2026-11-02T10:00:00.000Z",
  kind,
  from: { account: moves[kind][0], owner: "o" },
  to: { account: moves[kind][1], owner: "o" },
  amount,
  conversion_id: "conv_1",
  payout_id: null,
  claw_back_id: null,
  step: 1,
});
const lines = fc.array(
  fc
    .tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 99_999_999 }))
    .map(([kind, cents]) => aLine(kind, (cents / 100).toFixed(2))),
  { maxLength: 60 },
);

describe("the groups of a statement", () => {
  it("add up to the change in the open balance, without the approvals that are already in it", () => {
    fc.assert(
      fc.property(lines, (given) => {
        const change = given.reduce((sum, { from, to, amount }) => {
          const cents = BigInt(amount.replace(".", ""));
          return sum + (open.has(to.account) ? cents : 0n) - (open.has(from.account) ? cents : 0n);
        }, 0n);
        const groups = groupsOf({ lines: given, currency: "EUR" });
        const sum = groups
          .filter(({ name }) => name !== "approved")
          .reduce((total, group) => total + minorOf(group.total, "EUR"), 0n);
        expect(sum).toBe(change);
      }),
    );
  });

  it("have every line at most once, and each total is the sum of its lines", () => {
    fc.assert(
      fc.property(lines, (given) => {
        const groups = groupsOf({ lines: given, currency: "EUR" });
        expect(groups.map(({ name }) => name)).toEqual(groupNames);
        const internal = [
          "payout_made",
          "claw_back_deducted",
          "claw_back_restored",
          "return_added",
          "return_withdrawn",
          "payout_released",
        ];
        expect(groups.reduce((count, group) => count + group.lines.length, 0)).toBe(
          given.filter(({ kind }) => !internal.includes(kind)).length,
        );
        for (const group of groups)
          expect(group.lines.reduce((sum, { signed }) => sum + minorOf(signed, "EUR"), 0n)).toBe(
            minorOf(group.total, "EUR"),
          );
      }),
    );
  });

  it("show reversals and payments as negative amounts, and returned payments as positive", () => {
    const given = [aLine("rejected", "2.00"), aLine("clawed_back", "1.00"), aLine("payout_paid", "5.00")];
    const groups = groupsOf({ lines: [...given, aLine("payout_returned", "4.00")], currency: "EUR" });
    const amounts = groups.map(({ name, lines: own }) => [name, ...own.map(({ signed }) => signed)]);
    expect(amounts).toEqual([["new"], ["approved"], ["reversed", -2, -1], ["paid", -5, 4]]);
  });
});

describe("the reference of a line", () => {
  const at = "2026-11-02T10:00:00.000Z";
  it("is the order ID for the merchant, and campaign and date for the affiliate", () => {
    const line = aLine("earned", "1.00");
    const known = { external_id: "DS-1", campaign_name: "Spring", payment_reference: null, at };
    expect(referenceText(line, known)).toBe("DS-1");
    expect(referenceText(line, { ...known, external_id: null })).toMatch(/^Spring, .*2026/);
    expect(referenceText(line, undefined)).toMatch(/2026/);
  });
  it("of a payout is the payment's reference or its date", () => {
    const line = { ...aLine("payout_paid", "1.00"), conversion_id: null, payout_id: "po_1" };
    const known = { external_id: null, campaign_name: null, payment_reference: "BANK-7", at };
    expect(referenceText(line, known)).toBe("BANK-7");
    expect(referenceText(line, { ...known, payment_reference: null })).toMatch(/^Payout of .*2026/);
  });
});
