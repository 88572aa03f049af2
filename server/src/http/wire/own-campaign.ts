import type { PortalCampaignRow } from "tributary-sdk/pages";
import { rebinds } from "tributary-sdk/words";
import { z } from "zod";
import { shownStatus, affiliateStatuses, type AffiliationStatus } from "../../domain/affiliation.ts";
import { campaignStatuses } from "../../domain/campaign.ts";
import { commissionTypes, commissionValueOf } from "../../domain/values/commission.ts";
import { majorOf } from "../../domain/values/money.ts";
import { earningsOf, type Earnings, type StatusTotal } from "../../domain/statistics.ts";
import { linkNotice, termsOf, variesFromBase } from "../../domain/terms.ts";
import type { MeasuredAffiliation, OwnCampaign } from "../../usecases/affiliates/own-campaigns.ts";
import { merchantBrand, presentMerchantBrand } from "./branding.ts";
import { byCurrency, byCurrencyOf } from "./money.ts";
import { presentRebind } from "./offer.ts";
import { ownPlan, presentOwnPlan } from "./own-plan.ts";
import { isoOrNull } from "./times.ts";

const campaignFields = {
  id: z.string(),
  name: z.string(),
  merchant_name: z.string(),
  brand: merchantBrand,
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
  commission_varies: z.literal(true).optional(),
  currency: z.string(),
  stats: z.object({ clicks: z.number(), conversions: z.number() }),
  by_currency: byCurrencyOf(z.object({ pending: z.number(), approved: z.number() })),
};
export const ownCampaignRow: z.ZodType<PortalCampaignRow> = z.object(campaignFields);
export const ownCampaign = z.object({
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
  plan: ownPlan.optional(),
  rebind: z.enum(rebinds).optional(),
});

/** With its terms, for the campaign's page. */
export const presentOwnCampaign = (own: OwnCampaign, baseUrl: string): z.infer<typeof ownCampaign> => ({
  ...presentOwnCampaignRow(own, baseUrl),
  target_url: own.campaign.targetUrl,
  attribution_window: own.campaign.attributionWindowDays,
  maturation_days: own.campaign.maturationDays,
  terms: termsOf(own.campaign, own.plan?.plan),
  notice: linkNotice(own.affiliation.status, own.campaign),
  ...(own.plan && { plan: presentOwnPlan(own.plan) }),
  ...presentRebind(own.campaign),
});

export function presentOwnCampaignRow(own: MeasuredAffiliation, baseUrl: string): PortalCampaignRow {
  const { affiliation, campaign, merchantName, branding, clicks, totals, deciding } = own;
  const commission = deciding?.plan.base ?? campaign.commission;
  return {
    id: campaign.id,
    name: campaign.name,
    merchant_name: merchantName,
    brand: presentMerchantBrand(branding),
    status: campaign.status,
    affiliation_id: affiliation.id,
    affiliation_status: affiliationWord(affiliation.status),
    joined_at: affiliation.joinedAt.toISOString(),
    approved_at: isoOrNull(affiliation.approvedAt),
    affiliate_code: affiliation.code,
    unique_link: `${baseUrl}/r/${affiliation.code}`,
    link_is_tracked: linkNotice(affiliation.status, campaign) === null,
    commission_type: commission.type,
    commission_value: commissionValueOf(commission),
    ...(deciding && variesFromBase(deciding.plan) && { commission_varies: true as const }),
    currency: campaign.currency,
    stats: { clicks, conversions: countOf(totals) },
    by_currency: byCurrency(commissionsOf(totals), ({ pendingCommission, approvedCommission }) => ({
      pending: majorOf(pendingCommission),
      approved: majorOf(approvedCommission),
    })),
  };
}

function affiliationWord(status: AffiliationStatus): PortalCampaignRow["affiliation_status"] {
  if (status === "removed") return "left";
  return status === "suspended" ? "suspended" : shownStatus(status).status;
}

/** Currencies that occur only in order amounts are left out, because nothing was earned in them. */
const commissionsOf = (totals: readonly StatusTotal[]): Earnings[] =>
  earningsOf(totals).filter(
    ({ pendingCommission, approvedCommission }) => pendingCommission.minor + approvedCommission.minor > 0n,
  );

const countOf = (totals: readonly StatusTotal[]): number =>
  Number(totals.reduce((sum, total) => (total.status === "rejected" ? sum : sum + total.conversions), 0n));
