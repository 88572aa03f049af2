import type { Campaign } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId, GroupId } from "../../domain/ids.ts";
import { planOfBase, type Plan } from "../../domain/plan/plan.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { readActorNames } from "../../store/people/actors.ts";
import { findGroup } from "../../store/plans/groups.ts";
import { countAffected, listVersions, type Affected, type ListedVersion } from "../../store/plans/plan-list.ts";
import { findPlan } from "../../store/plans/plans.ts";
import type { MerchantContext } from "../context.ts";

export interface CampaignPlan {
  readonly campaign: Campaign;
  /** Without a plan: only the base. */
  readonly plan: Plan;
  readonly version: number | null;
  readonly affected: Affected;
}

/** With a group: whom a plan of the group affects. */
export async function getCampaignPlan(
  { db, accountId }: MerchantContext,
  { id, groupId }: { id: CampaignId; groupId?: GroupId | undefined },
): Promise<CampaignPlan> {
  const campaign = orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
  const within = { accountId, campaignId: id };
  if (groupId) orRefuse(await findGroup(db, within, groupId), "group_not_found");
  const stored = campaign.planId && (await findPlan(db, accountId, campaign.planId));
  return {
    campaign,
    plan: stored?.plan ?? planOfBase(campaign.commission, campaign.currency),
    version: stored?.version ?? null,
    affected: await countAffected(db, within, groupId ? { source: "group", id: groupId } : { source: "campaign", id }),
  };
}

export interface PlanVersion extends ListedVersion {
  readonly actorName: string | null;
}

export async function listPlanVersions({ db, accountId }: MerchantContext, id: CampaignId): Promise<PlanVersion[]> {
  orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
  const versions = await listVersions(db, { accountId, campaignId: id });
  const actors = new Set(versions.map(({ stored }) => stored.actor));
  const names = await readActorNames(db, accountId, [...actors]);
  return versions.map((version) => ({ ...version, actorName: names.get(version.stored.actor) ?? null }));
}
