import { isMature, type Conversion } from "./conversion.ts";
import { AppError } from "./errors.ts";
import type { AccountId, AffiliateId, CampaignId, ClawBackId, ConversionId, PayoutId, RefundId } from "./ids.ts";
import type { Money } from "./values/money.ts";

/**
 * What an affiliate owes back for a conversion that can no longer be rejected. The amount does not return to the
 * budget. A negative amount returns what an earlier claw-back took.
 */
export interface ClawBack {
  readonly id: ClawBackId;
  readonly accountId: AccountId;
  readonly conversionId: ConversionId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly amount: Money;
  readonly reason: string;
  readonly actor: string;
  readonly createdAt: Date;
  /** The created or paid payout that deducted it; null until a payout does. */
  readonly payoutId: PayoutId | null;
  /** The refund that caused it; null if a person decided it. */
  readonly refundId: RefundId | null;
  /** The claw-back that a person undid. */
  readonly undoes: ClawBackId | null;
}

export interface NewClawBack {
  readonly id: ClawBackId;
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly actor: string;
  readonly now: Date;
  readonly refundId?: RefundId | null | undefined;
  readonly undoes?: ClawBackId | undefined;
}

export const clawBackOf = (conversion: Conversion, made: NewClawBack): ClawBack => ({
  id: made.id,
  accountId: conversion.accountId,
  conversionId: conversion.id,
  campaignId: conversion.campaignId,
  affiliateId: conversion.affiliateId,
  amount: { ...conversion.commission, minor: made.amountMinor },
  reason: made.reason,
  actor: made.actor,
  createdAt: made.now,
  payoutId: null,
  refundId: made.refundId ?? null,
  undoes: made.undoes ?? null,
});

/** The claw-backs of a conversion, less what was returned. */
export interface ClawedBack {
  readonly totalMinor: bigint;
  /** The part that refunds caused. */
  readonly byRefundsMinor: bigint;
  /** What a person gave back although the refund still counts. */
  readonly waivedMinor: bigint;
}

/** What a person can still claw back of a paid or unpaid conversion: everything that is left of its commission. */
export function clawableMinor(conversion: Conversion, { totalMinor }: ClawedBack, now: Date): bigint {
  if (conversion.status !== "approved") throw new AppError("conversion_not_approved");
  if (!isMature(conversion, now)) throw new AppError("inside_maturation_period");
  if (conversion.commission.minor === 0n) throw new AppError("nothing_to_claw_back");
  const left = conversion.commission.minor - totalMinor;
  if (left === 0n) throw new AppError("already_clawed_back");
  return left;
}
