import { minorText } from "tributary-sdk/statement";
import { decimalsOf, type Currency } from "./currency.ts";

/** An amount in the smallest unit of its currency. Never a float: numbers are converted through decimal text. */
export interface Money {
  readonly minor: bigint;
  readonly currency: Currency;
}

export const zero = (currency: Currency): Money => ({ minor: 0n, currency });

/** Converts an API number in major units. Extra decimals are rounded half up. */
export function moneyOf(major: number, currency: Currency): Money {
  return { minor: scaled(major, decimalsOf(currency)), currency };
}

/** The nearest number to the amount. Dividing two exact integers rounds once, like parsing the decimal text would. */
export function majorOf({ minor, currency }: Money): number {
  const units = Number(minor);
  const decimals = decimalsOf(currency);
  return Number.isSafeInteger(units) ? units / 10 ** decimals : Number(minorText(minor, decimals));
}

/** `12.30`, for text and files. */
export function moneyText({ minor, currency }: Money): string {
  return minorText(minor, decimalsOf(currency));
}

/** The same major amount in another currency's smallest unit: 10.00 EUR becomes 10 JPY. */
export function recount({ minor, currency }: Money, into: Currency): Money {
  const from = decimalsOf(currency);
  const to = decimalsOf(into);
  return { minor: divideHalfUp(minor * 10n ** BigInt(to), 10n ** BigInt(from)), currency: into };
}

/** The product's only rounding rule, for amounts that are not negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Converts a finite, non-negative number to an integer count of 10^-decimals, rounded half up. */
export function scaled(value: number, decimals: number): bigint {
  const { digits, exponent } = decimalOf(value);
  const shift = exponent + decimals;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
}

/** The number of decimals in the shortest decimal form of the number. */
export function decimalsIn(value: number): number {
  const { digits, exponent } = decimalOf(value);
  return digits === 0n ? 0 : Math.max(0, -exponent);
}

/** JavaScript prints the shortest decimal text that identifies the number: `0.1`, `1e-7`, `59.97000000000001`. */
function decimalOf(value: number): { digits: bigint; exponent: number } {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value === 0 ? 0 : value));
  if (!match) throw new Error(`Not a decimal number: ${value}.`);
  const [, whole = "", fraction = "", power = "0"] = match;
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
