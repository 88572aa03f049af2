import type {
  AffiliatePlanResponse,
  CampaignPlanResponse,
  PlanAffects,
  PlanPreviewResponse,
  PlanVersionsResponse,
} from "tributary-sdk/pages";
import { planSources, rebinds } from "tributary-sdk/words";
import { z } from "zod";
import type { Campaign } from "../../domain/campaign.ts";
import { majorOf } from "../../domain/values/money.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import { linesOf } from "../../domain/plan/trace.ts";
import type { DescribedPlan } from "../../usecases/plans/affiliate-plan.ts";
import type { CampaignPlan, PlanVersion } from "../../usecases/plans/campaign-plan.ts";
import type { PlanPreview } from "../../usecases/plans/preview-plan.ts";
import { commissionPlan, decidingFields, presentDeciding } from "./plan.ts";
import { commissionLine } from "./planned.ts";
import { eachOf } from "../response/lists-in-pieces.ts";

const ofCampaign = z.object({ id: z.string(), name: z.string(), currency: z.string() });
const presentOf = ({ id, name, currency }: Campaign) => ({ id, name, currency });

const planAffects: z.ZodType<PlanAffects> = z.object({
  affiliates: z.number(),
  bound_customers: z.number(),
  other_customers: z.number(),
});
const presentAffects = ({ affiliates, boundCustomers, otherCustomers }: CampaignPlan["affected"]): PlanAffects => ({
  affiliates,
  bound_customers: boundCustomers,
  other_customers: otherCustomers,
});

export const campaignPlanResponse: z.ZodType<CampaignPlanResponse> = z.object({
  campaign: ofCampaign,
  plan: commissionPlan,
  plan_version: z.number().nullable(),
  rebind: z.enum(rebinds),
  affects: planAffects,
});

export const presentCampaignPlan = ({ campaign, plan, version, affected }: CampaignPlan): CampaignPlanResponse => ({
  campaign: presentOf(campaign),
  plan: planJson(plan),
  plan_version: version,
  rebind: campaign.rebind,
  affects: presentAffects(affected),
});

export const planVersions: z.ZodType<PlanVersionsResponse> = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      source: z.enum(planSources),
      for: z.string().nullable(),
      plan: commissionPlan,
      created_at: z.string(),
      actor_name: z.string().nullable(),
    }),
  ),
});

/** A `PlanVersionsResponse` in pieces: each version may be large. */
export const presentVersions = (versions: readonly PlanVersion[]) => ({
  versions: eachOf(versions, ({ stored, for: madeFor, actorName }) => ({
    version: stored.version,
    source: stored.source,
    for: madeFor,
    plan: planJson(stored.plan),
    created_at: stored.createdAt.toISOString(),
    actor_name: actorName,
  })),
});

export const planPreview: z.ZodType<PlanPreviewResponse> = z.object({
  orders: z.array(z.object({ commission: z.number(), lines: z.array(commissionLine) })),
  shop_sends: z.object({ items: z.boolean(), customers: z.boolean() }),
});

export const presentPreview = ({ orders, shopSends }: PlanPreview): PlanPreviewResponse => ({
  orders: orders.map(({ commission, trace }) => ({
    commission: majorOf(commission),
    lines: linesOf(trace, commission.currency),
  })),
  shop_sends: { items: shopSends.items, customers: shopSends.customers },
});

const ofGroup = z.object({ id: z.string(), name: z.string() });

export const affiliatePlanResponse: z.ZodType<AffiliatePlanResponse> = z.object({
  ...decidingFields,
  campaign: ofCampaign,
  group: ofGroup.nullable(),
  groups: z.array(ofGroup),
  without_override: z.object(decidingFields),
  affects: planAffects,
});

export function presentAffiliatePlan(described: DescribedPlan): AffiliatePlanResponse {
  const { campaign, deciding, withoutOverride, group, groups, affected } = described;
  return {
    ...presentDeciding(deciding),
    campaign: presentOf(campaign),
    group: group && { id: group.id, name: group.name },
    groups: groups.map(({ id, name }) => ({ id, name })),
    without_override: presentDeciding(withoutOverride),
    affects: presentAffects(affected),
  };
}
