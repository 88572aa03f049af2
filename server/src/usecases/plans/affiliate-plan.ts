import type { PlanSource } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { decidingPlanOf, type Group, type PlanChoices } from "../../domain/group.ts";
import type { AffiliateId, AffiliationId, CampaignId } from "../../domain/ids.ts";
import { planOfBase, type Plan } from "../../domain/plan/plan.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { findGroup, listGroups } from "../../store/plans/groups.ts";
import { findPlannedAffiliation, type PlannedAffiliation } from "../../store/plans/overrides.ts";
import { countAffected, type Affected } from "../../store/plans/plan-list.ts";
import { findPlan } from "../../store/plans/plans.ts";
import type { MerchantContext } from "../context.ts";

/** The plan that decides about an affiliate's orders. */
export interface Deciding {
  readonly source: PlanSource;
  readonly plan: Plan;
  /** null: the campaign has no plan, so every order pays its base. */
  readonly version: number | null;
}

export interface AffiliatePlan {
  readonly campaign: Campaign;
  readonly deciding: Deciding;
  readonly group: Group | null;
}

/** The dashboard names the affiliation; the public API a campaign and an affiliate. */
export type WhosePlan =
  | { readonly id: AffiliationId }
  | { readonly campaignId: CampaignId; readonly affiliateId: AffiliateId };

/** The affiliation of a request. A campaign that does not exist is reported first. */
export async function plannedAffiliation(
  { db, accountId }: MerchantContext,
  which: WhosePlan,
): Promise<PlannedAffiliation> {
  if ("campaignId" in which && !(await findCampaign(db, accountId, which.campaignId)))
    throw new AppError("campaign_not_found");
  const found = await findPlannedAffiliation(db, accountId, which);
  return orRefuse(found, "id" in which ? "affiliation_not_found" : "affiliate_not_found");
}

export async function getAffiliatePlan(context: MerchantContext, which: WhosePlan): Promise<AffiliatePlan> {
  const affiliation = await plannedAffiliation(context, which);
  const { campaign, group, choices } = await choicesFor(context, affiliation);
  return { campaign, group, deciding: await decide(context.db, campaign, choices) };
}

export interface DescribedPlan extends AffiliatePlan {
  readonly withoutOverride: Deciding;
  readonly groups: readonly Group[];
  /** By a plan of their own. */
  readonly affected: Affected;
}

/** For the page: also what applies without the affiliate's own plan, and the groups to choose from. */
export async function describeAffiliatePlan(context: MerchantContext, id: AffiliationId): Promise<DescribedPlan> {
  const affiliation = await plannedAffiliation(context, { id });
  const { campaign, group, choices } = await choicesFor(context, affiliation);
  const groups = await listGroups(context.db, affiliation);
  const deciding = await decide(context.db, campaign, choices);
  const withoutOverride = await decide(context.db, campaign, { ...choices, override: null });
  const affected = await countAffected(context.db, affiliation, { source: "override", id });
  return { campaign, group, deciding, withoutOverride, groups, affected };
}

async function choicesFor({ db, accountId }: MerchantContext, affiliation: PlannedAffiliation) {
  const campaign = orRefuse(await findCampaign(db, accountId, affiliation.campaignId), "campaign_not_found");
  const group = (affiliation.groupId && (await findGroup(db, affiliation, affiliation.groupId))) || null;
  const choices = {
    override: affiliation.overridePlanId,
    group: group?.planId ?? null,
    campaign: campaign.planId,
  };
  return { campaign, group, choices };
}

async function decide(db: Queryable, campaign: Campaign, choices: PlanChoices): Promise<Deciding> {
  const { source, id } = decidingPlanOf(choices);
  if (id === null) return { source, plan: planOfBase(campaign.commission, campaign.currency), version: null };
  const { plan, version } = await findPlan(db, campaign.accountId, id);
  return { source, plan, version };
}
