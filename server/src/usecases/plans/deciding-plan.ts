import type { Queryable } from "../../db/database.ts";
import type { AttributedAffiliation } from "../../domain/evidence.ts";
import type { OrderCampaign } from "../../domain/campaign.ts";
import type { Binding } from "../../domain/customer.ts";
import { findGroupPlan, findPlan, findPlanVersion, type StoredPlan } from "../../store/plans/plans.ts";

export type PlanHolder = Pick<AttributedAffiliation, "overridePlanId" | "groupId">;

/** One plan decides: the affiliate's own, else the group's, else the campaign's. null: the campaign's base. */
export async function currentPlan(
  db: Queryable,
  campaign: OrderCampaign,
  holder: PlanHolder,
): Promise<StoredPlan | null> {
  const { accountId } = campaign;
  const ofGroup =
    holder.overridePlanId === null && holder.groupId !== null
      ? await findGroupPlan(db, accountId, holder.groupId)
      : null;
  const id = holder.overridePlanId ?? ofGroup ?? campaign.planId;
  return id === null ? null : findPlan(db, accountId, id);
}

/** Version 0 is what a campaign paid before its first plan. */
const BEFORE_PLANS = 0;

/**
 * The plan for a customer who ordered before: the version that they were bound under, unless the current one applies to
 * everybody, another plan decides for the affiliate by now, or its amounts are in a currency that the campaign no longer
 * has.
 */
export async function planOfBound(
  db: Queryable,
  campaign: OrderCampaign,
  { current, binding }: { current: StoredPlan; binding: Binding },
): Promise<StoredPlan> {
  if (!current.plan.boundCustomersKeep) return current;
  const bound = await versionBoundUnder(db, campaign, { current, binding });
  const isKept = bound?.scope === current.scope && bound.plan.currency === current.plan.currency;
  return isKept ? bound : current;
}

/** undefined: another plan decides by now, or the campaign never had a plan of its own. */
async function versionBoundUnder(
  db: Queryable,
  { accountId, id: campaignId }: OrderCampaign,
  { current, binding: { planId } }: { current: StoredPlan; binding: Binding },
): Promise<StoredPlan | undefined> {
  if (planId !== null) return findPlan(db, accountId, planId);
  return current.source === "campaign" ? findPlanVersion(db, { accountId, campaignId }, BEFORE_PLANS) : undefined;
}
