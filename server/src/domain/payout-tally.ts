import type { BatchId } from "./ids.ts";
import type { FileFormat } from "./payout.ts";
import type { PayoutMethod, PayoutStatus } from "./payout.ts";

/** The sum of similar payouts in a batch. */
export interface PayoutTally {
  readonly batchId: BatchId;
  readonly status: PayoutStatus;
  readonly method: PayoutMethod;
  /** The file formats that can pay them; empty once the payee is erased. */
  readonly formats: readonly FileFormat[];
  /** A UUID; null: not in a file. */
  readonly fileId: string | null;
  /** The part of the file, from 1. */
  readonly part: number | null;
  readonly payouts: number;
  readonly minor: bigint;
}

export const countPayouts = (tallies: readonly Pick<PayoutTally, "payouts">[]): number =>
  tallies.reduce((sum, { payouts }) => sum + payouts, 0);

export const sumPayouts = (tallies: readonly Pick<PayoutTally, "minor">[]): bigint =>
  tallies.reduce((sum, { minor }) => sum + minor, 0n);

/** One part of a payment file, uploaded separately. */
export interface PartSummary {
  /** The payouts in it, without those of erased payees. */
  readonly payouts: number;
  readonly paid: number;
  /** How many of them failed or were cancelled after the file was created. */
  readonly ended: number;
  readonly totalMinor: bigint;
}

/** Summarizes the lines of one part, given as tallies or as single payouts. */
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
