import { updateCampaign } from "../usecases/campaigns/update-campaign.ts";
import { createGroup, moveAffiliate } from "../usecases/plans/groups.ts";
import { setAffiliatePlan } from "../usecases/plans/overrides.ts";
import { HOUR_MS } from "./calendar.ts";
import type { Campaigns } from "./campaigns.ts";
import { placementOf, type Partners } from "./partners.ts";
import { dayMs, type Stage } from "./stage.ts";
import { percentage, subscriptionPlan } from "./terms.ts";

const CLUB = "Coffee Club";
const SHOP = "Whole Shop";
const RAISED_ON = 190;

/** A better rate for a group and for one affiliate, and later for new subscribers of everyone. */
export function planBetterRates(stage: Stage, campaigns: Campaigns, partners: Partners): void {
  const { calendar, merchant } = stage;
  calendar.plan(dayMs(stage, 70) + 11 * HOUR_MS, async () => {
    const placements = ["Alpine Trails Journal", "The Cosy Kettle"].map((name) => placementOf(partners, name, CLUB));
    const campaignId = campaigns.get(CLUB)?.campaign.id;
    if (!campaignId) return;
    const plan = { base: percentage(30), ...subscriptionPlan };
    const { group } = await createGroup(merchant, { campaignId, name: "VIP partners", plan });
    for (const placement of placements)
      if (placement)
        await moveAffiliate(merchant, {
          campaignId,
          groupId: group.id,
          affiliateId: placement.affiliation.affiliateId,
        });
  });
  calendar.plan(dayMs(stage, 130) + 15 * HOUR_MS, async () => {
    const placement = placementOf(partners, "Deal Otter", SHOP);
    if (!placement) return;
    const plan = { base: percentage(7), limits: { order_max: 5 } };
    await setAffiliatePlan(merchant, { which: { id: placement.affiliation.id }, plan });
  });
  calendar.plan(dayMs(stage, RAISED_ON) + 9 * HOUR_MS, async () => {
    const id = campaigns.get(CLUB)?.campaign.id;
    if (id)
      await updateCampaign(merchant, { id, change: () => ({}), plan: { base: percentage(25), ...subscriptionPlan } });
  });
}
