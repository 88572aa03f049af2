import {
  ATTRIBUTION_DAYS_MAX,
  BUDGET_MAX,
  COUPON_CLICK_DAYS,
  COUPON_CLICK_DAYS_MAX,
  FIXED_COMMISSION_MAX,
  MATURATION_DAYS_MAX,
  NAME_MAX,
} from "tributary-sdk/limits";
import { couponNeedsClicks, evidenceOrders, fixedOnRefund, rebinds } from "tributary-sdk/words";
import { z } from "zod";
import { campaignStatuses, campaignTypes, visibilities, type CampaignChange } from "../../domain/campaign.ts";
import {
  commissionRule,
  commissionTypes,
  type CommissionRule,
  type CommissionType,
} from "../../domain/values/commission.ts";
import { DEFAULT_CURRENCY, type Currency } from "../../domain/values/currency.ts";
import { AppError } from "../../domain/errors.ts";
import { moneyOf } from "../../domain/values/money.ts";
import type { CreateCampaign } from "../../usecases/campaigns/create-campaign.ts";
import type { UpdateCampaign } from "../../usecases/campaigns/update-campaign.ts";
import { campaignPlanBody, campaignPlanExample } from "./plan.ts";
import { amount, choice, currencyCode, optional, text, webAddress, wholeDays } from "./fields.ts";

const WINDOW_DAYS = 30;
const MATURATION_DAYS = 7;

const name = text("name", { max: NAME_MAX }).describe("The campaign's name.").meta({ example: "Spring sale" });
const targetUrl = webAddress("target_url")
  .describe("Where affiliate links lead.")
  .meta({ example: "https://shop.example/spring" });
const type = choice("type", campaignTypes).describe("CPA: commission for conversions.");
const commissionType = choice("commission_type", commissionTypes).describe(
  "A fixed amount per conversion, or a percentage of its amount.",
);
const commissionValue = amount("commission_value", FIXED_COMMISSION_MAX)
  .describe("The amount in the campaign's currency, or the percentage (0 to 100, up to 4 decimals).")
  .meta({ example: 10 });
const onRefund = choice("fixed_commission_on_refund", fixedOnRefund)
  .describe(
    "What a partial refund does to a fixed commission. keep: it stays whole while anything is left of the order. scale: it is lowered with the order. Applies to new conversions. Default: keep.",
  )
  .meta({ example: "keep" });
const plan = optional(campaignPlanBody)
  .describe("What orders pay. Its base is commission_type and commission_value. Default: every order pays the base.")
  .meta({ example: campaignPlanExample });
const rebind = choice("rebind", rebinds)
  .describe(
    "Whether another affiliate's click takes over a customer. never: customers stay with their first affiliate. Default: never.",
  )
  .meta({ example: "never" });
const couponFields = {
  evidence: optional(choice("evidence", evidenceOrders))
    .describe("What decides if a click and a coupon point to different affiliates. Default: coupon.")
    .meta({ example: "coupon" }),
  coupon_needs_click: optional(choice("coupon_needs_click", couponNeedsClicks))
    .describe(
      "What happens to orders with a coupon, but without a click on its holder's link. sign: they get a warning sign. refuse: the coupon does not count. Default: off.",
    )
    .meta({ example: "off" }),
  coupon_click_days: optional(wholeDays("coupon_click_days", { min: 1, max: COUPON_CLICK_DAYS_MAX }))
    .describe("How many days before the order that click may be. Default: 30.")
    .meta({ example: 30 }),
};
const visibility = choice("visibility", visibilities).describe("Private: you approve each affiliate who joins.");
const attributionWindow = wholeDays("attribution_window", { min: 1, max: ATTRIBUTION_DAYS_MAX })
  .describe("Days after a click during which a conversion counts. Default: 30.")
  .meta({ example: 30 });
const maturationDays = wholeDays("maturation_days", { min: 0, max: MATURATION_DAYS_MAX })
  .describe("Days until commission can be paid out. Default: 7.")
  .meta({ example: 7 });
const maxBudget = amount("max_budget", BUDGET_MAX)
  .nullish()
  .describe("Maximum total of pending and approved commissions. null means no limit.")
  .meta({ example: 5000 });
const currency = currencyCode("currency")
  .describe("The currency of the fixed commission and the budget. Default: EUR.")
  .meta({ example: "EUR" });

export const newCampaign = z
  .object({
    name,
    target_url: targetUrl,
    type,
    commission_type: commissionType,
    commission_value: commissionValue,
    fixed_commission_on_refund: optional(onRefund),
    plan,
    rebind: optional(rebind),
    ...couponFields,
    visibility: optional(visibility),
    attribution_window: optional(attributionWindow),
    maturation_days: optional(maturationDays),
    max_budget: maxBudget,
    currency: optional(currency),
  })
  .meta({ id: "NewCampaign", description: "A campaign to create." });

export const campaignPatch = z
  .object({
    name: optional(name),
    target_url: optional(targetUrl),
    type: optional(type),
    status: optional(choice("status", campaignStatuses).describe("Can change from any status to any other.")),
    commission_type: optional(commissionType),
    commission_value: optional(commissionValue),
    fixed_commission_on_refund: optional(onRefund),
    plan,
    rebind: optional(rebind),
    ...couponFields,
    visibility: optional(visibility),
    attribution_window: optional(attributionWindow),
    maturation_days: optional(maturationDays),
    max_budget: maxBudget,
    currency: optional(currency),
  })
  .refine((body) => body.commission_type === undefined || body.commission_value !== undefined, {
    error: "commission_value is required when commission_type is given.",
  })
  .meta({
    id: "CampaignPatch",
    description: "The fields to change. Other fields keep their values.",
    example: { status: "paused" },
  });

export function campaignFrom(body: z.output<typeof newCampaign>): CreateCampaign {
  const inCurrency = body.currency ?? DEFAULT_CURRENCY;
  return {
    name: body.name,
    targetUrl: body.target_url,
    type: body.type,
    visibility: body.visibility ?? "public",
    commission: rule(body.commission_type, body.commission_value, inCurrency),
    scalesFixed: body.fixed_commission_on_refund === "scale",
    plan: body.plan,
    rebind: body.rebind ?? "never",
    evidence: body.evidence ?? "coupon",
    couponNeedsClick: body.coupon_needs_click ?? "off",
    couponClickDays: body.coupon_click_days ?? COUPON_CLICK_DAYS,
    currency: inCurrency,
    attributionWindowDays: body.attribution_window ?? WINDOW_DAYS,
    maturationDays: body.maturation_days ?? MATURATION_DAYS,
    maxBudgetMinor: budget(body.max_budget, inCurrency) ?? null,
  };
}

/** Amounts are read in the currency that the campaign will have. */
export function changeFrom(body: z.output<typeof campaignPatch>): Pick<UpdateCampaign, "change" | "plan"> {
  // What is wrong in any campaign is refused before this one is looked up.
  if (body.commission_type === "percentage" && body.commission_value !== undefined)
    rule("percentage", body.commission_value, DEFAULT_CURRENCY);
  return {
    plan: body.plan,
    change: (campaign) => {
      const inCurrency = body.currency ?? campaign.currency;
      const { commission_value: value, fixed_commission_on_refund: onRefundGiven } = body;
      const change = {
        name: body.name,
        targetUrl: body.target_url,
        type: body.type,
        status: body.status,
        visibility: body.visibility,
        commission:
          value === undefined ? undefined : rule(body.commission_type ?? campaign.commission.type, value, inCurrency),
        scalesFixed: onRefundGiven === undefined ? undefined : onRefundGiven === "scale",
        rebind: body.rebind,
        evidence: body.evidence,
        couponNeedsClick: body.coupon_needs_click,
        couponClickDays: body.coupon_click_days,
        currency: body.currency,
        attributionWindowDays: body.attribution_window,
        maturationDays: body.maturation_days,
        maxBudgetMinor: budget(body.max_budget, inCurrency),
      };
      return Object.fromEntries(Object.entries(change).filter(([, field]) => field !== undefined)) as CampaignChange;
    },
  };
}

function rule(ruleType: CommissionType, value: number, inCurrency: Currency): CommissionRule {
  const made = commissionRule(ruleType, value, inCurrency);
  if (typeof made === "string") throw new AppError("invalid_request", { text: made });
  return made;
}

const budget = (major: number | null | undefined, inCurrency: Currency): bigint | null | undefined =>
  typeof major === "number" ? moneyOf(major, inCurrency).minor : major;
