import { divideHalfUp } from "../values/money.ts";

/** A part of an amount, in units of a common denominator. */
interface Part {
  readonly numerator: bigint;
  /** What it was recorded with; 0: not at all. */
  readonly recordedMinor: bigint;
}

/**
 * Whole units that add up to the sum of the parts, rounded once. Each part is rounded down, and the units that are left
 * go to parts that were recorded with one, then to new ones, so that recorded amounts stay. Only the sum is the same for
 * every order of arrival.
 */
export function roundedTogether(parts: readonly Part[], denominator: bigint): bigint[] {
  const amounts = parts.map(({ numerator }) => numerator / denominator);
  const sum = parts.reduce((total, { numerator }) => total + numerator, 0n);
  const left = divideHalfUp(sum, denominator) - amounts.reduce((total, amount) => total + amount, 0n);
  const inTurn = parts
    .map(({ numerator, recordedMinor }, index) => ({
      index,
      isWhole: numerator % denominator === 0n,
      turn: turnOf(recordedMinor, amounts[index] ?? 0n),
    }))
    .filter(({ isWhole }) => !isWhole)
    .toSorted((a, b) => a.turn - b.turn);
  for (const { index } of inTurn.slice(0, Number(left))) amounts[index] = (amounts[index] ?? 0n) + 1n;
  return amounts;
}

function turnOf(recordedMinor: bigint, roundedDown: bigint): number {
  if (recordedMinor === roundedDown + 1n) return 0;
  return recordedMinor > 0n && recordedMinor === roundedDown ? 2 : 1;
}
