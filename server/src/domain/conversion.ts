import {
  conversionActions as memberActions,
  type AttributedBy,
  type ConversionAction as MemberAction,
  type ConversionKind,
  type ConversionStatus,
  type WarningSign,
} from "tributary-sdk/words";
import type { CommissionRule } from "./values/commission.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import { daysAfter } from "./values/day.ts";
import type {
  AccountId,
  AffiliateId,
  AffiliationId,
  CampaignId,
  ClickId,
  ConversionId,
  CouponId,
  PayoutId,
  PlanId,
} from "./ids.ts";
import type { Money } from "./values/money.ts";
import type { Trace } from "./plan/trace.ts";

export { conversionActions as memberActions, type ConversionAction as MemberAction } from "tributary-sdk/words";
export { conversionStatuses, warningSigns, type ConversionStatus, type WarningSign } from "tributary-sdk/words";

export interface Conversion {
  readonly id: ConversionId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly affiliationId: AffiliationId;
  readonly externalId: string;
  readonly kind: ConversionKind;
  /** A keyed hash; null if the shop did not say who ordered. */
  readonly customerKey: Buffer | null;
  /** The plan that decided; null: the campaign had none. */
  readonly planned: Planned | null;
  /** The UTC month that it counts for, such as 2026-03-01, if it was not tracked in the month that it was paid in. */
  readonly countedMonth: string | null;
  /** What counts now: the order without its refunds. Refunds of a settled conversion change neither; they are clawed back. */
  readonly amount: Money;
  readonly commission: Money;
  readonly original: Worth;
  readonly refundedMinor: bigint;
  /** Whether a refund was ever recorded, even if it was cancelled. */
  readonly hasRefunds: boolean;
  /** The first conversion of the order, if this one is for a part of it. */
  readonly partOf: ConversionId | null;
  readonly status: ConversionStatus;
  readonly createdAt: Date;
  readonly maturesAt: Date;
  readonly approvedAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly rejectionReason: string | null;
  readonly payoutId: PayoutId | null;
  /** A payout that ended had it, and may still turn out to be paid. */
  readonly released: boolean;
  /** The number of transitions so far. Also numbers its history, transfers and events. */
  readonly seq: number;
  /** The attribution and terms at creation. Later campaign changes do not affect it. */
  readonly origin: ConversionOrigin;
}

/** How a plan decided an order. */
export interface Planned {
  readonly planId: PlanId;
  readonly version: number;
  /** Its number among the affiliate's orders of the month, if the plan counts them. */
  readonly ordinal: number | null;
  /** How the original commission was calculated. */
  readonly trace: Trace;
}

/** What an order is worth: to the shop and to the affiliate. */
export interface Worth {
  readonly amount: Money;
  readonly commission: Money;
}

export interface ConversionOrigin {
  readonly attributedBy: AttributedBy;
  readonly clickId: ClickId | null;
  readonly clickedAt: Date | null;
  readonly clickExpiresAt: Date | null;
  readonly addressHash: Buffer | null;
  readonly rule: CommissionRule;
  /** Whether a partial refund lowers a fixed commission. */
  readonly scalesFixed: boolean;
  readonly warningSigns: readonly WarningSign[];
  /** The coupon that the customer used, if an affiliate of the campaign held it. */
  readonly coupon: { readonly id: CouponId; readonly code: string } | null;
  /** Whose click or coupon came with the order too, but did not decide. */
  readonly otherAffiliationId: AffiliationId | null;
}

/** The affiliate's own coupon. One that did not decide is another affiliate's. */
export const ownCouponOf = ({
  attributedBy,
  coupon,
  otherAffiliationId,
}: Pick<ConversionOrigin, "attributedBy" | "coupon" | "otherAffiliationId">): string | null =>
  attributedBy === "click" && otherAffiliationId !== null ? null : (coupon?.code ?? null);

export type ConversionAction = "approve" | "reject" | "reject_as_member" | "unreject";

interface Transition {
  readonly from: readonly ConversionStatus[];
  readonly to: ConversionStatus;
  /** The error if the conversion's status is not in `from`. */
  readonly refusal: ErrorCode;
  readonly guard: (conversion: Conversion, now: Date) => ErrorCode | undefined;
}

export const isMature = (conversion: Pick<Conversion, "maturesAt">, now: Date): boolean => now >= conversion.maturesAt;

const insideMaturation = (conversion: Conversion, now: Date): ErrorCode | undefined =>
  isMature(conversion, now) ? "outside_maturation_period" : undefined;
const freeOfPayout = (conversion: Conversion): ErrorCode | undefined =>
  conversion.payoutId === null ? undefined : "conversion_in_payout";
/** Cancelling a refund restores it. */
const somethingLeft = ({ original, refundedMinor }: Conversion): ErrorCode | undefined =>
  refundedMinor > 0n && refundedMinor === original.amount.minor ? "conversion_refunded" : undefined;
const always = (): undefined => undefined;

export const conversionTransitions: Readonly<Record<ConversionAction, Transition>> = {
  approve: { from: ["pending"], to: "approved", refusal: "conversion_not_pending", guard: always },
  reject: {
    from: ["pending", "approved"],
    to: "rejected",
    refusal: "conversion_already_rejected",
    guard: (conversion, now) => freeOfPayout(conversion) ?? insideMaturation(conversion, now),
  },
  // Members may reject a pending conversion at any time. Otherwise an old fraudulent one could only be approved.
  reject_as_member: {
    from: ["pending", "approved"],
    to: "rejected",
    refusal: "conversion_already_rejected",
    guard: (conversion, now) =>
      freeOfPayout(conversion) ?? (conversion.status === "pending" ? undefined : insideMaturation(conversion, now)),
  },
  unreject: {
    from: ["rejected"],
    to: "pending",
    refusal: "conversion_not_rejected",
    guard: (conversion, now) => insideMaturation(conversion, now) ?? somethingLeft(conversion),
  },
};

/** Returns the conversion after the action, or throws. Only a rejection keeps `reason`. */
export function applyAction(
  conversion: Conversion,
  action: ConversionAction,
  { now, reason = null }: { now: Date; reason?: string | null },
): Conversion {
  const { from, to, refusal, guard } = conversionTransitions[action];
  if (!from.includes(conversion.status)) throw new AppError(refusal);
  const refused = guard(conversion, now);
  if (refused) throw new AppError(refused);
  return {
    ...conversion,
    status: to,
    seq: conversion.seq + 1,
    approvedAt: to === "approved" ? now : null,
    rejectedAt: to === "rejected" ? now : null,
    rejectionReason: to === "rejected" ? reason : null,
  };
}

function isAllowed(conversion: Conversion, action: ConversionAction, now: Date): boolean {
  const { from, guard } = conversionTransitions[action];
  return from.includes(conversion.status) && guard(conversion, now) === undefined;
}

export const actionOfMember = (action: MemberAction): ConversionAction =>
  action === "reject" ? "reject_as_member" : action;

export const memberActionsFrom = (conversion: Conversion, now: Date): MemberAction[] =>
  memberActions.filter((action) => isAllowed(conversion, actionOfMember(action), now));

/** The status of a conversion that was just recorded, with its hold period ahead. */
export const newlyRecorded = (now: Date, maturationDays: number) =>
  ({
    status: "pending",
    createdAt: now,
    maturesAt: daysAfter(now, maturationDays),
    approvedAt: null,
    rejectedAt: null,
    rejectionReason: null,
    payoutId: null,
    released: false,
    seq: 1,
  }) as const satisfies Partial<Conversion>;
