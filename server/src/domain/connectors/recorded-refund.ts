import type { Refund } from "../refund.ts";

/** What one of the provider's refunds was recorded as. */
export type RecordedRefund = Pick<Refund, "externalId" | "amount" | "counted">;

/** One refund has several records if its amount changed. */
export const isRecordOf = (key: string, { externalId }: Pick<Refund, "externalId">): boolean =>
  externalId === key || (externalId.startsWith(`${key}~`) && /^\d+$/.test(externalId.slice(key.length + 1)));

export const countedMinor = (refunds: readonly RecordedRefund[]): bigint =>
  refunds.reduce((sum, refund) => sum + (refund.counted ? refund.amount.minor : 0n), 0n);

export const recordedMinor = (key: string, recorded: readonly RecordedRefund[]): bigint =>
  countedMinor(recorded.filter((refund) => isRecordOf(key, refund)));
