import type { ClawBack } from "./claw-back.ts";
import type { Conversion } from "./conversion.ts";

type Commission = Pick<Conversion, "status" | "commission" | "payoutId" | "maturesAt" | "approvedAt">;

/** What an affiliate sees of a claw-back: who of the merchant's people decided it is nothing to them. */
export type Deduction = Pick<ClawBack, "amount" | "reason" | "createdAt" | "payoutId">;

/** Approved, in no payout, and worth something. The same rules in SQL are in store/payouts/withdrawable.ts; a test compares them. */
export const isUnpaid = ({ status, payoutId, commission }: Commission): boolean =>
  status === "approved" && payoutId === null && commission.minor > 0n;

/**
 * Picked by a payout of this moment. One that was clawed back is picked as well: the payout lists the commission and the
 * deduction, and the two cancel out.
 */
export const isPickedByPayout = (conversion: Commission, at: Date): boolean =>
  isUnpaid(conversion) && at >= conversion.maturesAt && conversion.approvedAt !== null && at >= conversion.approvedAt;

/** Whether this commission adds to the next payout. A deduction that no payout has settled yet cancels it out. */
export const isWithdrawable = (conversion: Commission, deduction: Deduction | null, now: Date): boolean =>
  isPickedByPayout(conversion, now) && (deduction === null || deduction.payoutId !== null);

/** What a payout comes to. Deductions beyond what is there are carried over. */
export const payableMinor = (pickedMinor: bigint, owedBackMinor: bigint): bigint =>
  pickedMinor > owedBackMinor ? pickedMinor - owedBackMinor : 0n;
