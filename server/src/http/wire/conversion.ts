import type { Conversion as WireConversion, TrackedConversion } from "tributary-sdk";
import type {
  ConversionResponse,
  ConversionRow,
  Explanation as WireExplanation,
  HistoryEntry as WireHistoryEntry,
} from "tributary-sdk/pages";
import { attributedBys } from "tributary-sdk/words";
import { z } from "zod";
import {
  conversionStatuses,
  memberActions,
  memberActionsFrom,
  warningSigns,
  type Conversion,
} from "../../domain/conversion.ts";
import { commissionTypes } from "../../domain/values/commission.ts";
import type { Explanation } from "../../domain/explanation.ts";
import { majorOf } from "../../domain/values/money.ts";
import { isOfEdit } from "../../domain/refund.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { ListedConversion } from "../../usecases/conversions/browse-conversions.ts";
import type { HistoryEntry } from "../../usecases/conversions/describe-conversion.ts";
import type { OrderStory, Step } from "../../usecases/conversions/history.ts";
import { actor, presentActor } from "./actor.ts";
import { REFUND_CANCELLED } from "./claw-back.ts";
import { affiliateId, campaignId, conversionId } from "./ids.ts";
import { currency } from "./money.ts";
import { planFields, presentLines, presentPlanned } from "./planned.ts";
import { pagination } from "./pagination.ts";
import { isoOf, isoOrNull, time, timeOrNull } from "./times.ts";

/** Present if the order came with an affiliate's coupon. */
const couponFields = {
  coupon_code: z
    .string()
    .optional()
    .describe("The affiliate's coupon that the customer used. Absent without one.")
    .meta({ example: "ANNA10" }),
  attributed_by: z
    .enum(attributedBys)
    .optional()
    .describe("What decided who gets the order. Present with a coupon.")
    .meta({ example: "coupon" }),
};

export const conversion = z
  .object({
    id: conversionId,
    campaign_id: campaignId,
    affiliate_id: affiliateId,
    external_id: z
      .string()
      .describe("Your order or transaction ID. Unique in the account.")
      .meta({ example: "order-1001" }),
    amount: z.number().describe("What the customer paid.").meta({ example: 49.99 }),
    currency: currency.describe("The currency of the amount."),
    commission: z.number().describe("What the affiliate earns.").meta({ example: 5 }),
    commission_currency: currency.describe("The currency of the commission."),
    status: z.enum(conversionStatuses).describe("The conversion's status."),
    click_id: z
      .string()
      .nullable()
      .describe("The click that the conversion was attributed to, if any.")
      .meta({ example: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh" }),
    created_at: time("When it was tracked."),
    matures_at: time("When the maturation period ends. Until then the conversion can be rejected."),
    approved_at: timeOrNull("When it was approved, or null."),
    rejected_at: timeOrNull("When it was rejected, or null."),
    rejection_reason: z.string().nullable().describe("Why it was rejected.").meta({ example: null }),
    warning_signs: z
      .array(z.enum(warningSigns))
      .describe("Why someone should review it. With any of these it is never approved automatically.")
      .meta({ example: ["fast_conversion"] }),
    original_amount: z
      .number()
      .optional()
      .describe("The amount before refunds. This and the next two are present once a refund was recorded.")
      .meta({ example: 62.49 }),
    original_commission: z.number().optional().describe("The commission before refunds.").meta({ example: 6.25 }),
    refunded_amount: z.number().optional().describe("All refunds that count.").meta({ example: 12.5 }),
    ...planFields,
    ...couponFields,
  })
  .meta({ id: "Conversion", description: "A sale, sign-up or lead from an affiliate." });

export const conversionPage = z.object({ conversions: z.array(conversion).describe("The conversions."), pagination });

export const trackedConversion = z
  .object({
    id: conversionId,
    commission: z.number().describe("What the affiliate earns.").meta({ example: 5 }),
    status: z.enum(conversionStatuses).describe("Pending."),
    ...planFields,
    ...couponFields,
  })
  .meta({ id: "TrackedConversion", description: "The new conversion." });

export const presentConversion = (tracked: Conversion): WireConversion => presentWith(tracked, presentLines(tracked));

const presentWith = (tracked: Conversion, lines: Pick<WireConversion, "lines">): WireConversion => ({
  id: tracked.id,
  campaign_id: tracked.campaignId,
  affiliate_id: tracked.affiliateId,
  external_id: tracked.externalId,
  amount: majorOf(tracked.amount),
  currency: tracked.amount.currency,
  commission: majorOf(tracked.commission),
  commission_currency: tracked.commission.currency,
  status: tracked.status,
  click_id: tracked.origin.clickId,
  created_at: isoOf(tracked.createdAt),
  matures_at: isoOf(tracked.maturesAt),
  approved_at: isoOrNull(tracked.approvedAt),
  rejected_at: isoOrNull(tracked.rejectedAt),
  rejection_reason: tracked.rejectionReason,
  warning_signs: [...tracked.origin.warningSigns],
  ...presentRefunded(tracked),
  ...presentPlanned(tracked, lines),
  ...presentCoupon(tracked),
});

export const presentTracked = (tracked: Conversion): TrackedConversion => ({
  id: tracked.id,
  commission: majorOf(tracked.commission),
  status: tracked.status,
  ...presentPlanned(tracked, presentLines(tracked)),
  ...presentCoupon(tracked),
});

/** Conversions without a coupon look as they did before coupons existed. */
const presentCoupon = ({
  origin: { coupon, attributedBy },
}: Conversion): Pick<WireConversion, "coupon_code" | "attributed_by"> =>
  coupon ? { coupon_code: coupon.code, attributed_by: attributedBy } : {};

/** Conversions without refunds look as they did before refunds existed. */
export const presentRefunded = ({
  original,
  refundedMinor,
  amount,
  hasRefunds,
}: Conversion): Pick<WireConversion, "original_amount" | "original_commission" | "refunded_amount"> =>
  hasRefunds
    ? {
        original_amount: majorOf(original.amount),
        original_commission: majorOf(original.commission),
        refunded_amount: majorOf({ ...amount, minor: refundedMinor }),
      }
    : {};

export const conversionRow: z.ZodType<ConversionRow> = conversion.extend({
  affiliation_id: z.string(),
  campaign_name: z.string(),
  affiliate_name: z.string(),
  seconds_to_convert: z.number().nullable(),
  payout_id: z.string().nullable(),
  part_of: z.string().nullable(),
  actions: z.array(z.enum(memberActions)),
});

/** A row of the list, without the lines of its commission. */
export function presentConversionRow(listed: ListedConversion, { clock }: MerchantContext): ConversionRow {
  const { conversion: tracked, campaignName, affiliateName } = listed;
  const { clickedAt } = tracked.origin;
  return {
    ...presentWith(tracked, {}),
    affiliation_id: tracked.affiliationId,
    campaign_name: campaignName,
    affiliate_name: affiliateName,
    seconds_to_convert: clickedAt && Math.floor((tracked.createdAt.getTime() - clickedAt.getTime()) / 1000),
    payout_id: tracked.payoutId,
    part_of: tracked.partOf,
    actions: memberActionsFrom(tracked, clock.now()),
  };
}

/** On its own page. */
export const presentWholeConversion = (listed: ListedConversion, context: MerchantContext): ConversionRow => ({
  ...presentConversionRow(listed, context),
  ...presentLines(listed.conversion),
});

export const explanation: z.ZodType<WireExplanation> = z.object({
  click: z.object({ clicked_at: z.string(), window_days: z.number() }).nullable(),
  rule: z.object({ type: z.enum(commissionTypes), value: z.number() }),
  attributed_by: z.enum(["customer", "bonus", "coupon"]).optional(),
  coupon_code: z.string().optional(),
  other_evidence: z.enum(["click", "coupon"]).optional(),
});

export const presentExplanation = ({
  attributedBy,
  click,
  rule,
  ownCoupon,
  otherEvidence,
}: Explanation): WireExplanation => ({
  click: click && { clicked_at: click.clickedAt.toISOString(), window_days: click.windowDays },
  rule,
  ...(attributedBy !== "click" && attributedBy !== "code" && { attributed_by: attributedBy }),
  ...(ownCoupon !== null && { coupon_code: ownCoupon }),
  ...(otherEvidence !== null && { other_evidence: otherEvidence }),
});

export const historyActions = ["track", ...memberActions, "adjust", "claw_back", "return"] as const;

export const changeOfStep = {
  adjusted: z.object({ amount: z.number(), commission: z.number() }).nullable(),
  clawed_back: z.number().nullable(),
  payout_id: z.string().nullable(),
  cause: z.enum(["refund", "refund_cancelled", "edit"]).nullable(),
  refunded: z.number().nullable(),
  reason: z.string().nullable(),
};

/** What a step of the history changed about the money, and why. */
export const presentChange = ({
  adjusted,
  clawedBack,
  payoutId,
  cause,
  refund,
  reason,
}: Omit<Step, "actor">): Pick<WireHistoryEntry, keyof typeof changeOfStep> => ({
  adjusted: adjusted && { amount: majorOf(adjusted.amount), commission: majorOf(adjusted.commission) },
  clawed_back: clawedBack && majorOf(clawedBack),
  payout_id: payoutId,
  cause,
  refunded: refund && majorOf(refund.amount),
  // The reason of a refund is not why it was cancelled.
  reason: cause === "refund_cancelled" ? REFUND_CANCELLED : reason,
});

export const orderFacts = {
  lowered_amount: z.number(),
  deductions: z.object({ deducted: z.number(), open: z.number() }),
};

/** What the refunds and the deductions of a conversion add up to. */
export const presentOrderFacts = ({
  lowered,
  deducted,
  owedBack,
}: Omit<OrderStory, "history">): Pick<ConversionResponse, keyof typeof orderFacts> => ({
  lowered_amount: majorOf(lowered),
  deductions: { deducted: majorOf(deducted), open: majorOf(owedBack) },
});

export const historyEntry: z.ZodType<WireHistoryEntry> = z.object({
  seq: z.number(),
  action: z.enum(historyActions),
  ...changeOfStep,
  refund_id: z.string().nullable(),
  status: z.enum(conversionStatuses),
  actor,
  at: z.string(),
});

export const presentHistoryEntry = (entry: HistoryEntry): WireHistoryEntry => ({
  seq: entry.seq,
  action: entry.action,
  ...presentChange(entry),
  refund_id: entry.refund && !isOfEdit(entry.refund) ? entry.refund.externalId : null,
  status: entry.status,
  actor: presentActor(entry.actor, entry.actorName),
  at: entry.at.toISOString(),
});
