import type {
  ClaimFinding,
  MailSwitches,
  PayoutDetails,
  PortalCampaignRow,
  PortalClaim,
  PortalConversionRow,
} from "tributary-sdk/pages";
import { z } from "zod";
import { affiliateStatuses } from "../../domain/affiliation.ts";
import { campaignStatuses } from "../../domain/campaign.ts";
import { claimFindings, claimStates } from "../../domain/claim.ts";
import { commissionTypes } from "../../domain/commission.ts";
import { conversionStatuses } from "../../domain/conversion.ts";
import { reference } from "../wire/fields.ts";
import { pagination } from "../v1/schemas.ts";

/** What the portal's pages hear. Each is typed by what the pages were promised, so that neither can change alone. */

export const ofOne = z.object({ id: reference("id") });
export const listPagination = pagination.extend({ total_is_at_least: z.boolean().optional() });
export const byCurrencyOf = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema);

const campaignFields = {
  id: z.string(),
  name: z.string(),
  merchant_name: z.string(),
  status: z.enum(campaignStatuses),
  affiliation_id: z.string(),
  affiliation_status: z.enum([...affiliateStatuses, "suspended", "left"]),
  joined_at: z.string(),
  approved_at: z.string().nullable(),
  affiliate_code: z.string(),
  unique_link: z.string(),
  link_is_tracked: z.boolean(),
  commission_type: z.enum(commissionTypes),
  commission_value: z.number(),
  currency: z.string(),
  stats: z.object({ clicks: z.number(), conversions: z.number() }),
  by_currency: byCurrencyOf(z.object({ pending: z.number(), approved: z.number() })),
};
export const campaignRow: z.ZodType<PortalCampaignRow> = z.object(campaignFields);
export const campaignDetail = z.object({
  ...campaignFields,
  target_url: z.string(),
  attribution_window: z.number(),
  maturation_days: z.number(),
  terms: z.object({
    commission: z.string(),
    attribution: z.string(),
    maturation: z.string(),
    approval: z.string(),
  }),
  notice: z.string().nullable(),
});

export const conversionRow: z.ZodType<PortalConversionRow> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  merchant_name: z.string(),
  amount: z.number(),
  currency: z.string(),
  commission: z.number(),
  commission_currency: z.string(),
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
});

export const claimFinding: z.ZodType<ClaimFinding> = z.object({
  kind: z.enum(claimFindings),
  text: z.string(),
  conversion: z.object({ id: z.string(), status: z.enum(conversionStatuses) }).nullable(),
  reason: z.string().nullable(),
});

export const portalClaim: z.ZodType<PortalClaim> = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  merchant_name: z.string(),
  external_id: z.string(),
  approximate_time: z.string(),
  asked_at: z.string(),
  state: z.enum(claimStates),
  finding: claimFinding,
  message: z.string().nullable(),
  opened_at: z.string().nullable(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  conversion_id: z.string().nullable(),
});

const holder = z.string();
export const payoutDetails: z.ZodType<PayoutDetails> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("iban"), holder, iban: z.string(), bic: z.string().nullable() }),
  z.object({ kind: z.literal("paypal"), holder, email: z.string() }),
  z.object({ kind: z.literal("other"), holder, text: z.string() }),
]);

export const mailSwitches: z.ZodType<MailSwitches> = z.object({
  invitation: z.boolean(),
  approval: z.boolean(),
  claim_answered: z.boolean(),
});
