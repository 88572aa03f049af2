import { decimalsOf, type Currency } from "../domain/values/currency.ts";
import { AppError } from "../domain/errors.ts";
import type { FileFormat } from "../domain/payout.ts";
import type { PayoutDetails } from "../domain/payout-details.ts";
import { countPayouts, type PayoutTally } from "../domain/payout-tally.ts";
import type { PayoutMethod } from "../domain/payout.ts";
import { decimalsAtPaypal } from "./paypal.ts";
import { isReachedBySepa, SEPA_CURRENCY, SEPA_MINOR_MAX } from "./sepa.ts";

/** A file format that can pay a payee, and the amounts it supports: multiples of a step, up to a maximum. */
export interface Carrier {
  readonly format: FileFormat;
  readonly stepMinor: bigint;
  readonly maxMinor: bigint;
}

const ANY_AMOUNT = { stepMinor: 1n, maxMinor: 2n ** 63n - 1n };

/** The single rule for which files can pay a payout. It is applied when the payout is created, and stored with it. */
export function carriersOf(payee: PayoutDetails, currency: Currency): Carrier[] {
  const carriers: Carrier[] = [{ format: "csv", ...ANY_AMOUNT }];
  if (payee.kind === "iban" && currency === SEPA_CURRENCY && isReachedBySepa(payee))
    carriers.push({ format: "sepa", stepMinor: 1n, maxMinor: SEPA_MINOR_MAX });
  const decimals = decimalsAtPaypal(currency);
  if (payee.kind === "paypal" && decimals !== undefined)
    carriers.push({ ...ANY_AMOUNT, format: "paypal", stepMinor: 10n ** BigInt(decimalsOf(currency) - decimals) });
  return carriers;
}

/** The payout methods that each format covers. */
export const methodsOf: Readonly<Record<FileFormat, readonly PayoutMethod[]>> = {
  sepa: ["iban"],
  paypal: ["paypal"],
  csv: ["iban", "paypal", "other"],
};

type Unpaid = Pick<PayoutTally, "method" | "formats" | "fileId" | "payouts">;

export interface FileOffer {
  /** How many payouts the file would contain if it were created now. */
  readonly payouts: number;
  /** Why it cannot be created. */
  readonly refusal: AppError | null;
  /** Which payouts it leaves out although it covers their payout method. */
  readonly leftOut: string | null;
}

/** What a new file would contain, computed from totals or from individual payouts. */
export function offerOf(format: FileFormat, currency: Currency, unpaid: readonly Unpaid[]): FileOffer {
  const meant = unpaid.filter(({ method }) => methodsOf[format].includes(method));
  const carried = meant.filter(({ formats }) => formats.includes(format));
  const payouts = countPayouts(carried.filter(({ fileId }) => fileId === null));
  const missing = countPayouts(meant.filter(({ formats, fileId }) => fileId === null && !formats.includes(format)));
  const leftOut = missing === 0 ? null : leftOutText(format, currency, missing);
  const refused = (text: string): AppError => new AppError("file_not_available", { text });
  const wrongCurrency = currencyRefusal(format, currency);
  if (wrongCurrency) return { payouts, refusal: refused(wrongCurrency), leftOut: null };
  if (payouts > 0) return { payouts, refusal: null, leftOut };
  if (carried.length > 0) return { payouts, refusal: new AppError("file_payouts_taken"), leftOut };
  return { payouts, refusal: leftOut ? refused(leftOut) : new AppError("file_not_available"), leftOut: null };
}

function currencyRefusal(format: FileFormat, currency: Currency): string | undefined {
  if (format === "sepa" && currency !== SEPA_CURRENCY) return "SEPA transfers are in EUR only.";
  if (format === "paypal" && decimalsAtPaypal(currency) === undefined)
    return `PayPal does not pay out in ${currency}. Use the plain CSV, or pay manually.`;
  return undefined;
}

function leftOutText(format: FileFormat, currency: Currency, payouts: number): string {
  const [count, it] = payouts === 1 ? ["1 payout", "it"] : [`${payouts} payouts`, "them"];
  const why =
    format === "paypal"
      ? `${payouts === 1 ? "has" : "have"} a fraction of ${currency}, which PayPal does not accept`
      : "cannot be sent by SEPA: the account is outside the SEPA area, its BIC is missing, or the amount is above 999,999,999.99";
  return `${count} ${why}. Pay ${it} with the plain CSV or manually.`;
}
