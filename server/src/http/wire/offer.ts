import type { Offer } from "tributary-sdk/pages";
import { rebinds, type Rebind } from "tributary-sdk/words";
import { z } from "zod";
import type { Campaign } from "../../domain/campaign.ts";
import { commissionTypes, commissionValueOf } from "../../domain/values/commission.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import type { Offered } from "../../usecases/affiliates/read-offer.ts";
import { merchantBrand, presentMerchantBrand } from "./branding.ts";
import { commissionPlan } from "./plan.ts";

/** What a person sees before they join a campaign. */
export const offerFields = {
  merchant: z.object({ name: z.string(), brand: merchantBrand }),
  campaign: z.object({
    name: z.string(),
    commission_type: z.enum(commissionTypes),
    commission_value: z.number(),
    currency: z.string(),
    plan: commissionPlan.optional(),
    rebind: z.enum(rebinds).optional(),
    attribution_window: z.number(),
    maturation_days: z.number(),
    needs_approval: z.boolean(),
    target_url: z.string(),
  }),
};

export const presentRebind = ({ rebind }: Pick<Campaign, "rebind">): { rebind?: Rebind } =>
  rebind === "never" ? {} : { rebind };

export const presentOffer = (open: Offered): Offer => ({
  merchant: { name: open.merchantName, brand: presentMerchantBrand(open.branding) },
  campaign: {
    name: open.campaign.name,
    commission_type: open.campaign.commission.type,
    commission_value: commissionValueOf(open.campaign.commission),
    currency: open.campaign.currency,
    ...(open.plan && { plan: planJson(open.plan) }),
    ...presentRebind(open.campaign),
    attribution_window: open.campaign.attributionWindowDays,
    maturation_days: open.campaign.maturationDays,
    needs_approval: open.campaign.visibility === "private",
    target_url: open.campaign.targetUrl,
  },
});
