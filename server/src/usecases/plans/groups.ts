import { GROUPS_MAX } from "tributary-sdk/limits";
import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { groupFacts, planFacts } from "../../domain/audit-facts.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { Group } from "../../domain/group.ts";
import { idOf, type AffiliateId, type CampaignId, type GroupId } from "../../domain/ids.ts";
import { lockCampaign } from "../../store/campaigns/campaigns.ts";
import { notePlanChanges, notePlanRemoval } from "../../store/plans/bonuses.ts";
import {
  countMembers,
  deleteGroup as removeGroup,
  findGroup,
  insertGroup,
  listGroups,
  saveGroup,
} from "../../store/plans/groups.ts";
import { moveToGroup } from "../../store/plans/overrides.ts";
import { findPlan, type StoredPlan } from "../../store/plans/plans.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { plannedAffiliation } from "./affiliate-plan.ts";
import { aboutPlanned } from "./overrides.ts";
import { isSamePlan, planFrom, storeVersion } from "./plan-versions.ts";

/** A group and its current plan, if it has one. */
export interface PlannedGroup {
  readonly group: Group;
  readonly plan: StoredPlan | null;
}

/** Every change of groups locks their campaign, so that a move into a group and its deletion cannot overlap. */
async function lockFor(tx: Tx, { accountId }: MerchantContext, id: CampaignId): Promise<Campaign> {
  return orRefuse(await lockCampaign(tx, accountId, id), "campaign_not_found");
}

export async function createGroup(
  context: MerchantContext,
  input: { campaignId: CampaignId; name: string; plan?: unknown },
): Promise<PlannedGroup> {
  requireRole(context, "manager");
  const { db, accountId, clock, random } = context;
  return db.transaction(async (tx) => {
    const campaign = await lockFor(tx, context, input.campaignId);
    const given = input.plan === undefined ? null : planFrom(input.plan, campaign.currency);
    const now = clock.now();
    const id = idOf("group", random.uuid(now));
    const { campaignId, name } = input;
    if ((await listGroups(tx, { accountId, campaignId })).length >= GROUPS_MAX) throw new AppError("too_many_groups");
    const plan = given && (await storeVersion(tx, context, { campaignId, scope: id, source: "group", plan: given }));
    const group = { id, accountId, campaignId, name, planId: plan?.id ?? null, createdAt: now };
    if (!(await insertGroup(tx, group))) throw new AppError("group_name_taken");
    const after = { ...groupFacts(group), ...planFacts(plan) };
    await audit(tx, context, { action: "group.created", subject: id, about: { campaign_id: campaignId }, after });
    return { group, plan };
  });
}

export interface GroupChange {
  readonly campaignId: CampaignId;
  readonly id: GroupId;
  readonly name?: string | undefined;
  /** null: the campaign's. undefined: unchanged. */
  readonly plan?: unknown;
}

export interface ChangedGroup extends PlannedGroup {
  /** Active ones in it. */
  readonly affiliates: number;
}

export async function updateGroup(context: MerchantContext, change: GroupChange): Promise<ChangedGroup> {
  requireRole(context, "manager");
  const { db, accountId, clock } = context;
  const { campaignId, id } = change;
  return db.transaction(async (tx) => {
    const campaign = await lockFor(tx, context, campaignId);
    const group = orRefuse(await findGroup(tx, { accountId, campaignId }, id), "group_not_found");
    const current = group.planId && (await findPlan(tx, accountId, group.planId));
    const given = change.plan === undefined || change.plan === null ? null : planFrom(change.plan, campaign.currency);
    const isKept = change.plan === undefined || (current && given && isSamePlan(current.plan, given));
    const made = { campaignId, scope: id, source: "group" } as const;
    const plan = isKept ? current : given && (await storeVersion(tx, context, { ...made, plan: given }));
    const changed = { ...group, name: change.name ?? group.name, planId: plan?.id ?? null };
    if (!(await saveGroup(tx, changed, { renamed: changed.name !== group.name })))
      throw new AppError("group_name_taken");
    if (current && !plan) await notePlanRemoval(tx, accountId, { plan: current.id, at: clock.now() });
    const entry = { subject: id, about: { campaign_id: campaignId } };
    await audit(tx, context, [
      { ...entry, action: "group.renamed", before: groupFacts(group), after: groupFacts(changed) },
      { ...entry, action: "group.plan_changed", before: planFacts(current), after: planFacts(plan) },
    ]);
    return { group: changed, plan, affiliates: await countMembers(tx, changed) };
  });
}

/** Its affiliates fall back to the campaign's plan. */
export async function deleteGroup(
  context: MerchantContext,
  { campaignId, id }: { campaignId: CampaignId; id: GroupId },
): Promise<void> {
  requireRole(context, "manager");
  const { db, accountId, clock } = context;
  await db.transaction(async (tx) => {
    await lockFor(tx, context, campaignId);
    const group = orRefuse(await findGroup(tx, { accountId, campaignId }, id), "group_not_found");
    const members = await removeGroup(tx, group);
    await notePlanChanges(tx, accountId, { affiliations: members, at: clock.now() });
    const before = { ...groupFacts(group), affiliates: members.length };
    await audit(tx, context, { action: "group.deleted", subject: id, about: { campaign_id: campaignId }, before });
  });
}

export interface Move {
  readonly campaignId: CampaignId;
  /** null: out of their group. */
  readonly groupId: GroupId | null;
  readonly affiliateIds: readonly AffiliateId[];
}

/** Returns how many moved. People who are not in the campaign, or already in the group, are passed over. */
export async function moveAffiliates(context: MerchantContext, { campaignId, ...move }: Move): Promise<number> {
  requireRole(context, "manager");
  const { db, accountId, clock } = context;
  const within = { accountId, campaignId };
  return db.transaction(async (tx) => {
    await lockFor(tx, context, campaignId);
    if (move.groupId) orRefuse(await findGroup(tx, within, move.groupId), "group_not_found");
    const moved = await moveToGroup(tx, within, move);
    await notePlanChanges(tx, accountId, { affiliations: moved.map(({ id }) => id), at: clock.now() });
    const entries = moved.map((affiliation): AuditEntry => {
      const sides = { before: { group_id: affiliation.groupId }, after: { group_id: move.groupId } };
      const about = aboutPlanned(affiliation);
      return { action: "affiliation.moved_to_group", subject: affiliation.id, about, ...sides };
    });
    await audit(tx, context, entries);
    return moved.length;
  });
}

/** Moves one affiliate, who must be in the campaign. */
export async function moveAffiliate(
  context: MerchantContext,
  { affiliateId, ...to }: { campaignId: CampaignId; groupId: GroupId | null; affiliateId: AffiliateId },
): Promise<void> {
  await plannedAffiliation(context, { campaignId: to.campaignId, affiliateId });
  await moveAffiliates(context, { ...to, affiliateIds: [affiliateId] });
}
