import type { Queryable } from "../../db/database.ts";
import type { Campaign, CampaignStatus } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { readCampaignStatistics, type CampaignStatistics } from "../../store/campaigns/campaign-statistics.ts";
import { campaignExists, findCampaign, listCampaigns as readCampaigns } from "../../store/campaigns/campaigns.ts";
import { findPlan, type StoredPlan } from "../../store/plans/plans.ts";
import type { MerchantContext } from "../context.ts";
import { pageInTurn } from "../limits/in-turn.ts";

export type { StoredPlan } from "../../store/plans/plans.ts";
export type { CampaignStatistics } from "../../store/campaigns/campaign-statistics.ts";

export async function getCampaign(
  { db, accountId }: MerchantContext,
  id: CampaignId,
): Promise<{ campaign: Campaign; statistics: CampaignStatistics; plan: StoredPlan | null }> {
  return db.together(async (reads) => {
    const campaign = orRefuse(await findCampaign(reads, accountId, id), "campaign_not_found");
    const [statistics, plan] = await Promise.all([
      readCampaignStatistics(reads, campaign),
      getPlanOf({ db: reads }, campaign),
    ]);
    return { campaign, statistics, plan };
  });
}

/** null: every order pays the campaign's commission. */
export const getPlanOf = async (
  { db }: { readonly db: Queryable },
  { accountId, planId }: Campaign,
): Promise<StoredPlan | null> => planId && findPlan(db, accountId, planId);

export async function assertCampaignExists({ db, accountId }: MerchantContext, id: CampaignId): Promise<void> {
  if (!(await campaignExists(db, accountId, id))) throw new AppError("campaign_not_found");
}

export interface ListCampaigns {
  readonly status: CampaignStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export const listCampaigns = (
  context: MerchantContext,
  page: ListCampaigns,
): Promise<{ campaigns: Campaign[]; total: number }> =>
  pageInTurn(context, page, () => readCampaigns(context.db, context.accountId, page));
