import { moneyText, type Money } from "./money.ts";
import type { PayoutDetails } from "./payout-details.ts";
import type { PayoutMethod } from "./payout.ts";
import { spreadsheetText } from "./spreadsheet-text.ts";

export const fileFormats = ["sepa", "paypal", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Which payouts each can carry. */
export const methodsOf: Readonly<Record<FileFormat, readonly PayoutMethod[]>> = {
  sepa: ["iban"],
  paypal: ["paypal"],
  csv: ["iban", "paypal", "other"],
};

export interface PayLine {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly payee: PayoutDetails;
  readonly amount: Money;
}

/** Why a file that was written must not be used any more; null while it may be. */
export function fileRefusal(
  format: FileFormat,
  { open, ended }: { readonly open: number; readonly ended: number },
): "file_outdated" | "file_settled" | null {
  if (ended > 0) return "file_outdated";
  // A bank knows a SEPA file by its id and refuses the second upload. Nothing else does.
  return open === 0 && format !== "sepa" ? "file_settled" : null;
}

/** PayPal takes no more in one upload. */
export const PAYPAL_LINES_MAX = 5_000;

/** How many uploads it takes to pay so many. */
export const partsOf = (format: FileFormat, payouts: number): number =>
  format === "paypal" ? Math.max(1, Math.ceil(payouts / PAYPAL_LINES_MAX)) : 1;

const NOTE_MAX = 400;

/** What PayPal calls mass payment: recipient, amount, currency, an id of ours, a note, the wallet. No headings. */
export function paypalCsv(lines: readonly PayLine[], purpose: string): string {
  return csv(
    lines.flatMap(({ payoutId, payee, amount }) =>
      payee.kind === "paypal"
        ? [[payee.email, moneyText(amount), amount.currency, payoutId, purpose.slice(0, NOTE_MAX), "PayPal"]]
        : [],
    ),
  );
}

/** For whatever else pays: one line for each payout. People open it in spreadsheets, so what looks like a formula is escaped. */
export function plainCsv(lines: readonly PayLine[], purpose: string): string {
  const headings = ["payout_id", "affiliate_id", "name", "method", "account", "bic", "amount", "currency", "purpose"];
  return csv([
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

function accountOf(payee: PayoutDetails): string {
  if (payee.kind === "iban") return payee.iban;
  return payee.kind === "paypal" ? payee.email : payee.text;
}

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

const cell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
