import { isMature, type Conversion } from "./conversion.ts";
import { AppError } from "./errors.ts";
import type { AccountId, AffiliateId, CampaignId, ClawBackId, ConversionId, PayoutId } from "./ids.ts";
import type { Money } from "./money.ts";

/**
 * What an affiliate owes back for a conversion that can no longer be rejected. The amount does not return to the
 * budget.
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
}

/**
 * Works for paid and unpaid conversions. The database ensures one claw-back per conversion, because it sees concurrent
 * requests.
 */
export function clawBackOf(
  conversion: Conversion,
  { id, reason, actor, now }: { id: ClawBackId; reason: string; actor: string; now: Date },
): ClawBack {
  if (conversion.status !== "approved") throw new AppError("conversion_not_approved");
  if (!isMature(conversion, now)) throw new AppError("inside_maturation_period");
  if (conversion.commission.minor === 0n) throw new AppError("nothing_to_claw_back");
  return {
    id,
    accountId: conversion.accountId,
    conversionId: conversion.id,
    campaignId: conversion.campaignId,
    affiliateId: conversion.affiliateId,
    amount: conversion.commission,
    reason,
    actor,
    createdAt: now,
    payoutId: null,
  };
}
