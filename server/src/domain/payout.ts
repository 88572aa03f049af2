import type { Currency } from "./currency.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { AccountId, AffiliateId, BatchId, PayoutId } from "./ids.ts";
import type { Money } from "./money.ts";
import type { PayoutDetailsKind } from "./payout-details.ts";

export const payoutStatuses = ["created", "paid", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export type PayoutMethod = PayoutDetailsKind;
export const payoutActions = ["mark_paid", "mark_failed", "cancel"] as const;
export type PayoutAction = (typeof payoutActions)[number];

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

/** A paid one may still come back from the bank; what has ended stays ended, and its lines may go into a new payout. */
export const payoutTransitions: Readonly<Record<PayoutAction, Transition>> = {
  mark_paid: { from: ["created"], to: "paid", refusal: "payout_not_created" },
  mark_failed: { from: ["created", "paid"], to: "failed", refusal: "payout_already_ended" },
  cancel: { from: ["created"], to: "cancelled", refusal: "payout_not_cancellable" },
};

export interface Settlement {
  readonly now: Date;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly paidOn?: string | undefined;
  /** The person knows that a file with it was written. */
  readonly althoughInFile?: boolean | undefined;
}

/** The payout after the action, or the refusal. */
export function applyPayoutAction(payout: Payout, action: PayoutAction, settlement: Settlement): Payout {
  const { from, to, refusal } = payoutTransitions[action];
  if (!from.includes(payout.status)) throw new AppError(refusal);
  if (action === "cancel" && payout.inFile && !settlement.althoughInFile) throw new AppError("payout_in_file");
  const { now, reference, reason, paidOn } = settlement;
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

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const payoutActionsFrom = (status: PayoutStatus): PayoutAction[] =>
  payoutActions.filter((action) => payoutTransitions[action].from.includes(status));

/** Whether it holds its conversions and claw-backs: they can be in one living payout only. */
export const isLiving = (status: PayoutStatus): boolean => status === "created" || status === "paid";

export const batchOrigins = ["single", "batch", "monthly"] as const;
export type BatchOrigin = (typeof batchOrigins)[number];

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
