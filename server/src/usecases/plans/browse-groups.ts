import type { Campaign } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { listGroups } from "../../store/plans/groups.ts";
import {
  listGroupedAffiliates,
  readGroupFigures,
  readPlans,
  type GroupedAffiliate,
  type GroupFigures,
} from "../../store/plans/plan-list.ts";
import type { MerchantContext } from "../context.ts";
import type { PlannedGroup } from "./groups.ts";

export type { GroupedAffiliate, GroupFigures } from "../../store/plans/plan-list.ts";

export interface MeasuredGroup extends PlannedGroup {
  readonly figures: GroupFigures;
}

const nothing: GroupFigures = { affiliates: 0, conversions: 0, revenueMinor: 0n, commissionMinor: 0n };

export interface CampaignGroups {
  readonly campaign: Campaign;
  readonly groups: MeasuredGroup[];
  readonly withoutGroup: GroupFigures;
}

/** Three statements, regardless of the number of groups. */
export async function browseGroups({ db, accountId }: MerchantContext, id: CampaignId): Promise<CampaignGroups> {
  const campaign = orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
  const within = { accountId, campaignId: id };
  const [groups, figures] = await Promise.all([
    listGroups(db, within),
    readGroupFigures(db, within, campaign.currency),
  ]);
  const plans = await readPlans(
    db,
    accountId,
    groups.flatMap(({ planId }) => planId ?? []),
  );
  return {
    campaign,
    groups: groups.map((group) => ({
      group,
      plan: (group.planId && plans.get(group.planId)) ?? null,
      figures: figures.get(group.id) ?? nothing,
    })),
    withoutGroup: figures.get(null) ?? nothing,
  };
}

/** For the page that moves affiliates between groups. */
export async function browseGroupedAffiliates(
  { db, accountId }: MerchantContext,
  campaignId: CampaignId,
): Promise<{ affiliates: GroupedAffiliate[]; total: number }> {
  return listGroupedAffiliates(db, { accountId, campaignId });
}
