import type { Campaign as WireCampaign, ListedCampaign, UpdatedCampaign } from "tributary-sdk";
import { couponNeedsClicks, evidenceOrders, fixedOnRefund, rebinds } from "tributary-sdk/words";
import { z } from "zod";
import { campaignStatuses, campaignTypes, visibilities, type Campaign } from "../../domain/campaign.ts";
import { commissionTypes, commissionValueOf } from "../../domain/values/commission.ts";
import { majorOf } from "../../domain/values/money.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import type { CampaignStatistics, StoredPlan } from "../../usecases/campaigns/get-campaign.ts";
import { campaignId } from "./ids.ts";
import { currency, major } from "./money.ts";
import { pagination } from "./pagination.ts";
import { commissionPlan, planVersion } from "./plan.ts";
import { isoOf, time } from "./times.ts";

const campaignBase = {
  id: campaignId,
  name: z.string().describe("The campaign's name.").meta({ example: "Spring sale" }),
  target_url: z.string().describe("Where affiliate links lead.").meta({ example: "https://shop.example/spring" }),
  type: z.enum(campaignTypes).describe("CPA: commission for conversions."),
  status: z
    .enum(campaignStatuses)
    .describe("Paused: new clicks do not count. Archived: tracking has stopped, history is kept."),
};
const commissionFields = {
  commission_type: z.enum(commissionTypes).describe("A fixed amount per conversion, or a percentage of its amount."),
  commission_value: z
    .number()
    .describe("The amount in the campaign's currency, or the percentage.")
    .meta({ example: 10 }),
};
const planFields = {
  plan: commissionPlan
    .optional()
    .describe("What orders pay. Its base is the campaign's commission. Absent if every order pays the commission."),
  plan_version: planVersion.optional(),
};
const slug = z
  .string()
  .describe("Created from the name and unique in the account. Never changes.")
  .meta({ example: "spring-sale" });
const createdAt = { created_at: time("When it was created.") };

export const listedCampaign = z
  .object({ ...campaignBase, ...commissionFields, ...createdAt })
  .meta({ id: "ListedCampaign", description: "A campaign in a list." });

export const createdCampaign = z
  .object({ ...campaignBase, slug, ...planFields, ...createdAt })
  .meta({ id: "CreatedCampaign", description: "A campaign that was just created." });

export const updatedCampaign = z
  .object({ ...campaignBase, slug, ...commissionFields, ...planFields, ...createdAt })
  .meta({ id: "UpdatedCampaign", description: "A campaign that was just updated." });

export const campaign = z
  .object({
    ...campaignBase,
    slug,
    ...commissionFields,
    fixed_commission_on_refund: z
      .enum(fixedOnRefund)
      .optional()
      .describe("scale: a partial refund lowers the fixed commission too. Absent if it is keep.")
      .meta({ example: "scale" }),
    ...planFields,
    rebind: z
      .enum(rebinds)
      .optional()
      .describe("click: a customer moves to the affiliate whose link they clicked last. Absent if it is never.")
      .meta({ example: "click" }),
    evidence: z
      .enum(evidenceOrders)
      .optional()
      .describe("click: a click decides if a coupon points to another affiliate. Absent if it is coupon.")
      .meta({ example: "click" }),
    coupon_needs_click: z
      .enum(couponNeedsClicks)
      .optional()
      .describe("What happens to orders with a coupon, but without a click on its holder's link. Absent if it is off.")
      .meta({ example: "sign" }),
    coupon_click_days: z
      .number()
      .optional()
      .describe("How many days before the order that click may be. Absent if coupon_needs_click is.")
      .meta({ example: 30 }),
    visibility: z.enum(visibilities).describe("Private: the merchant approves each affiliate who joins."),
    attribution_window: z
      .number()
      .describe("Days after a click during which a conversion counts.")
      .meta({ example: 30 }),
    maturation_days: z.number().describe("Days until commission can be paid out.").meta({ example: 7 }),
    currency: currency.describe("The currency of the fixed commission and the budget."),
    max_budget: z
      .number()
      .nullable()
      .describe("Maximum total of pending and approved commissions. null means no limit.")
      .meta({ example: 5000 }),
    current_spend: z
      .number()
      .describe("Pending and approved commissions in the campaign's currency.")
      .meta({ example: 120.5 }),
    ...createdAt,
    updated_at: time("When it was last changed."),
    stats: z
      .object({
        total_affiliates: z.number().describe("Affiliates in the campaign, with any status.").meta({ example: 12 }),
        total_clicks: z.number().describe("Clicks on all links.").meta({ example: 3400 }),
        total_conversions: z.number().describe("Conversions that were not rejected.").meta({ example: 85 }),
        total_revenue: z.number().describe("Their amounts in the campaign's currency.").meta({ example: 4210.75 }),
      })
      .describe("Totals since the campaign was created."),
    by_currency: z
      .record(
        z.string(),
        z.object({
          total_revenue: z.number().describe("Amounts of conversions in this currency.").meta({ example: 310 }),
          current_spend: z
            .number()
            .describe("Pending and approved commissions in this currency.")
            .meta({ example: 31 }),
        }),
      )
      .describe("Revenue in other currencies, not included in the campaign's own.")
      .meta({ example: { USD: { total_revenue: 310, current_spend: 31 } } }),
  })
  .meta({ id: "Campaign", description: "A campaign with its totals." });

export const campaignPage = z.object({ campaigns: z.array(listedCampaign).describe("The campaigns."), pagination });

export const presentListedCampaign = (campaign: Campaign): ListedCampaign => ({
  id: campaign.id,
  name: campaign.name,
  target_url: campaign.targetUrl,
  type: campaign.type,
  status: campaign.status,
  commission_type: campaign.commission.type,
  commission_value: commissionValueOf(campaign.commission),
  created_at: isoOf(campaign.createdAt),
});

export const presentChangedCampaign = (campaign: Campaign, plan: StoredPlan | null): UpdatedCampaign => ({
  ...presentListedCampaign(campaign),
  slug: campaign.slug,
  ...(plan ? { plan: planJson(plan.plan), plan_version: plan.version } : {}),
});

/** Lists leave the plan out. */
export const presentCampaign = (
  campaign: Campaign,
  statistics: CampaignStatistics,
  plan: StoredPlan | null = null,
): WireCampaign => ({
  ...presentChangedCampaign(campaign, plan),
  ...(campaign.scalesFixed ? { fixed_commission_on_refund: "scale" } : {}),
  ...(campaign.rebind === "never" ? {} : { rebind: campaign.rebind }),
  ...(campaign.evidence === "coupon" ? {} : { evidence: campaign.evidence }),
  ...(campaign.couponNeedsClick === "off"
    ? {}
    : { coupon_needs_click: campaign.couponNeedsClick, coupon_click_days: campaign.couponClickDays }),
  visibility: campaign.visibility,
  attribution_window: campaign.attributionWindowDays,
  maturation_days: campaign.maturationDays,
  currency: campaign.currency,
  max_budget: campaign.maxBudgetMinor === null ? null : major(campaign.maxBudgetMinor, campaign.currency),
  current_spend: major(campaign.currentSpendMinor, campaign.currency),
  updated_at: isoOf(campaign.updatedAt),
  stats: {
    total_affiliates: statistics.affiliates,
    total_clicks: statistics.clicks,
    total_conversions: statistics.conversions,
    total_revenue: majorOf(statistics.revenue),
  },
  by_currency: Object.fromEntries(
    statistics.otherCurrencies.map(({ revenue, commission }) => [
      revenue.currency,
      { total_revenue: majorOf(revenue), current_spend: majorOf(commission) },
    ]),
  ),
});
