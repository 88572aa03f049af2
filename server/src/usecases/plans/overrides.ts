import { planFacts } from "../../domain/audit-facts.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { Tx } from "../../db/database.ts";
import { lockCampaign } from "../../store/campaigns/campaigns.ts";
import { notePlanChanges } from "../../store/plans/bonuses.ts";
import { lockPlannedAffiliation, saveOverride, type PlannedAffiliation } from "../../store/plans/overrides.ts";
import { findPlan } from "../../store/plans/plans.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { plannedAffiliation, type WhosePlan } from "./affiliate-plan.ts";
import { isSamePlan, planFrom, storeVersion } from "./plan-versions.ts";

/** Gives one affiliate a plan of their own, which replaces the group's and the campaign's. */
export async function setAffiliatePlan(
  context: MerchantContext,
  { which, plan: json }: { which: WhosePlan; plan: unknown },
): Promise<void> {
  requireRole(context, "manager");
  const { id, campaignId } = await plannedAffiliation(context, which);
  await context.db.transaction(async (tx) => {
    const { campaign, affiliation } = await locked(tx, context, { id, campaignId });
    const plan = planFrom(json, campaign.currency);
    const { overridePlanId } = affiliation;
    const current = overridePlanId && (await findPlan(tx, context.accountId, overridePlanId));
    if (current && isSamePlan(current.plan, plan)) return;
    const stored = await storeVersion(tx, context, { campaignId, scope: id, source: "override", plan });
    await saveOverride(tx, { ...affiliation, overridePlanId: stored.id });
    if (!current) await notePlanChanges(tx, context.accountId, { affiliations: [id], at: stored.createdAt });
    const sides = { before: planFacts(current), after: planFacts(stored) };
    await audit(tx, context, {
      action: "affiliation.plan_set",
      subject: id,
      about: aboutPlanned(affiliation),
      ...sides,
    });
  });
}

/** The group's plan or the campaign's applies again. Removing none changes nothing. */
export async function removeAffiliatePlan(context: MerchantContext, which: WhosePlan): Promise<void> {
  requireRole(context, "manager");
  const { id, campaignId } = await plannedAffiliation(context, which);
  await context.db.transaction(async (tx) => {
    const { affiliation } = await locked(tx, context, { id, campaignId });
    const { overridePlanId } = affiliation;
    if (overridePlanId === null) return;
    const current = await findPlan(tx, context.accountId, overridePlanId);
    await saveOverride(tx, { ...affiliation, overridePlanId: null });
    await notePlanChanges(tx, context.accountId, { affiliations: [id], at: context.clock.now() });
    const sides = { before: planFacts(current), after: planFacts(null) };
    const about = aboutPlanned(affiliation);
    await audit(tx, context, { action: "affiliation.plan_removed", subject: id, about, ...sides });
  });
}

/** The campaign first: versions are counted under its lock. */
async function locked(
  tx: Tx,
  { accountId }: MerchantContext,
  { id, campaignId }: Pick<PlannedAffiliation, "id" | "campaignId">,
): Promise<{ campaign: Campaign; affiliation: PlannedAffiliation }> {
  const campaign = orRefuse(await lockCampaign(tx, accountId, campaignId), "campaign_not_found");
  const affiliation = orRefuse(await lockPlannedAffiliation(tx, accountId, id), "affiliate_not_found");
  return { campaign, affiliation };
}

export const aboutPlanned = ({ campaignId, affiliateId }: PlannedAffiliation) => ({
  campaign_id: campaignId,
  affiliate_id: affiliateId,
});
