import { divideHalfUp } from "../../domain/values/money.ts";

const DECIMAL = /^([+-]?)(\d{1,15})(?:\.(\d{1,20}))?$/;

/**
 * The minor units in an amount such as `-12.30`, without a float in between. More decimals than the currency has are
 * rounded half up, away from zero. undefined: not a decimal number.
 */
export function minorOfDecimal(text: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const extra = Math.max(0, fraction.length - decimals);
  const digits = BigInt(whole + fraction.padEnd(decimals, "0"));
  const minor = divideHalfUp(digits, 10n ** BigInt(extra));
  return sign === "-" ? -minor : minor;
}

/** The part of an amount, rounded half up. Nothing of nothing is nothing. */
export const partOf = (amount: bigint, part: bigint, whole: bigint): bigint =>
  whole <= 0n || amount <= 0n || part <= 0n ? 0n : divideHalfUp(amount * part, whole);
