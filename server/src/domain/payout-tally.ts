import type { BatchId } from "./ids.ts";
import type { FileFormat } from "./payout.ts";
import type { PayoutMethod, PayoutStatus } from "./payout.ts";

/** Payouts of one batch that are alike, added up. */
export interface PayoutTally {
  readonly batchId: BatchId;
  readonly status: PayoutStatus;
  readonly method: PayoutMethod;
  /** The files that can pay them; none once the payee was erased. */
  readonly formats: readonly FileFormat[];
  /** A UUID; null: in no file. */
  readonly fileId: string | null;
  /** Of the file, from 1. */
  readonly part: number | null;
  readonly payouts: number;
  readonly minor: bigint;
}

export const countPayouts = (tallies: readonly Pick<PayoutTally, "payouts">[]): number =>
  tallies.reduce((sum, { payouts }) => sum + payouts, 0);

export const sumPayouts = (tallies: readonly Pick<PayoutTally, "minor">[]): bigint =>
  tallies.reduce((sum, { minor }) => sum + minor, 0n);

/** One upload of a written file. */
export interface PartSummary {
  /** The payouts in it. Those of erased payees are no longer in it. */
  readonly payouts: number;
  readonly paid: number;
  /** How many of them failed or were cancelled after the file was written. */
  readonly ended: number;
  readonly totalMinor: bigint;
}

/** Of tallies, or of payouts one by one: the lines of one part. */
export function summarisePart(lines: readonly Pick<PayoutTally, "status" | "payouts" | "minor">[]): PartSummary {
  const countOf = (...statuses: PayoutStatus[]): number =>
    countPayouts(lines.filter(({ status }) => statuses.includes(status)));
  return {
    payouts: countPayouts(lines),
    paid: countOf("paid"),
    ended: countOf("failed", "cancelled"),
    totalMinor: sumPayouts(lines),
  };
}
