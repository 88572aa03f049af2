import { moneyText, type Money } from "../domain/values/money.ts";
import { AppError } from "../domain/errors.ts";
import type { FileFormat } from "../domain/payout.ts";
import { accountOf, type PayoutDetails } from "../domain/payout-details.ts";
import type { PartSummary } from "../domain/payout-tally.ts";
import { paypalAmount } from "./paypal.ts";
import { csvOf, spreadsheetText } from "./csv.ts";

export interface PayLine {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly payee: PayoutDetails;
  readonly amount: Money;
}

/** Why a part of an existing file can no longer be used. */
export function partRefusal({ payouts, ended }: PartSummary): AppError | null {
  if (ended > 0) return new AppError("file_outdated");
  return payouts === 0 ? new AppError("file_empty") : null;
}

/** A warning to show before downloading a part with payouts that are already paid. */
export function paidWarning({ payouts, paid }: PartSummary): string | null {
  if (paid === 0) return null;
  const count = (number: number): string => number.toLocaleString("en");
  if (payouts === 1) return "The payout in this file is already paid. Uploading it again pays it twice.";
  if (paid === payouts)
    return `All ${count(payouts)} payouts in this file are already paid. Uploading it again pays them twice.`;
  const [are, them] = paid === 1 ? ["is", "it"] : ["are", "them"];
  return `${count(paid)} of these ${count(payouts)} payouts ${are} already paid. Uploading this file again pays ${them} twice.`;
}

/** PayPal's limit per upload. */
const PAYPAL_LINES_MAX = 5_000;

/** The part of the file that contains this line, from 1. Lines are counted from 0. */
export const partOfLine = (format: FileFormat, line: number): number =>
  format === "paypal" ? Math.floor(line / PAYPAL_LINES_MAX) + 1 : 1;

/** How many payouts each upload would contain. */
export function planParts(format: FileFormat, payouts: number): number[] {
  const parts = partOfLine(format, Math.max(0, payouts - 1));
  return Array.from({ length: parts }, (_, before) =>
    parts === 1 ? payouts : Math.min(PAYPAL_LINES_MAX, payouts - before * PAYPAL_LINES_MAX),
  );
}

const NOTE_MAX = 400;

/** PayPal's mass payment format: recipient, amount, currency, our ID, a note, the wallet. No headings. */
export function paypalCsv(lines: readonly PayLine[], purpose: string): string {
  return csvOf(
    lines.flatMap(({ payoutId, payee, amount }) =>
      payee.kind === "paypal"
        ? [[payee.email, paypalAmount(amount), amount.currency, payoutId, purpose.slice(0, NOTE_MAX), "PayPal"]]
        : [],
    ),
  );
}

/** One line per payout, for any other payment method. People open it in spreadsheets, so formulas are escaped. */
export function plainCsv(lines: readonly PayLine[], purpose: string): string {
  const headings = ["payout_id", "affiliate_id", "name", "method", "account", "bic", "amount", "currency", "purpose"];
  return csvOf([
    headings,
    ...lines.map(({ payoutId, affiliateId, payee, amount }) => [
      payoutId,
      affiliateId,
      spreadsheetText(payee.holder),
      payee.kind,
      spreadsheetText(accountOf(payee)),
      payee.kind === "iban" ? (payee.bic ?? "") : "",
      moneyText(amount),
      amount.currency,
      spreadsheetText(purpose),
    ]),
  ]);
}
