import type { BatchId } from "./ids.ts";
import type { PayoutMethod, PayoutStatus } from "./payout.ts";

/** Payouts of one batch that are alike, added up. */
export interface PayoutTally {
  readonly batchId: BatchId;
  readonly status: PayoutStatus;
  readonly method: PayoutMethod;
  /** A UUID; null: in no file. */
  readonly fileId: string | null;
  readonly payouts: number;
  readonly minor: bigint;
}

export const countPayouts = (tallies: readonly Pick<PayoutTally, "payouts">[]): number =>
  tallies.reduce((sum, { payouts }) => sum + payouts, 0);

export const sumPayouts = (tallies: readonly Pick<PayoutTally, "minor">[]): bigint =>
  tallies.reduce((sum, { minor }) => sum + minor, 0n);

export interface FileSummary {
  readonly payouts: number;
  readonly totalMinor: bigint;
  /** How many of them are not paid yet. */
  readonly open: number;
  /** How many of them have failed or were cancelled since. */
  readonly ended: number;
}

/** Of tallies, or of payouts one by one. */
export function summarise(parts: readonly Pick<PayoutTally, "status" | "payouts" | "minor">[]): FileSummary {
  const countOf = (...statuses: PayoutStatus[]): number =>
    countPayouts(parts.filter(({ status }) => statuses.includes(status)));
  return {
    payouts: countPayouts(parts),
    totalMinor: sumPayouts(parts),
    open: countOf("created"),
    ended: countOf("failed", "cancelled"),
  };
}
