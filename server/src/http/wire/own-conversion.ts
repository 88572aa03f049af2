import type { PortalConversionResponse, PortalConversionRow } from "tributary-sdk/pages";
import { z } from "zod";
import { conversionStatuses, ownCouponOf, type Conversion } from "../../domain/conversion.ts";
import { customerLabel } from "../../domain/customer.ts";
import { majorOf } from "../../domain/values/money.ts";
import { bonusMonthOf } from "../../domain/plan/bonus.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import { daysToMaturation, stateOf } from "../../domain/terms.ts";
import { isWithdrawable } from "../../domain/withdrawable.ts";
import type { OwnConversion, OwnConversionStory } from "../../usecases/conversions/own-conversions.ts";
import {
  changeOfStep,
  explanation,
  orderFacts,
  presentExplanation,
  historyActions,
  presentChange,
  presentOrderFacts,
  presentRefunded,
} from "./conversion.ts";
import { commissionPlan } from "./plan.ts";
import { commissionLine, presentLines } from "./planned.ts";
import { isoOrNull } from "./times.ts";

export const ownConversionRow: z.ZodType<PortalConversionRow> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  merchant_name: z.string(),
  amount: z.number(),
  currency: z.string(),
  commission: z.number(),
  commission_currency: z.string(),
  original_amount: z.number().optional(),
  original_commission: z.number().optional(),
  refunded_amount: z.number().optional(),
  status: z.enum(conversionStatuses),
  created_at: z.string(),
  matures_at: z.string(),
  days_to_maturation: z.number(),
  withdrawable: z.boolean(),
  deducted: z.boolean(),
  payout_id: z.string().nullable(),
  approved_at: z.string().nullable(),
  rejected_at: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  state: z.string(),
  kind: z.enum(["renewal", "bonus"]).optional(),
  bonus_month: z.string().optional(),
  counts_for: z.string().optional(),
  customer: z.string().optional(),
  coupon_code: z.string().optional(),
});

/** Leaves out the merchant's order ID and everything about the buyer. */
export function presentOwnConversionRow(
  { conversion, deduction, campaignName, merchantName }: OwnConversion,
  now: Date,
): PortalConversionRow {
  const coupon = ownCouponOf(conversion.origin);
  return {
    id: conversion.id,
    campaign_id: conversion.campaignId,
    campaign_name: campaignName,
    merchant_name: merchantName,
    amount: majorOf(conversion.amount),
    currency: conversion.amount.currency,
    commission: majorOf(conversion.commission),
    commission_currency: conversion.commission.currency,
    ...presentRefunded(conversion),
    status: conversion.status,
    created_at: conversion.createdAt.toISOString(),
    matures_at: conversion.maturesAt.toISOString(),
    days_to_maturation: daysToMaturation(conversion, now),
    withdrawable: isWithdrawable(conversion, deduction, now),
    deducted: deduction !== null && deduction.amount.minor >= conversion.commission.minor,
    payout_id: conversion.payoutId,
    approved_at: isoOrNull(conversion.approvedAt),
    rejected_at: isoOrNull(conversion.rejectedAt),
    rejection_reason: conversion.rejectionReason,
    state: stateOf(conversion, deduction, now),
    ...presentKind(conversion),
    ...(conversion.countedMonth !== null && { counts_for: conversion.countedMonth.slice(0, MONTH_LENGTH) }),
    ...(conversion.customerKey && { customer: customerLabel(conversion.customerKey) }),
    ...(coupon !== null && { coupon_code: coupon }),
  };
}

const MONTH_LENGTH = "2026-10".length;

function presentKind({ kind, externalId }: Conversion): Pick<PortalConversionRow, "kind" | "bonus_month"> {
  if (kind === "order") return {};
  return kind === "bonus" ? { kind, bonus_month: bonusMonthOf(externalId) } : { kind };
}

export const ownConversion: z.ZodType<PortalConversionResponse> = z.object({
  conversion: ownConversionRow,
  click: z.object({ id: z.string(), clicked_at: z.string(), sub: z.string().nullable() }).nullable(),
  explanation,
  history: z.array(
    z.object({
      action: z.enum(historyActions),
      ...changeOfStep,
      status: z.enum(conversionStatuses),
      at: z.string(),
    }),
  ),
  ...orderFacts,
  part_of: z.string().nullable(),
  parts: z.array(z.string()),
  budget_short: z.boolean(),
  lines: z.array(commissionLine).optional(),
  plan: commissionPlan.optional(),
  claw_back: z
    .object({
      amount: z.number(),
      currency: z.string(),
      reason: z.string(),
      at: z.string(),
      payout_id: z.string().nullable(),
    })
    .nullable(),
});

export function presentOwnConversion(story: OwnConversionStory, now: Date): PortalConversionResponse {
  const { own, sub, explanation: explained, history, others, plan } = story;
  const { lines } = presentLines(own.conversion);
  const { deduction } = own;
  const { clickId, clickedAt, warningSigns } = own.conversion.origin;
  return {
    conversion: presentOwnConversionRow(own, now),
    click: clickId && clickedAt ? { id: clickId, clicked_at: clickedAt.toISOString(), sub } : null,
    // Whether another affiliate's link or coupon was involved is the merchant's business.
    explanation: presentExplanation({ ...explained, otherEvidence: null }),
    history: history.map((step) => ({
      action: step.action,
      ...presentChange(step),
      status: step.status,
      at: step.at.toISOString(),
    })),
    ...presentOrderFacts(story),
    part_of: own.conversion.partOf,
    parts: others.map(({ id }) => id),
    budget_short: warningSigns.includes("budget_short"),
    ...(lines && { lines }),
    ...(plan && { plan: planJson(plan) }),
    claw_back: deduction && {
      amount: majorOf(deduction.amount),
      currency: deduction.amount.currency,
      reason: deduction.reason,
      at: deduction.createdAt.toISOString(),
      payout_id: deduction.payoutId,
    },
  };
}
