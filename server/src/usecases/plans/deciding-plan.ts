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
 * everybody, or another plan decides for the affiliate by now.
 */
export async function planOfBound(
  db: Queryable,
  campaign: OrderCampaign,
  { current, binding }: { current: StoredPlan; binding: Binding },
): Promise<StoredPlan> {
  if (!current.plan.boundCustomersKeep) return current;
  if (binding.planId !== null) {
    const bound = await findPlan(db, campaign.accountId, binding.planId);
    return bound.scope === current.scope ? bound : current;
  }
  if (current.source !== "campaign") return current;
  const scope = { accountId: campaign.accountId, campaignId: campaign.id };
  return (await findPlanVersion(db, scope, BEFORE_PLANS)) ?? current;
}
