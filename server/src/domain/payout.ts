import {
  payoutActions,
  type PayoutStatus,
  type PayoutAction,
  type BatchOrigin,
  type PayoutMethod,
} from "tributary-sdk/words";
import type { Currency } from "./values/currency.ts";
import { DAY_MS, dayOf } from "./values/day.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { AccountId, AffiliateId, BatchId, PayoutId } from "./ids.ts";
import type { Money } from "./values/money.ts";

export {
  payoutMethods,
  type PayoutMethod,
  payoutStatuses,
  payoutActions,
  fileFormats,
  batchOrigins,
  skipReasons,
  type PayoutStatus,
  type PayoutAction,
  type FileFormat,
  type BatchOrigin,
  type SkipReason,
} from "tributary-sdk/words";

export interface Payout {
  readonly id: PayoutId;
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly affiliateId: AffiliateId;
  /** The conversions minus the claw-backs; always above 0. */
  readonly amount: Money;
  readonly earnedMinor: bigint;
  readonly clawedBackMinor: bigint;
  readonly conversions: number;
  readonly clawBacks: number;
  readonly status: PayoutStatus;
  readonly seq: number;
  readonly method: PayoutMethod;
  readonly accountHint: string;
  readonly reference: string | null;
  readonly reason: string | null;
  /** YYYY-MM-DD */
  readonly paidOn: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Whether a payment file includes it. */
  readonly inFile: boolean;
}

interface Transition {
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  readonly refusal: ErrorCode;
}

/**
 * A bank may return a payment, or still pay a payout that failed or was cancelled. An ended payout has released its
 * lines: it can be paid only if it can reclaim all of them (see `refusedReclaims`).
 */
export const payoutTransitions: Readonly<Record<PayoutAction, Transition>> = {
  mark_paid: { from: ["created", "failed", "cancelled"], to: "paid", refusal: "payout_already_paid" },
  mark_failed: { from: ["created", "paid"], to: "failed", refusal: "payout_already_ended" },
  cancel: { from: ["created"], to: "cancelled", refusal: "payout_not_cancellable" },
};

export interface Settlement {
  readonly now: Date;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly paidOn?: string | undefined;
}

/**
 * Ending a payout frees its money for the next batch. If the payout is in a file, the bank may still pay it, so a
 * person who ends it manually has to confirm.
 */
export const needsSecondQuestion = ({ status, inFile }: Payout, action: PayoutAction): boolean =>
  inFile && status === "created" && !isLiving(payoutTransitions[action].to);

/** Returns the payout after the action, or throws. */
export function applyPayoutAction(payout: Payout, action: PayoutAction, settlement: Settlement): Payout {
  const { from, to, refusal } = payoutTransitions[action];
  if (!from.includes(payout.status)) throw new AppError(refusal);
  const { now, reference, reason, paidOn } = settlement;
  const problem = paidOn === undefined ? null : paidOnProblem(payout, paidOn, now);
  if (problem !== null) throw new AppError("invalid_request", { text: problem });
  return {
    ...payout,
    status: to,
    seq: payout.seq + 1,
    reference: reference ?? payout.reference,
    reason: to === "paid" ? null : (reason ?? null),
    paidOn: to === "paid" ? (paidOn ?? dayOf(now)) : payout.paidOn,
    settledAt: now,
  };
}

/** Time zones differ by up to a day, and a bank may book on the previous business day. */
const PAID_ON_SLACK_DAYS = 3;

/** Why the payout cannot have been paid on that day, or null. */
export function paidOnProblem({ createdAt }: Payout, paidOn: string, now: Date): string | null {
  const earliest = dayOf(new Date(createdAt.getTime() - PAID_ON_SLACK_DAYS * DAY_MS));
  if (paidOn < earliest) return `paid_on ${paidOn} is before the payout was created on ${dayOf(createdAt)}.`;
  if (paidOn > dayOf(new Date(now.getTime() + DAY_MS))) return `paid_on ${paidOn} is in the future.`;
  return null;
}

/** A change that is decided but not saved yet. */
export interface PayoutChange {
  readonly from: PayoutStatus;
  readonly after: Payout;
  readonly action: PayoutAction;
}

/** What marking a whole batch as paid does to one of its payouts. */
export type BatchMark =
  | { readonly outcome: "change"; readonly change: PayoutChange }
  | { readonly outcome: "unchanged"; readonly status: PayoutStatus }
  | { readonly outcome: "refused"; readonly error: AppError };

/** Only open payouts change. A payout that failed or was cancelled needs its own decision. */
export function markInBatch(payout: Payout, settlement: Settlement): BatchMark {
  const { status } = payout;
  if (status !== "created") return { outcome: "unchanged", status };
  try {
    const after = applyPayoutAction(payout, "mark_paid", settlement);
    return { outcome: "change", change: { from: status, after, action: "mark_paid" } };
  } catch (error) {
    if (error instanceof AppError) return { outcome: "refused", error };
    throw error;
  }
}

export const payoutActionsFrom = (status: PayoutStatus): PayoutAction[] =>
  payoutActions.filter((action) => payoutTransitions[action].from.includes(status));

/** Whether it holds its conversions and claw-backs. Each of them can be in only one such payout. */
export const isLiving = (status: PayoutStatus): boolean => status === "created" || status === "paid";

/** An ended payout that is paid after all needs to reclaim the lines it released. */
export const isReclaim = ({ from, after }: PayoutChange): boolean => !isLiving(from) && isLiving(after.status);
export const isRelease = ({ from, after }: PayoutChange): boolean => isLiving(from) && !isLiving(after.status);

/** Payouts created together, a few affiliates at a time. An interrupted batch resumes where it stopped. */
export interface Batch {
  readonly id: BatchId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly origin: BatchOrigin;
  readonly minimumMinor: bigint;
  readonly asOf: Date;
  /** The first day of the month of a monthly batch: YYYY-MM-DD. */
  readonly month: string | null;
  readonly actor: string;
  readonly status: "making" | "made";
  readonly reachedAffiliateId: AffiliateId | null;
  readonly skippedWithoutDetails: number;
  readonly createdAt: Date;
  readonly madeAt: Date | null;
}
