import { decimalsByCurrency } from "tributary-sdk/currency";

/** The ISO code that the text spells in any letter case; undefined if no currency has that code. */
export function currencyCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return decimalsByCurrency.has(code) ? code : undefined;
}
