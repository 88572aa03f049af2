import type { Offer } from "tributary-sdk/pages";
import { z } from "zod";
import type { Branding } from "../../domain/branding.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { commissionTypes, commissionValueOf } from "../../domain/commission.ts";
import { merchantBrand, presentMerchantBrand } from "./branding.ts";

/** What a person sees before they join a campaign. */
export const offerFields = {
  merchant: z.object({ name: z.string(), brand: merchantBrand }),
  campaign: z.object({
    name: z.string(),
    commission_type: z.enum(commissionTypes),
    commission_value: z.number(),
    currency: z.string(),
    attribution_window: z.number(),
    maturation_days: z.number(),
    needs_approval: z.boolean(),
    target_url: z.string(),
  }),
};

export const presentOffer = (open: { campaign: Campaign; merchantName: string; branding: Branding }): Offer => ({
  merchant: { name: open.merchantName, brand: presentMerchantBrand(open.branding) },
  campaign: {
    name: open.campaign.name,
    commission_type: open.campaign.commission.type,
    commission_value: commissionValueOf(open.campaign.commission),
    currency: open.campaign.currency,
    attribution_window: open.campaign.attributionWindowDays,
    maturation_days: open.campaign.maturationDays,
    needs_approval: open.campaign.visibility === "private",
    target_url: open.campaign.targetUrl,
  },
});
