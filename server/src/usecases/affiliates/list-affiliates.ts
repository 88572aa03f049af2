import type { AffiliateStatus } from "../../domain/affiliation.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { listAffiliates as readAffiliates, type ListedAffiliate } from "../../store/campaigns/affiliate-list.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import type { MerchantContext } from "../context.ts";
import { pageInTurn } from "../limits/in-turn.ts";

export type { ListedAffiliate } from "../../store/campaigns/affiliate-list.ts";

export interface ListAffiliates {
  readonly campaignId: CampaignId;
  readonly status: AffiliateStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listAffiliates(
  context: MerchantContext,
  { campaignId, ...page }: ListAffiliates,
): Promise<{ affiliates: ListedAffiliate[]; total: number }> {
  const { db, accountId } = context;
  const campaign = orRefuse(await findCampaign(db, accountId, campaignId), "campaign_not_found");
  return pageInTurn(context, page, () => readAffiliates(db, campaign, page));
}
