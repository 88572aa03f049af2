import { decimalsOf, type Currency } from "./currency.ts";

/** An amount in the smallest unit of its currency. Floats never touch it: numbers come and go as decimal text. */
export interface Money {
  readonly minor: bigint;
  readonly currency: Currency;
}

export const zero = (currency: Currency): Money => ({ minor: 0n, currency });

/** A number of the wire, in major units; more decimals than the currency has are rounded half up. */
export function moneyOf(major: number, currency: Currency): Money {
  return { minor: scaled(major, decimalsOf(currency)), currency };
}

/** The number nearest to the amount: a quotient of two whole numbers that are exact is rounded once, as reading its text is. */
export function majorOf({ minor, currency }: Money): number {
  const units = Number(minor);
  const decimals = decimalsOf(currency);
  return Number.isSafeInteger(units) ? units / 10 ** decimals : Number(decimalText(minor, decimals));
}

/** `12.30`, for sentences and files. */
export function moneyText({ minor, currency }: Money): string {
  return decimalText(minor, decimalsOf(currency));
}

/** The same major amount in another currency's smallest unit: 10.00 EUR becomes 10 JPY. */
export function recount({ minor, currency }: Money, into: Currency): Money {
  const from = decimalsOf(currency);
  const to = decimalsOf(into);
  return { minor: divideHalfUp(minor * 10n ** BigInt(to), 10n ** BigInt(from)), currency: into };
}

/** The one rounding rule of the product, for amounts that are not negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** A finite number that is not negative, as an integer count of 10^-decimals, rounded half up. */
export function scaled(value: number, decimals: number): bigint {
  const { digits, exponent } = decimalOf(value);
  const shift = exponent + decimals;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
}

/** How many decimals a number was written with, as far as the number itself can tell. */
export function decimalsIn(value: number): number {
  const { digits, exponent } = decimalOf(value);
  return digits === 0n ? 0 : Math.max(0, -exponent);
}

/** JavaScript prints the shortest decimal text that names the number: `0.1`, `1e-7`, `59.97000000000001`. */
function decimalOf(value: number): { digits: bigint; exponent: number } {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value === 0 ? 0 : value));
  if (!match) throw new Error(`Not a decimal number: ${value}.`);
  const [, whole = "", fraction = "", power = "0"] = match;
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function decimalText(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, "0");
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
