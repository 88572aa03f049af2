import type { Statement, StatementLine } from "tributary-sdk/pages";
import { calendarMonth } from "../format/dates.ts";
import { majorOf, minorOf } from "../format/numbers.ts";

export const lineWords: Readonly<Record<StatementLine["kind"], string>> = {
  earned: "Commission earned, waits for approval",
  approved: "Commission approved",
  rejected: "Commission rejected",
  restored: "Commission restored, waits for approval",
  clawed_back: "Commission clawed back",
  payout_made: "Put into a payout",
  claw_back_deducted: "Claw-backs taken off the payout",
  payout_paid: "Payout paid",
  payout_returned: "Payout returned by the bank",
  claw_back_restored: "Claw-backs owed again",
  payout_released: "Taken out of the payout again",
};

/** The accounts that make up what the merchant still has to pay. */
const openAccounts = new Set(["pending", "payable", "in_payout", "receivable"]);

/** The open balance after each line, added up in whole minor units: sums of fractions would drift. */
export function openAfter({ opening, lines, currency }: Statement): readonly number[] {
  const minor = (text: string): bigint => minorOf(Number(text), currency);
  let open = minor(opening.balance.open);
  return lines.map((line) => {
    if (openAccounts.has(line.from.account)) open -= minor(line.amount);
    if (openAccounts.has(line.to.account)) open += minor(line.amount);
    return majorOf(open, currency);
  });
}

/** The month comes from the address, where anything can stand. */
export const monthTitle = (month: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement of ${calendarMonth(month)}` : "Statement";
