import type { Statement, StatementLine, StatementReference } from "tributary-sdk/pages";
import { calendarDay } from "../format/dates.ts";
import { majorOf, minorOf } from "../format/numbers.ts";
import { groupNames, type GroupName } from "../words/statements.ts";

/** The accounts that add up to what the merchant still owes. */
const openAccounts = new Set(["pending", "payable", "in_payout", "receivable"]);

/** How a line changes the open balance, in minor units. Moves within it change nothing. */
export function effectOf({ from, to, amount }: StatementLine, currency: string): bigint {
  const minor = minorOf(Number(amount), currency);
  return (openAccounts.has(to.account) ? minor : 0n) - (openAccounts.has(from.account) ? minor : 0n);
}

/** The open balance after each line. In minor units until the end, because fractions would drift. */
export function openAfter({ opening, lines, currency }: Statement): readonly number[] {
  let open = minorOf(Number(opening.balance.open), currency);
  return lines.map((line) => {
    open += effectOf(line, currency);
    return majorOf(open, currency);
  });
}

/** Lines without a group move money between two parts of the open balance. Only the full ledger shows them. */
const groupOf: Readonly<Record<StatementLine["kind"], GroupName | null>> = {
  earned: "new",
  restored: "new",
  approved: "approved",
  rejected: "reversed",
  clawed_back: "reversed",
  claw_back_returned: "reversed",
  refunded: "reversed",
  increased: "reversed",
  payout_paid: "paid",
  payout_returned: "paid",
  payout_made: null,
  claw_back_deducted: null,
  claw_back_restored: null,
  return_added: null,
  return_withdrawn: null,
  payout_released: null,
};

export interface SignedLine extends StatementLine {
  /** Signed: what is added to the open balance, or for an approval what was approved. */
  readonly signed: number;
}
export interface LineGroup {
  readonly name: GroupName;
  readonly lines: readonly SignedLine[];
  readonly total: number;
}

/** New, reversed and paid add up to the change in the open balance. */
export function groupsOf({ lines, currency }: Pick<Statement, "lines" | "currency">): readonly LineGroup[] {
  return groupNames.map((name) => {
    const own = lines.filter(({ kind }) => groupOf[kind] === name);
    const minors = own.map((line) =>
      name === "approved" ? minorOf(Number(line.amount), currency) : effectOf(line, currency),
    );
    return {
      name,
      lines: own.map((line, index) => ({ ...line, signed: majorOf(minors[index] ?? 0n, currency) })),
      total: majorOf(
        minors.reduce((sum, minor) => sum + minor, 0n),
        currency,
      ),
    };
  });
}

/** The order ID, the payment's reference, or the campaign and date. */
export function referenceText(line: StatementLine, reference: StatementReference | undefined): string {
  const date = calendarDay((reference?.at ?? line.at).slice(0, 10));
  if (line.payout_id !== null) return reference?.payment_reference ?? `Payout of ${date}`;
  if (reference?.external_id != null) return reference.external_id;
  return reference?.campaign_name ? `${reference.campaign_name}, ${date}` : date;
}
