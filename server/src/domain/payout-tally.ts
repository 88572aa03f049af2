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

export const countPayouts = (tallies: readonly PayoutTally[]): number =>
  tallies.reduce((sum, { payouts }) => sum + payouts, 0);

export const sumPayouts = (tallies: readonly PayoutTally[]): bigint =>
  tallies.reduce((sum, { minor }) => sum + minor, 0n);

export interface FileSummary {
  readonly payouts: number;
  readonly totalMinor: bigint;
  /** How many of them are not paid yet. */
  readonly open: number;
  /** How many of them have failed or were cancelled since. */
  readonly ended: number;
}

export function summariseFile(tallies: readonly PayoutTally[], fileId: string): FileSummary {
  const filed = tallies.filter((tally) => tally.fileId === fileId);
  const countOf = (...statuses: PayoutStatus[]): number =>
    countPayouts(filed.filter(({ status }) => statuses.includes(status)));
  return {
    payouts: countPayouts(filed),
    totalMinor: sumPayouts(filed),
    open: countOf("created"),
    ended: countOf("failed", "cancelled"),
  };
}
