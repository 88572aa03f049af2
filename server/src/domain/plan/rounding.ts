import { divideHalfUp } from "../values/money.ts";
import type { Cap, PaidLine, TraceLine } from "./trace.ts";

export const MILLION = 1_000_000n;

type UnroundedLine = Omit<PaidLine, "commissionMinor">;

/**
 * Rounds the sum of the lines once, half up. Each line gets its share rounded down, and the units that are left go to
 * the largest remainders, so that the lines add up.
 */
export function roundedLines(lines: readonly UnroundedLine[]): { lines: PaidLine[]; totalMinor: bigint } {
  const exact = lines.map((line) => millionthsOf(line, lines.length === 1));
  const totalMinor = divideHalfUp(
    exact.reduce((sum, part) => sum + part, 0n),
    MILLION,
  );
  const shares = exact.map((part) => part / MILLION);
  let missing = totalMinor - shares.reduce((sum, share) => sum + share, 0n);
  const byRemainder = exact.map((part, index) => ({ index, remainder: part % MILLION }));
  for (const { index } of byRemainder.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    if (missing === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    missing -= 1n;
  }
  return { lines: lines.map((line, index) => ({ ...line, commissionMinor: shares[index] ?? 0n })), totalMinor };
}

/** A fixed pay of the rest counts once, but not if items with rules of their own leave nothing of the order. */
function millionthsOf({ pay, sku, quantity, amountMinor }: UnroundedLine, isWhole: boolean): bigint {
  if (pay.type === "percentage") return amountMinor * pay.partsPerMillion;
  if (pay.type === "none") return 0n;
  const times = sku !== null ? BigInt(quantity ?? 1) : isWhole || amountMinor > 0n ? 1n : 0n;
  return pay.minor * times * MILLION;
}

/** What limits take away, one line for each that does. */
export function cappedLines(totalMinor: bigint, caps: readonly Cap[]): { lines: TraceLine[]; totalMinor: bigint } {
  const lines: TraceLine[] = [];
  let left = totalMinor;
  for (const { rule, maxMinor, leftMinor } of caps) {
    if (left <= leftMinor) continue;
    const pay = { type: "fixed", minor: maxMinor } as const;
    const line = { rule, sku: null, quantity: null, amountMinor: null, pay, reason: null };
    lines.push({ ...line, commissionMinor: leftMinor - left });
    left = leftMinor;
  }
  return { lines, totalMinor: left };
}
