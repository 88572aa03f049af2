import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Group } from "../../domain/group.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type CampaignId,
  type GroupId,
  type PlanId,
} from "../../domain/ids.ts";

export interface InCampaign {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
}

interface GroupRow {
  id: string;
  account_id: string;
  campaign_id: string;
  name: string;
  plan_id: string | null;
  created_at: Date;
}
const columns = sql`id, account_id, campaign_id, name, plan_id, created_at`;

const groupOf = (row: GroupRow): Group => ({
  id: idOf("group", row.id),
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  name: row.name,
  planId: planIdOf(row.plan_id),
  createdAt: row.created_at,
});

export const planIdOf = (uuid: string | null): PlanId | null => (uuid === null ? null : idOf("plan", uuid));

/** By name. At most GROUPS_MAX. */
export async function listGroups(db: Queryable, { accountId, campaignId }: InCampaign): Promise<Group[]> {
  const rows = await db.query<GroupRow>(sql`
    select ${columns} from groups where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)}
    order by lower(name), name, id`);
  return rows.map(groupOf);
}

export async function findGroup(
  db: Queryable,
  { accountId, campaignId }: InCampaign,
  id: GroupId,
): Promise<Group | undefined> {
  const [row] = await db.query<GroupRow>(sql`
    select ${columns} from groups
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and id = ${uuidOf(id)}`);
  return row && groupOf(row);
}

/** False if another group of the campaign has the name. The campaign is locked, so none can take it meanwhile. */
export async function insertGroup(tx: Tx, group: Group): Promise<boolean> {
  if (await isTaken(tx, group)) return false;
  await tx.query(sql`
    insert into groups (${columns})
    values (${uuidOf(group.id)}, ${uuidOf(group.accountId)}, ${uuidOf(group.campaignId)}, ${group.name},
      ${group.planId && uuidOf(group.planId)}, ${group.createdAt})`);
  return true;
}

/** People would confuse names that differ only in case. */
async function isTaken(tx: Tx, { id, accountId, campaignId, name }: Group): Promise<boolean> {
  const rows = await tx.query(sql`
    select from groups where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)}
      and lower(name) = lower(${name}) and id <> ${uuidOf(id)} limit 1`);
  return rows.length === 1;
}

/** Like `insertGroup`. A group that has its name already keeps it. */
export async function saveGroup(tx: Tx, group: Group, { renamed }: { renamed: boolean }): Promise<boolean> {
  const { id, accountId, campaignId, name, planId } = group;
  if (renamed && (await isTaken(tx, group))) return false;
  await tx.query(sql`
    update groups set name = ${name}, plan_id = ${planId && uuidOf(planId)}
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and id = ${uuidOf(id)}`);
  return true;
}

/** Its affiliations fall back to the campaign's plan. Returns them. They are locked in the order of their IDs. */
export async function deleteGroup(tx: Tx, { id, accountId, campaignId }: Group): Promise<AffiliationId[]> {
  const members = await tx.query<{ id: string }>(sql`
    with member as (
      select id from affiliations
      where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and group_id = ${uuidOf(id)}
      order by id for no key update
    )
    update affiliations set group_id = null from member where affiliations.id = member.id returning affiliations.id`);
  await tx.query(sql`delete from groups where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return members.map((member) => idOf("affiliation", member.id));
}

/** Active affiliates in the group. */
export async function countMembers(db: Queryable, { id, accountId }: Group): Promise<number> {
  const [row] = await db.query<{ members: bigint }>(sql`
    select count(*) as members from affiliations
    where account_id = ${uuidOf(accountId)} and group_id = ${uuidOf(id)} and status = 'active'`);
  return Number(row?.members ?? 0n);
}
