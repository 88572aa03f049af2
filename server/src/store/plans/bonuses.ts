import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type CampaignId,
  type PlanId,
} from "../../domain/ids.ts";
import type { MaturationChange } from "../../domain/plan/bonus.ts";
import type { Month } from "../../domain/plan/months.ts";
import { inScope, type JobScope } from "../job-scope.ts";
import { campaignColumns, campaignOf, type CampaignRow } from "../campaigns/campaigns.ts";
import { totalsOfAffiliation } from "../current-totals.ts";

/** The next page of that are not archived and had a plan with bonuses. */
export async function listCampaignsWithBonuses(
  db: Queryable,
  { after, limit, twin }: { after: CampaignId | null; limit: number; twin: JobScope },
): Promise<Campaign[]> {
  const rows = await db.query<CampaignRow>(sql`
    select ${campaignColumns} from campaigns
    where id in (select campaign_id from plans where body ? 'bonuses') and status <> 'archived'
      and ${inScope(twin, "campaigns.account_id")}
      and (${after && uuidOf(after)}::uuid is null or id > ${after && uuidOf(after)}::uuid)
    order by id limit ${limit}`);
  return rows.map(campaignOf);
}

/** Oldest first. */
export async function listMaturationChanges(
  db: Queryable,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
): Promise<MaturationChange[]> {
  const rows = await db.query<{ changed_at: Date; days_before: number }>(sql`
    select changed_at, days_before from maturation_changes
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(id)} order by changed_at`);
  return rows.map((row) => ({ changedAt: row.changed_at, daysBefore: row.days_before }));
}

/**
 * Records the hold period that a campaign had until then. Within a day only the first change is recorded, so that nobody
 * can make the list long.
 */
export async function noteMaturationChange(
  tx: Tx,
  { accountId, id, maturationDays }: Pick<Campaign, "accountId" | "id" | "maturationDays">,
  at: Date,
): Promise<void> {
  await tx.query(sql`
    insert into maturation_changes (account_id, campaign_id, changed_at, days_before)
    select ${uuidOf(accountId)}, ${uuidOf(id)}, ${at}::timestamptz, ${maturationDays}
    where not exists (select from maturation_changes
      where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(id)}
        and changed_at > ${at}::timestamptz - interval '1 day')`);
}

/** An affiliation that may have reached a bonus. */
export interface BonusCandidate {
  readonly affiliationId: AffiliationId;
  readonly affiliateId: AffiliateId;
  /** The plan that decided at the end of the month. */
  readonly planId: PlanId;
}

/**
 * The next page of active affiliations with enough approved orders for the lowest bonus of their plan. The daily totals
 * also count parts of orders, so some may have fewer. The plan is the version that decided at the end of the month, for
 * the group that the affiliation was in by then. A month that another plan has paid for gets no second one.
 *
 * Only the last version before a removal has a record of it: an earlier one was followed by another. A group that has no
 * plan now, without any of this, lost it in a process that did not record removals yet.
 */
export async function listBonusCandidates(
  db: Queryable,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  { month, after, limit }: { month: Month; after: AffiliationId | null; limit: number },
): Promise<BonusCandidate[]> {
  const day = month.from.toISOString().slice(0, 10);
  const nextDay = month.to.toISOString().slice(0, 10);
  const rows = await db.query<{ id: string; affiliate_id: string; plan_id: string }>(sql`
    with version as (
      select distinct on (scope_id) scope_id, id, body, removed_at,
        exists (select from plans next where next.account_id = plans.account_id and next.scope_id = plans.scope_id
          and next.created_at >= ${month.to}) as was_followed
      from plans left join plan_removals removal on removal.plan_id = plans.id and removal.account_id = plans.account_id
      where plans.account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(id)} and created_at < ${month.to}
      order by scope_id, version desc
    ), rewarding as materialized (
      select id, (select min((bonus ->> 'reach')::int) from jsonb_array_elements(body -> 'bonuses') bonus) as reach
      from version where body ? 'bonuses'
    ), holder as (
      select a.id, a.affiliate_id, coalesce(own.id, of_group.id, of_campaign.id) as plan_id
      from affiliations a
      join campaigns c on c.id = a.campaign_id and c.account_id = a.account_id
      cross join lateral ${stateAt(month)} state
      left join groups g on g.id = state.group_id and g.account_id = a.account_id
      left join version own on own.scope_id = a.id and state.own_plan
      left join version of_group on of_group.scope_id = state.group_id
        and coalesce(of_group.removed_at >= ${month.to}, of_group.was_followed or g.id is null or g.plan_id is not null)
      left join version of_campaign on of_campaign.scope_id = c.id and c.plan_id is not null
      where a.account_id = ${uuidOf(accountId)} and a.campaign_id = ${uuidOf(id)} and a.status = 'active'
        and (${after && uuidOf(after)}::uuid is null or a.id > ${after && uuidOf(after)}::uuid)
    )
    select holder.id, affiliate_id, plan_id from holder join rewarding on rewarding.id = plan_id
    where reach <= (
      (select coalesce(sum(conversions), 0) from ${totalsOfAffiliation(sql`holder.id`)} counted
        where day >= ${day}::date and day < ${nextDay}::date and status = 'approved')
      + (select count(*) from conversions
        where affiliation_id = holder.id and counted_month = ${day}::date and status = 'approved'))
      and not exists (
        select from conversions
        where affiliation_id = holder.id and kind = 'bonus' and created_at >= ${month.to}
          and split_part(external_id, ':', 4) = ${month.name} and plan_id <> holder.plan_id)
    order by holder.id limit ${limit}`);
  return rows.map((row) => ({
    affiliationId: idOf("affiliation", row.id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    planId: idOf("plan", row.plan_id),
  }));
}

/** Before its first change, an affiliation had the campaign's plan. */
const stateAt = ({ to }: Month): Sql => sql`(
  select group_id, own_plan from (
    select group_id, own_plan, changed_at from affiliation_plan_changes change
    where change.account_id = a.account_id and change.affiliation_id = a.id and changed_at < ${to}
    union all select null, false, '-infinity') known
  order by changed_at desc limit 1)`;

/** Records since when its current group and override decide for an affiliation, for the bonuses of past months. */
export async function notePlanChanges(
  tx: Tx,
  account: AccountId,
  { affiliations, at }: { affiliations: readonly AffiliationId[]; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into affiliation_plan_changes (account_id, affiliation_id, changed_at, group_id, own_plan)
    select account_id, id, ${at}, group_id, override_plan_id is not null from affiliations
    where account_id = ${uuidOf(account)} and id = any(${affiliations.map(uuidOf)}::uuid[])
    on conflict (affiliation_id, changed_at) do update set group_id = excluded.group_id, own_plan = excluded.own_plan`);
}

/** Records when a group lost its plan. A plan is removed once: setting the same one again creates a version. */
export async function notePlanRemoval(
  tx: Tx,
  account: AccountId,
  { plan, at }: { plan: PlanId; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into plan_removals (account_id, plan_id, removed_at) values (${uuidOf(account)}, ${uuidOf(plan)}, ${at})`);
}

/** Those of the names that a bonus has. A shop's own order may have such a name, too. */
export async function listBonusNames(
  db: Queryable,
  account: AccountId,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ external_id: string }>(sql`
    select external_id from conversions
    where account_id = ${uuidOf(account)} and external_id = any(${names}::text[]) and kind = 'bonus'`);
  return new Set(rows.map((row) => row.external_id));
}
