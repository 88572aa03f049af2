import {
  payoutActions,
  type PayoutStatus,
  type PayoutAction,
  type BatchOrigin,
  type PayoutMethod,
} from "tributary-sdk/words";
import type { Currency } from "./currency.ts";
import { DAY_MS, dayOf } from "./day.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { AccountId, AffiliateId, BatchId, PayoutId } from "./ids.ts";
import type { Money } from "./money.ts";

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
  /** What the conversions come to less what the claw-backs take off: more than 0. */
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
  /** Whether a file to pay with holds it. */
  readonly inFile: boolean;
}

interface Transition {
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  readonly refusal: ErrorCode;
}

/**
 * A bank may return a payment, and may pay after all what has failed or was cancelled. An ended payout has let its lines go:
 * it can be paid only if it can take all of them again (see `refusedReclaims`).
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
 * Ending a payout frees its money for the next batch. One that is in a file may still be paid by the bank, so a person who
 * ends it by hand confirms that they know.
 */
export const needsSecondQuestion = ({ status, inFile }: Payout, action: PayoutAction): boolean =>
  inFile && status === "created" && !isLiving(payoutTransitions[action].to);

/** The payout after the action, or the refusal. */
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

/** Time zones are a day apart, and a bank may book on the working day before. */
const PAID_ON_SLACK_DAYS = 3;

/** Why nobody can have been paid on that day, or null. */
export function paidOnProblem({ createdAt }: Payout, paidOn: string, now: Date): string | null {
  const earliest = dayOf(new Date(createdAt.getTime() - PAID_ON_SLACK_DAYS * DAY_MS));
  if (paidOn < earliest) return `paid_on ${paidOn} is before the payout was created on ${dayOf(createdAt)}.`;
  if (paidOn > dayOf(new Date(now.getTime() + DAY_MS))) return `paid_on ${paidOn} is in the future.`;
  return null;
}

/** An action that was decided, and not yet saved. */
export interface PayoutChange {
  readonly from: PayoutStatus;
  readonly after: Payout;
  readonly action: PayoutAction;
}

export const payoutActionsFrom = (status: PayoutStatus): PayoutAction[] =>
  payoutActions.filter((action) => payoutTransitions[action].from.includes(status));

/** Whether it holds its conversions and claw-backs: they can be in one living payout only. */
export const isLiving = (status: PayoutStatus): boolean => status === "created" || status === "paid";

/** It ended and is living again, so it needs the lines that it let go. */
export const isReclaim = ({ from, after }: PayoutChange): boolean => !isLiving(from) && isLiving(after.status);
export const isRelease = ({ from, after }: PayoutChange): boolean => isLiving(from) && !isLiving(after.status);

/** Payouts that are made together, a few affiliates at a time; one that was interrupted goes on where it was. */
export interface Batch {
  readonly id: BatchId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly origin: BatchOrigin;
  readonly minimumMinor: bigint;
  readonly asOf: Date;
  /** Of a monthly one, its first day: YYYY-MM-DD. */
  readonly month: string | null;
  readonly actor: string;
  readonly status: "making" | "made";
  readonly reachedAffiliateId: AffiliateId | null;
  readonly skippedWithoutDetails: number;
  readonly createdAt: Date;
  readonly madeAt: Date | null;
}
