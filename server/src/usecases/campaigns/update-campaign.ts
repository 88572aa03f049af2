import type { AutoApprove } from "tributary-sdk/words";
import { campaignFacts } from "../../domain/audit-facts.ts";
import { changeCampaign, type Campaign, type CampaignChange } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { hasConversions, lockCampaign, saveCampaign } from "../../store/campaigns/campaigns.ts";
import { noteMaturationChange } from "../../store/plans/bonuses.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { changeAutoApprove } from "../conversions/set-auto-approve.ts";
import { campaignPlanFrom } from "../plans/plan-versions.ts";
import { changePlan } from "../plans/set-plan.ts";

export interface UpdateCampaign {
  readonly id: CampaignId;
  /** A function, because amounts depend on the campaign's currency and the commission value on its type. */
  readonly change: (campaign: Campaign) => CampaignChange;
  /** A plan as it was sent, if one was. It is read in the currency that the campaign will have. */
  readonly plan?: unknown;
  readonly autoApprove?: AutoApprove | undefined;
}

export async function updateCampaign(context: MerchantContext, input: UpdateCampaign): Promise<Campaign> {
  const { id, autoApprove } = input;
  return context.db.transaction(async (tx) => {
    const campaign = orRefuse(await lockCampaign(tx, context.accountId, id), "campaign_not_found");
    const change = input.change(campaign);
    if (Object.keys(change).length === 0 && input.plan === undefined && autoApprove === undefined) return campaign;
    const movesCurrency = change.currency !== undefined && change.currency !== campaign.currency;
    const after = changeCampaign(campaign, change, {
      now: context.clock.now(),
      hasConversions: movesCurrency && (await hasConversions(tx, context.accountId, campaign.id)),
    });
    const plan =
      input.plan === undefined
        ? undefined
        : campaignPlanFrom(input.plan, after, { commission: change.commission !== undefined });
    const { campaign: changed, entries } = await changePlan(tx, context, { before: campaign, after, plan });
    await saveCampaign(tx, changed);
    if (changed.maturationDays !== campaign.maturationDays) await noteMaturationChange(tx, campaign, changed.updatedAt);
    const approval = autoApprove && (await changeAutoApprove(tx, context, { id, autoApprove }));
    const sides = {
      before: { ...campaignFacts(campaign), ...approval?.before },
      after: { ...campaignFacts(changed), ...approval?.after },
    };
    await audit(tx, context, [{ action: "campaign.updated", subject: campaign.id, ...sides }, ...entries]);
    return changed;
  });
}

/** Archived, not deleted: tracking stops, history stays. Archiving twice changes nothing. */
export const archiveCampaign = (context: MerchantContext, id: CampaignId): Promise<Campaign> =>
  updateCampaign(context, { id, change: (campaign) => (campaign.status === "archived" ? {} : { status: "archived" }) });
