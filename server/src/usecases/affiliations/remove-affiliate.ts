import { AppError } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { findAffiliationId } from "../../store/affiliates.ts";
import { findCampaign } from "../../store/campaigns.ts";
import type { MerchantContext } from "../context.ts";
import { changeAffiliation } from "./change-affiliation.ts";

/** As the public API knows them: by the campaign and the affiliate's own id. `null` is an id that nothing can have. */
export interface RemoveAffiliate {
  readonly campaignId: CampaignId | null;
  readonly affiliateId: AffiliateId | null;
}

export async function removeAffiliate(context: MerchantContext, input: RemoveAffiliate): Promise<void> {
  const { db, accountId } = context;
  const { campaignId, affiliateId } = input;
  if (!campaignId || !(await findCampaign(db, accountId, campaignId))) throw new AppError("campaign_not_found");
  const id = affiliateId && (await findAffiliationId(db, accountId, { campaignId, affiliateId }));
  if (!id) throw new AppError("affiliate_not_found");
  await changeAffiliation(context, { id, action: "remove" });
}
