import { decimalsByCurrency } from "tributary-sdk/currency";

/** An upper-case ISO 4217 code that parseCurrency has let through. */
export type Currency = string & { readonly __currency: true };

export function parseCurrency(text: string): Currency | undefined {
  // Some letters outside ASCII become ASCII ones in upper case: a dotless i would make ILS.
  if (!/^[a-z]{3}$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  return decimalsByCurrency.has(code) ? (code as Currency) : undefined;
}

export function decimalsOf(currency: Currency): number {
  const decimals = decimalsByCurrency.get(currency);
  if (decimals === undefined) throw new Error(`Unknown currency ${currency}.`);
  return decimals;
}

export const DEFAULT_CURRENCY = "EUR" as Currency;
