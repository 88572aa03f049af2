import { decimalsByCurrency } from "tributary-sdk/currency";

/** An uppercase ISO 4217 code, validated by parseCurrency. */
export type Currency = string & { readonly __currency: true };

export function parseCurrency(text: string): Currency | undefined {
  // Some non-ASCII letters uppercase to ASCII: a dotless i would turn into the I of ILS.
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
