import type { Group as WireGroup } from "tributary-sdk";
import { NAME_MAX } from "tributary-sdk/limits";
import type { GroupResponse, GroupRow, GroupsResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import type {
  CampaignGroups,
  GroupedAffiliate,
  GroupFigures,
  MeasuredGroup,
} from "../../usecases/plans/browse-groups.ts";
import type { PlannedGroup } from "../../usecases/plans/groups.ts";
import { optional, text } from "./fields.ts";
import { groupId } from "./ids.ts";
import { major } from "./money.ts";
import { commissionPlan, planBody, planExample, planVersion } from "./plan.ts";
import { time } from "./times.ts";
import { eachOf } from "../response/lists-in-pieces.ts";

const name = text("name", { max: NAME_MAX })
  .transform((value) => value.trim())
  .describe("The group's name, unique in the campaign.")
  .meta({ example: "VIP" });

export const newGroup = z
  .object({
    name,
    plan: optional(planBody)
      .describe("What the group's orders pay. Default: the campaign's plan.")
      .meta({ example: planExample }),
  })
  .meta({ id: "NewGroup", description: "A group to create." });

export const groupPatch = z
  .object({
    name: optional(name),
    plan: planBody
      .nullish()
      .describe("What the group's orders pay. null: the campaign's plan.")
      .meta({ example: planExample }),
  })
  .meta({
    id: "GroupPatch",
    description: "The fields to change. Other fields keep their values.",
    example: { name: "Partners" },
  });

const planFields = {
  plan: commissionPlan
    .nullable()
    .describe("What the group's orders pay. null: the campaign's plan.")
    .meta({ example: planExample }),
  plan_version: planVersion.nullable(),
};

export const group = z
  .object({
    id: groupId,
    name: z.string().describe("The group's name, unique in the campaign.").meta({ example: "VIP" }),
    ...planFields,
    affiliates: z.number().describe("Active affiliates in the group.").meta({ example: 4 }),
    created_at: time("When it was created."),
  })
  .meta({ id: "Group", description: "Affiliates of one campaign that share a plan." });

export const presentGroup = ({
  group: { id, name: groupName, createdAt },
  plan,
  affiliates,
}: PlannedGroup & {
  readonly affiliates: number;
}): WireGroup => ({
  id,
  name: groupName,
  ...presentPlan(plan),
  affiliates,
  created_at: createdAt.toISOString(),
});

const presentPlan = (plan: PlannedGroup["plan"]) => ({
  plan: plan && planJson(plan.plan),
  plan_version: plan?.version ?? null,
});

export const groupResponse: z.ZodType<GroupResponse> = z.object({
  group: z.object({ id: z.string(), name: z.string(), ...planFields }),
});

export const presentGroupResponse = ({ group: { id, name: groupName }, plan }: PlannedGroup): GroupResponse => ({
  group: { id, name: groupName, ...presentPlan(plan) },
});

const figures = {
  affiliates: z.number(),
  conversions: z.number(),
  revenue: z.number(),
  commission: z.number(),
};

export const groupsResponse: z.ZodType<GroupsResponse> = z.object({
  groups: z.array(z.object({ id: z.string(), name: z.string(), ...planFields, ...figures })),
  without_group: z.object(figures),
  currency: z.string(),
  affiliates: z.array(
    z.object({
      affiliation_id: z.string(),
      affiliate_id: z.string(),
      name: z.string(),
      group_id: z.string().nullable(),
      override: z.boolean(),
    }),
  ),
  affiliates_total: z.number(),
});

/** A `GroupsResponse` in pieces: each group may have a large plan. */
export function presentGroups(
  { campaign: { currency }, groups, withoutGroup }: CampaignGroups,
  { affiliates, total }: { affiliates: readonly GroupedAffiliate[]; total: number },
) {
  return {
    groups: eachOf(groups, (measured) => presentGroupRow(measured, currency)),
    without_group: presentFigures(withoutGroup, currency),
    currency,
    affiliates: affiliates.map((one) => ({
      affiliation_id: one.affiliationId,
      affiliate_id: one.affiliateId,
      name: one.name,
      group_id: one.groupId,
      override: one.override,
    })),
    affiliates_total: total,
  };
}

const presentGroupRow = (
  { group: { id, name: groupName }, plan, figures: own }: MeasuredGroup,
  currency: Currency,
): GroupRow => ({
  id,
  name: groupName,
  ...presentPlan(plan),
  ...presentFigures(own, currency),
});

const presentFigures = (
  { affiliates, conversions, revenueMinor, commissionMinor }: GroupFigures,
  currency: Currency,
) => ({
  affiliates,
  conversions,
  revenue: major(revenueMinor, currency),
  commission: major(commissionMinor, currency),
});
