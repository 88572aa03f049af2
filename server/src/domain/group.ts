import type { PlanSource } from "tributary-sdk/words";
import type { AccountId, CampaignId, GroupId, PlanId } from "./ids.ts";

/** Affiliations of one campaign that share a plan. */
export interface Group {
  readonly id: GroupId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly name: string;
  /** null: the campaign's. */
  readonly planId: PlanId | null;
  readonly createdAt: Date;
}

/** The plans that could decide about an affiliate's orders. */
export interface PlanChoices {
  readonly override: PlanId | null;
  readonly group: PlanId | null;
  readonly campaign: PlanId | null;
}

/** One plan decides and replaces the others. An ID of null: the campaign has no plan, so every order pays its base. */
export function decidingPlanOf({ override, group, campaign }: PlanChoices): { source: PlanSource; id: PlanId | null } {
  if (override) return { source: "override", id: override };
  return group ? { source: "group", id: group } : { source: "campaign", id: campaign };
}
