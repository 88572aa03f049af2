import { campaignFacts } from "../../domain/audit-facts.ts";
import { changeCampaign, type Campaign, type CampaignChange } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { hasConversions, lockCampaign, saveCampaign } from "../../store/campaigns/campaigns.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";

export interface UpdateCampaign {
  readonly id: CampaignId;
  /** A function, because amounts depend on the campaign's currency and the commission value on its type. */
  readonly change: (campaign: Campaign) => CampaignChange;
}

export async function updateCampaign(context: MerchantContext, input: UpdateCampaign): Promise<Campaign> {
  return context.db.transaction(async (tx) => {
    const campaign = orRefuse(await lockCampaign(tx, context.accountId, input.id), "campaign_not_found");
    const change = input.change(campaign);
    if (Object.keys(change).length === 0) return campaign;
    const movesCurrency = change.currency !== undefined && change.currency !== campaign.currency;
    const changed = changeCampaign(campaign, change, {
      now: context.clock.now(),
      hasConversions: movesCurrency && (await hasConversions(tx, context.accountId, campaign.id)),
    });
    await saveCampaign(tx, changed);
    const sides = { before: campaignFacts(campaign), after: campaignFacts(changed) };
    await audit(tx, context, { action: "campaign.updated", subject: campaign.id, ...sides });
    return changed;
  });
}

/** Archived, not deleted: tracking stops, history stays. Archiving twice changes nothing. */
export const archiveCampaign = (context: MerchantContext, id: CampaignId): Promise<Campaign> =>
  updateCampaign(context, { id, change: (campaign) => (campaign.status === "archived" ? {} : { status: "archived" }) });
