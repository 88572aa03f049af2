import { decimalsOf, parseCurrency, type Currency } from "../../domain/values/currency.ts";
import { divideHalfUp, type Money } from "../../domain/values/money.ts";
import { neededText } from "../shared/json-fields.ts";
import { ReceiptProblem } from "../shared/provider.ts";

// https://docs.stripe.com/currencies#minor-units: not ISO 4217. ISK and UGX have two decimals at Stripe though they have
// no smaller unit, and MGA has none. All other currencies have two.
const NO_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMALS = new Set("BHD JOD KWD OMR TND".split(" "));

/** How Stripe counts a currency: `minor` is our count of an amount in Stripe's. */
export interface StripeUnits {
  readonly currency: Currency;
  /** amount × part / whole, rounded once. */
  minor(amount: bigint, part?: bigint, whole?: bigint): bigint;
}

export function stripeUnits(object: unknown): StripeUnits {
  const code = neededText(object, "currency").toUpperCase();
  const currency = parseCurrency(code);
  if (currency === undefined) throw new ReceiptProblem(`Tributary does not know the currency ${code.slice(0, 10)}.`);
  const { ours, theirs } = unitsOf(currency);
  return { currency, minor: (amount, part = 1n, whole = 1n) => divideHalfUp(amount * part * ours, whole * theirs) };
}

/** How Stripe counts an amount of ours. */
export function stripeAmount({ minor, currency }: Money): number {
  const { ours, theirs } = unitsOf(currency);
  return Number(divideHalfUp(minor * theirs, ours));
}

/** How many of our units and of Stripe's are one of the currency. */
const unitsOf = (currency: Currency): { readonly ours: bigint; readonly theirs: bigint } => ({
  ours: 10n ** BigInt(decimalsOf(currency)),
  theirs: NO_DECIMALS.has(currency) ? 1n : THREE_DECIMALS.has(currency) ? 1_000n : 100n,
});
