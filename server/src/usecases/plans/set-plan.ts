import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { planFacts } from "../../domain/audit-facts.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { planOfBase, recountPlan, withBase, type Plan } from "../../domain/plan/plan.ts";
import { listGroups, saveGroup } from "../../store/plans/groups.ts";
import { listOverrides, saveOverride } from "../../store/plans/overrides.ts";
import { readPlans } from "../../store/plans/plan-list.ts";
import { findPlan, type StoredPlan } from "../../store/plans/plans.ts";
import type { MerchantContext } from "../context.ts";
import { isSamePlan, storeVersion } from "./plan-versions.ts";

/** Version 0 is what a campaign paid before its first plan. It is never the current one. */
const BEFORE_PLANS = 0;

export interface PlanChange {
  readonly before: Campaign;
  /** With the changed commission and currency. */
  readonly after: Campaign;
  /** The whole new plan, if the change has one. */
  readonly plan: Plan | undefined;
}

export interface ChangedPlan {
  readonly campaign: Campaign;
  /** For the audit log. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Stores what a change of a campaign means for its plans. The campaign is locked. Its commission is always the base of
 * its current plan. Nothing happens to a campaign without a plan, before and after.
 */
export async function changePlan(tx: Tx, context: MerchantContext, change: PlanChange): Promise<ChangedPlan> {
  const { before, after } = change;
  const current = before.planId && (await findPlan(tx, context.accountId, before.planId));
  const recounted = before.currency === after.currency ? [] : await recountOthers(tx, context, after);
  const plan = change.plan ?? (current && withBase(recountPlan(current.plan, after.currency), after.commission));
  if (!plan || (current && isSamePlan(current.plan, plan))) return { campaign: after, entries: recounted };
  const ofCampaign = { campaignId: before.id, scope: before.id, source: "campaign" } as const;
  if (!current) {
    // Customers who are bound already keep what the campaign paid until now.
    const base = planOfBase(before.commission, before.currency);
    await storeVersion(tx, context, { ...ofCampaign, plan: base, version: BEFORE_PLANS });
  }
  const stored = await storeVersion(tx, context, { ...ofCampaign, plan });
  const sides = { before: planFacts(current), after: planFacts(stored) };
  return {
    campaign: { ...after, planId: stored.id, commission: plan.base },
    entries: [...recounted, { action: "campaign.plan_changed", subject: before.id, ...sides }],
  };
}

/** Amounts in the plans of groups and affiliates are in the campaign's currency, so they follow it. */
async function recountOthers(tx: Tx, context: MerchantContext, campaign: Campaign): Promise<AuditEntry[]> {
  const { accountId, currency, id: campaignId } = campaign;
  const groups = await listGroups(tx, { accountId, campaignId });
  const overrides = await listOverrides(tx, { accountId, campaignId });
  const ids = [...groups.map(({ planId }) => planId), ...overrides.map(({ overridePlanId }) => overridePlanId)];
  const plans = await readPlans(
    tx,
    accountId,
    ids.filter((id) => id !== null),
  );
  const entries: AuditEntry[] = [];
  const recounted = ({ scope, source, plan }: StoredPlan): Promise<StoredPlan> =>
    storeVersion(tx, context, { campaignId, scope, source, plan: recountPlan(plan, currency) });
  for (const group of groups) {
    const current = group.planId && plans.get(group.planId);
    if (!current) continue;
    const stored = await recounted(current);
    await saveGroup(tx, { ...group, planId: stored.id }, { renamed: false });
    const sides = { before: planFacts(current), after: planFacts(stored) };
    entries.push({ action: "group.plan_changed", subject: group.id, about: { campaign_id: campaignId }, ...sides });
  }
  for (const affiliation of overrides) {
    const current = affiliation.overridePlanId && plans.get(affiliation.overridePlanId);
    if (!current) continue;
    const stored = await recounted(current);
    await saveOverride(tx, { ...affiliation, overridePlanId: stored.id });
    const about = { campaign_id: campaignId, affiliate_id: affiliation.affiliateId };
    const sides = { before: planFacts(current), after: planFacts(stored) };
    entries.push({ action: "affiliation.plan_set", subject: affiliation.id, about, ...sides });
  }
  return entries;
}
