import type { ClawBackRow } from "tributary-sdk/pages";
import { z } from "zod";
import type { ClawBack } from "../../domain/claw-back.ts";
import { majorOf } from "../../domain/values/money.ts";
import type { ListedClawBack } from "../../usecases/conversions/browse-claw-backs.ts";
import { EDITED } from "../../usecases/refunds/settle-conversion.ts";

const ownFields = {
  id: z.string(),
  conversion_id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  affiliate_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  created_at: z.string(),
  payout_id: z.string().nullable(),
};
/** As its affiliate sees it. */
export const ownClawBack = z.object(ownFields);
export const clawBackRow: z.ZodType<ClawBackRow> = z.object({
  ...ownFields,
  affiliate_name: z.string(),
  external_id: z.string(),
  refund_id: z.string().nullable(),
  undoes_id: z.string().nullable(),
});

export const REFUND_CANCELLED = "Refund cancelled";

/** What a cancelled refund returns was recorded with the reason of the refund. */
const reasonOf = ({ amount, refundId, reason }: ClawBack): string =>
  amount.minor < 0n && refundId !== null && reason !== EDITED ? REFUND_CANCELLED : reason;

export const presentOwnClawBack = ({
  clawBack,
  campaignName,
}: ListedClawBack): Omit<ClawBackRow, "affiliate_name" | "external_id" | "refund_id" | "undoes_id"> => ({
  id: clawBack.id,
  conversion_id: clawBack.conversionId,
  campaign_id: clawBack.campaignId,
  campaign_name: campaignName,
  affiliate_id: clawBack.affiliateId,
  amount: majorOf(clawBack.amount),
  currency: clawBack.amount.currency,
  reason: reasonOf(clawBack),
  created_at: clawBack.createdAt.toISOString(),
  payout_id: clawBack.payoutId,
});

export const presentClawBack = (listed: ListedClawBack): ClawBackRow => ({
  ...presentOwnClawBack(listed),
  affiliate_name: listed.affiliateName,
  external_id: listed.orderId,
  refund_id: listed.clawBack.refundId,
  undoes_id: listed.clawBack.undoes,
});
