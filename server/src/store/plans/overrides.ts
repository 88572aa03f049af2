import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type CampaignId,
  type GroupId,
  type PlanId,
} from "../../domain/ids.ts";
import { planIdOf, type InCampaign } from "./groups.ts";

/** What decides which plan an affiliation has. */
export interface PlannedAffiliation {
  readonly id: AffiliationId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  readonly groupId: GroupId | null;
  /** null: the group's plan, or the campaign's. */
  readonly overridePlanId: PlanId | null;
}

interface PlannedRow {
  id: string;
  account_id: string;
  campaign_id: string;
  affiliate_id: string;
  group_id: string | null;
  override_plan_id: string | null;
}
const columns = sql`id, account_id, campaign_id, affiliate_id, group_id, override_plan_id`;

const plannedOf = (row: PlannedRow): PlannedAffiliation => ({
  id: idOf("affiliation", row.id),
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  groupId: groupIdOf(row.group_id),
  overridePlanId: planIdOf(row.override_plan_id),
});

const groupIdOf = (uuid: string | null): GroupId | null => (uuid === null ? null : idOf("group", uuid));

/** By its own ID, or by campaign and affiliate as in the public API. */
export type WhichAffiliation =
  | { readonly id: AffiliationId }
  | { readonly campaignId: CampaignId; readonly affiliateId: AffiliateId };

const matching = (accountId: AccountId, which: WhichAffiliation): Sql => sql`
  account_id = ${uuidOf(accountId)} and status <> 'removed' and ${
    "id" in which
      ? sql`id = ${uuidOf(which.id)}`
      : sql`campaign_id = ${uuidOf(which.campaignId)} and affiliate_id = ${uuidOf(which.affiliateId)}`
  }`;

export async function findPlannedAffiliation(
  db: Queryable,
  accountId: AccountId,
  which: WhichAffiliation,
): Promise<PlannedAffiliation | undefined> {
  const [row] = await db.query<PlannedRow>(sql`
    select ${columns} from affiliations where ${matching(accountId, which)}`);
  return row && plannedOf(row);
}

/** Taken after the campaign's lock. Not `for update`: a new conversion references this row. */
export async function lockPlannedAffiliation(
  tx: Tx,
  accountId: AccountId,
  id: AffiliationId,
): Promise<PlannedAffiliation | undefined> {
  const [row] = await tx.query<PlannedRow>(sql`
    select ${columns} from affiliations where ${matching(accountId, { id })} for no key update`);
  return row && plannedOf(row);
}

export async function saveOverride(tx: Tx, { accountId, id, overridePlanId }: PlannedAffiliation): Promise<void> {
  await tx.query(sql`
    update affiliations set override_plan_id = ${overridePlanId && uuidOf(overridePlanId)}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}

/** All affiliations of the campaign with a plan of their own. */
export async function listOverrides(
  db: Queryable,
  { accountId, campaignId }: InCampaign,
): Promise<PlannedAffiliation[]> {
  const rows = await db.query<PlannedRow>(sql`
    select ${columns} from affiliations
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and override_plan_id is not null
    order by id`);
  return rows.map(plannedOf);
}

/**
 * Moves them in one statement and locks them in the order of their IDs. Returns those that were in another group, as
 * they were before.
 */
export async function moveToGroup(
  tx: Tx,
  { accountId, campaignId }: InCampaign,
  { groupId, affiliateIds }: { groupId: GroupId | null; affiliateIds: readonly AffiliateId[] },
): Promise<PlannedAffiliation[]> {
  const group = groupId && uuidOf(groupId);
  const rows = await tx.query<PlannedRow>(sql`
    with before as (
      select ${columns} from affiliations
      where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and status <> 'removed'
        and affiliate_id = any(${affiliateIds.map(uuidOf)}::uuid[]) and group_id is distinct from ${group}::uuid
      order by id for no key update
    )
    update affiliations set group_id = ${group}::uuid from before where affiliations.id = before.id
    returning before.*`);
  return rows.map(plannedOf);
}
