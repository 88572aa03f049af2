import { decimalsByCurrency } from "tributary-sdk/currency";

/** The ISO code in the text, in any letter case; undefined if no such currency exists. */
export function currencyCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return decimalsByCurrency.has(code) ? code : undefined;
}
