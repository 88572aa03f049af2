import type { PlanSource } from "tributary-sdk/words";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type GroupId,
  type PlanId,
} from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { totalsOfAffiliation } from "../current-totals.ts";
import type { InCampaign } from "./groups.ts";
import { plansOf, type PlanRow, type StoredPlan } from "./plans.ts";

const VERSIONS_MAX = 100;
/** Counting stops here, so that it stays cheap. */
const CUSTOMERS_COUNTED_MAX = 100_000;
const AFFILIATES_LISTED_MAX = 500;

const columns = raw(
  "plan.id, plan.account_id, plan.campaign_id, plan.scope_id, plan.source, plan.version, plan.body, plan.currency, plan.actor, plan.created_at",
);

/** The plans with these IDs, in one statement. */
export async function readPlans(
  db: Queryable,
  accountId: AccountId,
  ids: readonly PlanId[],
): Promise<Map<PlanId, StoredPlan>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<PlanRow>(sql`
    select ${columns} from plans plan where plan.account_id = ${uuidOf(accountId)} and plan.id = any(${ids.map(uuidOf)}::uuid[])`);
  return new Map((await plansOf(rows)).map((stored) => [stored.id, stored]));
}

export interface ListedVersion {
  readonly stored: StoredPlan;
  /** The group's or the affiliate's name. null: it was for the campaign, or the group was deleted. */
  readonly for: string | null;
}

/** Newest first. Leaves out what the campaign paid before its first plan. */
export async function listVersions(db: Queryable, { accountId, campaignId }: InCampaign): Promise<ListedVersion[]> {
  const account = uuidOf(accountId);
  const rows = await db.query<PlanRow & { for_name: string | null }>(sql`
    select ${columns}, coalesce(grouped.name, person.name) as for_name
    from plans plan
    left join groups grouped on plan.source = 'group' and grouped.account_id = ${account} and grouped.id = plan.scope_id
    left join affiliations affiliation on plan.source = 'override' and affiliation.account_id = ${account}
      and affiliation.id = plan.scope_id
    left join affiliates affiliate on affiliate.account_id = ${account} and affiliate.id = affiliation.affiliate_id
    left join users person on person.id = affiliate.user_id
    where plan.account_id = ${account} and plan.campaign_id = ${uuidOf(campaignId)} and plan.version > 0
    order by plan.version desc limit ${VERSIONS_MAX}`);
  const plans = await plansOf(rows);
  return plans.map((stored, index) => ({ stored, for: rows[index]?.for_name ?? null }));
}

export interface Affected {
  /** Active affiliates whose orders the plan decides. */
  readonly affiliates: number;
  /** Their customers who are bound under one of its versions; for the campaign's plan, also from before its first. */
  readonly boundCustomers: number;
  /** Their customers who are bound under another plan. A new version applies to them. */
  readonly otherCustomers: number;
}

/** Whom a new version of a plan is for. The group or the affiliate may have no plan yet. */
export async function countAffected(
  db: Queryable,
  { accountId, campaignId }: InCampaign,
  scope: { readonly source: PlanSource; readonly id: StoredPlan["scope"] },
): Promise<Affected> {
  const [account, campaign, id] = [uuidOf(accountId), uuidOf(campaignId), uuidOf(scope.id)];
  const theirs = {
    override: sql`affiliation.id = ${id}`,
    group: sql`affiliation.group_id = ${id} and affiliation.override_plan_id is null`,
    campaign: sql`affiliation.override_plan_id is null and grouped.plan_id is null`,
  };
  const [row] = await db.query<{ affiliates: bigint; bound: bigint; others: bigint }>(sql`
    with decided as (
      select affiliation.id, affiliation.status from affiliations affiliation
      left join groups grouped on grouped.account_id = ${account} and grouped.id = affiliation.group_id
      where affiliation.account_id = ${account} and affiliation.campaign_id = ${campaign} and ${theirs[scope.source]})
    select (select count(*) from decided where status = 'active') as affiliates,
      count(*) filter (where keeps) as bound, count(*) filter (where not keeps) as others
    from (
      select coalesce(plans.scope_id = ${id}, ${scope.source === "campaign"}) as keeps
      from customers join decided on decided.id = customers.affiliation_id
      left join plans on plans.account_id = ${account} and plans.id = customers.plan_id
      where customers.account_id = ${account} and customers.campaign_id = ${campaign}
      limit ${CUSTOMERS_COUNTED_MAX}) customer`);
  return {
    affiliates: Number(row?.affiliates ?? 0n),
    boundCustomers: Number(row?.bound ?? 0n),
    otherCustomers: Number(row?.others ?? 0n),
  };
}

export interface GroupFigures {
  /** Active ones. */
  readonly affiliates: number;
  /** Conversions that were not rejected. */
  readonly conversions: number;
  /** In the campaign's currency only. */
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}

/** By group; null for affiliates without one. Affiliates who have left keep counting where they were. */
export async function readGroupFigures(
  db: Queryable,
  { accountId, campaignId }: InCampaign,
  currency: Currency,
): Promise<Map<GroupId | null, GroupFigures>> {
  const rows = await db.query<{
    group_id: string | null;
    affiliates: bigint;
    conversions: bigint;
    revenue_minor: bigint;
    commission_minor: bigint;
  }>(sql`
    select affiliation.group_id, count(*) filter (where affiliation.status = 'active') as affiliates,
      coalesce(sum(total.conversions), 0)::int8 as conversions,
      coalesce(sum(total.revenue_minor), 0)::int8 as revenue_minor,
      coalesce(sum(total.commission_minor), 0)::int8 as commission_minor
    from affiliations affiliation
    left join lateral (
      select sum(conversions) as conversions,
        sum(revenue_minor) filter (where currency = ${currency}) as revenue_minor,
        sum(commission_minor) filter (where commission_currency = ${currency}) as commission_minor
      from ${totalsOfAffiliation(sql`affiliation.id`)} counted
      where day = ${ALL_DAYS} and status <> 'rejected'
    ) total on true
    where affiliation.account_id = ${uuidOf(accountId)} and affiliation.campaign_id = ${uuidOf(campaignId)}
    group by affiliation.group_id`);
  return new Map(
    rows.map((row) => [
      row.group_id === null ? null : idOf("group", row.group_id),
      {
        affiliates: Number(row.affiliates),
        conversions: Number(row.conversions),
        revenueMinor: row.revenue_minor,
        commissionMinor: row.commission_minor,
      },
    ]),
  );
}

export interface GroupedAffiliate {
  readonly affiliationId: AffiliationId;
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly groupId: GroupId | null;
  /** Whether they have a plan of their own. */
  readonly override: boolean;
}

/** Active affiliates by name: the first ones, and how many there are. */
export async function listGroupedAffiliates(
  db: Queryable,
  { accountId, campaignId }: InCampaign,
): Promise<{ affiliates: GroupedAffiliate[]; total: number }> {
  const account = uuidOf(accountId);
  const rows = await db.query<{
    id: string;
    affiliate_id: string;
    name: string;
    group_id: string | null;
    override: boolean;
    total: bigint;
  }>(sql`
    select affiliation.id, affiliation.affiliate_id, person.name, affiliation.group_id,
      affiliation.override_plan_id is not null as override, count(*) over () as total
    from affiliations affiliation
    join affiliates affiliate on affiliate.account_id = ${account} and affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    where affiliation.account_id = ${account} and affiliation.campaign_id = ${uuidOf(campaignId)}
      and affiliation.status = 'active'
    order by lower(person.name), affiliation.id limit ${AFFILIATES_LISTED_MAX}`);
  return {
    affiliates: rows.map((row) => ({
      affiliationId: idOf("affiliation", row.id),
      affiliateId: idOf("affiliate", row.affiliate_id),
      name: row.name,
      groupId: row.group_id === null ? null : idOf("group", row.group_id),
      override: row.override,
    })),
    total: Number(rows[0]?.total ?? 0n),
  };
}
