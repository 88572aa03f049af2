import { PAYMENT_REFERENCE_MAX } from "tributary-sdk/limits";
import { decimalsOf } from "../domain/values/currency.ts";
import { dayOf, isDay } from "../domain/values/day.ts";
import { AppError } from "../domain/errors.ts";
import { parseId, type PayoutId } from "../domain/ids.ts";
import { moneyText, type Money } from "../domain/values/money.ts";
import { applyPayoutAction, isLiving, paidOnProblem, type Payout, type PayoutChange } from "../domain/payout.ts";
import { isStorable } from "../domain/values/plain-text.ts";
import type { TableRow } from "./read-csv.ts";

/** One line of a bank's results: a payout and its outcome. */
export interface BankLine {
  readonly line: number;
  /** The payout's ID as written in the file. */
  readonly text: string;
  /** null: not one of our IDs. */
  readonly payoutId: PayoutId | null;
  readonly status: "paid" | "failed";
  readonly reference: string | null;
  readonly paidOn: string | undefined;
  readonly reason: string | null;
  /** As written in the file; empty if it is missing. */
  readonly amount: string;
  readonly currency: string;
  /** What is wrong with the line itself. */
  readonly problem: string | null;
}

const columns = ["payout_id", "status", "reference", "paid_on", "reason", "amount", "currency"] as const;
type Column = (typeof columns)[number];
export type BankColumns = ReadonlyMap<string, number>;

/** The position of each column; undefined if a required heading is missing. */
export function bankColumnsOf(headings: TableRow | undefined): BankColumns | undefined {
  const found = new Map(headings?.cells.map((name, index) => [name.trim().toLowerCase(), index]));
  return found.has("payout_id") && found.has("status") ? found : undefined;
}

export function bankLineOf({ line, cells }: TableRow, headings: BankColumns): BankLine {
  const cell = (column: Column): string => cells[headings.get(column) ?? -1]?.trim() ?? "";
  const text = cell("payout_id");
  const status = cell("status").toLowerCase();
  const paidOn = cell("paid_on");
  const amount = cell("amount");
  return {
    line,
    text,
    // Payment files use a hyphen in the ID, because underscores are not allowed there.
    payoutId: parseId("payout", text.replace("-", "_").toLowerCase()) ?? null,
    status: status === "failed" ? "failed" : "paid",
    reference: cell("reference").slice(0, PAYMENT_REFERENCE_MAX) || null,
    paidOn: paidOn === "" ? undefined : paidOn,
    reason: cell("reason") || null,
    amount,
    currency: cell("currency").toUpperCase(),
    problem: problemOf({ cells, status, paidOn, amount }),
  };
}

function problemOf(line: { cells: readonly string[]; status: string; paidOn: string; amount: string }): string | null {
  if (!line.cells.every(isStorable)) return "The line contains characters that are not text.";
  if (line.status !== "paid" && line.status !== "failed") return "status must be paid or failed.";
  if (line.paidOn !== "" && !isDay(line.paidOn)) return "paid_on must be a date such as 2026-03-01.";
  if (line.amount !== "" && !AMOUNT.test(line.amount)) return "amount must be a number such as 1234.50.";
  return null;
}

/** Banks show outgoing money with a minus sign, and use a decimal point or comma. */
const AMOUNT = /^[+-]?(\d{1,15})(?:[.,](\d{1,6}))?$/;

/** Exact, without floating point. */
function isSameAmount(text: string, { minor, currency }: Money): boolean {
  const [, whole = "", fraction = ""] = AMOUNT.exec(text) ?? [];
  const decimals = decimalsOf(currency);
  const beyond = fraction.slice(decimals);
  return /^0*$/.test(beyond) && BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0")) === minor;
}

/** The outcome of a line. At most one line per payout is a change. */
export type ImportedLine =
  | { readonly outcome: "change"; readonly line: BankLine; readonly change: PayoutChange }
  | { readonly outcome: "unchanged"; readonly line: BankLine }
  /** `by` is the later line about the same payout that counts instead. */
  | { readonly outcome: "superseded"; readonly line: BankLine; readonly by: number }
  | { readonly outcome: "refused"; readonly line: BankLine; readonly error: Refusal };

/** An AppError's content, without the cost of a stack trace for each of many lines. */
type Refusal = Pick<AppError, "code" | "message">;

/**
 * Decides what the lines about one payout do, in order. The last usable line counts: a payout that was paid and then
 * returned has failed. An unusable line does not affect the others.
 */
export function decideLines(lines: readonly BankLine[], payout: Payout | undefined, now: Date): ImportedLine[] {
  if (!payout) return lines.map(refusedLine);
  const errors = lines.map((line) => errorOf(line, payout, now));
  const deciding = errors.lastIndexOf(undefined);
  return lines.map((line, index) => {
    const error = errors[index];
    if (error) return { outcome: "refused", line, error };
    return index === deciding
      ? decideLine(line, payout, { now, returned: returnedPayment(lines.slice(0, index), errors, now) })
      : { outcome: "superseded", line, by: lines[deciding]?.line ?? line.line };
  });
}

/** The payment date from an earlier line of the same file: a later `failed` means that the payment was returned. */
function returnedPayment(earlier: readonly BankLine[], errors: readonly unknown[], now: Date): string | undefined {
  const paid = earlier.findLast((line, index) => line.status === "paid" && errors[index] === undefined);
  return paid && (paid.paidOn ?? dayOf(now));
}

/** For a line that names no payout of the account. */
export const refusedLine = (line: BankLine): ImportedLine => ({
  outcome: "refused",
  line,
  error:
    line.problem === null
      ? { code: "payout_not_found", message: "No payout of this account has this ID. Check the line." }
      : unusable(line.problem),
});

const unusable = (message: string): Refusal => ({ code: "invalid_request", message });

/** Why the line cannot be used, regardless of the payout's status. */
function errorOf(line: BankLine, payout: Payout, now: Date): Refusal | undefined {
  if (line.problem !== null) return unusable(line.problem);
  const { amount } = payout;
  const differs =
    (line.amount !== "" && !isSameAmount(line.amount, amount)) ||
    (line.currency !== "" && line.currency !== amount.currency);
  if (differs) {
    const said = [line.amount, line.currency].filter((each) => each !== "").join(" ");
    return unusable(
      `The file says ${said}, but this payout is ${moneyText(amount)} ${amount.currency}. Ask your bank.`,
    );
  }
  if (line.status === "failed" || line.paidOn === undefined) return undefined;
  const problem = paidOnProblem(payout, line.paidOn, now);
  return problem === null ? undefined : unusable(problem);
}

const actions = { paid: "mark_paid", failed: "mark_failed" } as const;

function decideLine(
  line: BankLine,
  payout: Payout,
  { now, returned }: { now: Date; returned: string | undefined },
): ImportedLine {
  if (payout.status === line.status) return { outcome: "unchanged", line };
  try {
    if (line.status === "paid") refuseOldPayment(payout, line.paidOn);
    else refuseOldReturn(payout, line.paidOn);
    const action = actions[line.status];
    const { reference, reason, paidOn } = line;
    const settled = applyPayoutAction(payout, action, { now, reference, reason, paidOn });
    // Kept although it never counted, so that an older file with only this payment cannot mark it as paid again.
    const after = line.status === "failed" ? { ...settled, paidOn: settled.paidOn ?? returned ?? null } : settled;
    return { outcome: "change", line, change: { from: payout.status, after, action } };
  } catch (error) {
    if (error instanceof AppError) return { outcome: "refused", line, error };
    throw error;
  }
}

/**
 * An older file still shows a payment that the bank has since returned: importing it again must not mark the payout as
 * paid.
 */
function refuseOldPayment({ status, paidOn: before }: Payout, paidOn: string | undefined): void {
  if (isLiving(status) || before === null || (paidOn !== undefined && paidOn > before)) return;
  throw new AppError("payout_returned", {
    text: `The payment of ${before} was returned. If your bank has paid again, add the new date as paid_on.`,
  });
}

/** Paid at its first settlement. A payout with a higher number failed or was cancelled before it was paid. */
const FIRST_PAYMENT_SEQ = 2;

/**
 * An older file still shows why the payout failed before it was eventually paid. Treating that as a return would
 * release money that has been paid. A line about the current payment has its date.
 */
function refuseOldReturn({ status, seq, paidOn: paid }: Payout, paidOn: string | undefined): void {
  if (status !== "paid" || paid === null || seq <= FIRST_PAYMENT_SEQ || (paidOn !== undefined && paidOn >= paid))
    return;
  throw new AppError("payout_paid_since", {
    text: `This payout was paid on ${paid}, after an earlier attempt had failed. If your bank returned this payment, add its date as paid_on, or mark the payout as failed manually.`,
  });
}
