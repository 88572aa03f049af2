import type { Statement, StatementLine } from "tributary-sdk/pages";
import { calendarMonth } from "../format/dates.ts";
import { majorOf, minorOf } from "../format/numbers.ts";

export const lineWords: Readonly<Record<StatementLine["kind"], string>> = {
  earned: "Commission earned, pending review",
  approved: "Commission approved",
  rejected: "Commission rejected",
  restored: "Commission returned to review",
  clawed_back: "Commission deducted",
  payout_made: "Added to payout",
  claw_back_deducted: "Deducted from payout",
  payout_paid: "Payout paid",
  payout_returned: "Payout returned by the bank",
  claw_back_restored: "Deduction restored",
  payout_released: "Removed from payout",
};

/** The accounts that add up to what the merchant still owes. */
const openAccounts = new Set(["pending", "payable", "in_payout", "receivable"]);

/** The open balance after each line, in minor units because fractions would drift. */
export function openAfter({ opening, lines, currency }: Statement): readonly number[] {
  const minor = (text: string): bigint => minorOf(Number(text), currency);
  let open = minor(opening.balance.open);
  return lines.map((line) => {
    if (openAccounts.has(line.from.account)) open -= minor(line.amount);
    if (openAccounts.has(line.to.account)) open += minor(line.amount);
    return majorOf(open, currency);
  });
}

/** The month comes from the URL and may be invalid. */
export const monthTitle = (month: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement for ${calendarMonth(month)}` : "Statement";
