import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Campaign, CampaignStatus, CampaignType, Visibility } from "../../domain/campaign.ts";
import type { CouponNeedsClick, EvidenceOrder, Rebind } from "tributary-sdk/words";
import type { CommissionRule } from "../../domain/values/commission.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type CampaignId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import { spendOf } from "../current-totals.ts";
import type { Page } from "../page.ts";

export interface CampaignRow {
  id: string;
  account_id: string;
  name: string;
  slug: string;
  target_url: string;
  type: CampaignType;
  status: CampaignStatus;
  visibility: Visibility;
  commission_type: CommissionRule["type"];
  commission_value: bigint;
  scales_fixed: boolean;
  plan_id: string | null;
  rebind: Rebind;
  evidence: EvidenceOrder;
  coupon_needs_click: CouponNeedsClick;
  coupon_click_days: number;
  currency: Currency;
  attribution_window_days: number;
  maturation_days: number;
  max_budget_minor: bigint | null;
  current_spend_minor: bigint;
  created_at: Date;
  updated_at: Date;
}
export const campaignColumns: Sql = sql`${raw(
  `id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value, scales_fixed, plan_id, rebind, evidence,
  coupon_needs_click, coupon_click_days, currency,  attribution_window_days, maturation_days, max_budget_minor, created_at, updated_at`,
)}, ${spendOf("campaigns")} as current_spend_minor`;

export async function findCampaign(db: Queryable, account: AccountId, id: CampaignId): Promise<Campaign | undefined> {
  const [row] = await db.query<CampaignRow>(
    sql`select ${campaignColumns} from campaigns where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,
  );
  return row && campaignOf(row);
}

/** Without what it has spent, which takes longer to add up. */
export async function campaignExists(db: Queryable, account: AccountId, id: CampaignId): Promise<boolean> {
  const rows = await db.query(sql`select from campaigns where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`);
  return rows.length > 0;
}

const nameOfLock = (id: CampaignId): string => `campaign ${id}`;

/**
 * Waits for all orders of the campaign that are being recorded, and lets no other one begin. Not `for update`: a new
 * affiliation references this row, and would wait for it.
 */
export async function lockCampaign(tx: Tx, account: AccountId, id: CampaignId): Promise<Campaign | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${nameOfLock(id)}, 0))`);
  const [row] = await tx.query<CampaignRow>(sql`
    select ${campaignColumns} from campaigns where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}
    for no key update`);
  return row && campaignOf(row);
}

export async function listCampaigns(
  db: Queryable,
  account: AccountId,
  { status, limit, offset }: Page & { readonly status?: CampaignStatus | undefined },
): Promise<{ campaigns: Campaign[]; total: number }> {
  const matching = sql`account_id = ${uuidOf(account)} and (${status ?? null}::text is null or status = ${status ?? null})`;
  const rows = await db.query<CampaignRow>(sql`
    select ${campaignColumns} from campaigns where ${matching}
    order by created_at desc, id desc limit ${limit} offset ${offset}`);
  const [count] = await db.query<{ total: bigint }>(sql`select count(*) as total from campaigns where ${matching}`);
  return { campaigns: rows.map(campaignOf), total: Number(count?.total ?? 0n) };
}

/** False if another campaign in the account has the slug. */
export async function insertCampaign(tx: Tx, campaign: Campaign): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value,
      scales_fixed, plan_id, rebind, evidence, coupon_needs_click, coupon_click_days, currency, attribution_window_days, maturation_days, max_budget_minor, created_at, updated_at)
    values (${uuidOf(campaign.id)}, ${uuidOf(campaign.accountId)}, ${campaign.name}, ${campaign.slug}, ${campaign.targetUrl},
      ${campaign.type}, ${campaign.status}, ${campaign.visibility}, ${campaign.commission.type}, ${ruleValue(campaign.commission)},
      ${campaign.scalesFixed}, ${campaign.planId && uuidOf(campaign.planId)}, ${campaign.rebind}, ${campaign.evidence},
      ${campaign.couponNeedsClick}, ${campaign.couponClickDays}, ${campaign.currency}, ${campaign.attributionWindowDays}, ${campaign.maturationDays}, ${campaign.maxBudgetMinor},
      ${campaign.createdAt}, ${campaign.updatedAt})
    on conflict (account_id, slug) do nothing returning id`);
  if (rows.length === 0) return false;
  await keepBudget(tx, campaign);
  return true;
}

/** Saves everything except the spend, which only the budget functions below change. The campaign must be locked. */
export async function saveCampaign(tx: Tx, campaign: Campaign): Promise<void> {
  await tx.query(sql`
    update campaigns set name = ${campaign.name}, target_url = ${campaign.targetUrl}, type = ${campaign.type},
      status = ${campaign.status}, visibility = ${campaign.visibility}, commission_type = ${campaign.commission.type},
      commission_value = ${ruleValue(campaign.commission)}, scales_fixed = ${campaign.scalesFixed}, plan_id = ${campaign.planId && uuidOf(campaign.planId)}, rebind = ${campaign.rebind},
      evidence = ${campaign.evidence}, coupon_needs_click = ${campaign.couponNeedsClick}, coupon_click_days = ${campaign.couponClickDays}, currency = ${campaign.currency},
      attribution_window_days = ${campaign.attributionWindowDays}, maturation_days = ${campaign.maturationDays},
      max_budget_minor = ${campaign.maxBudgetMinor}, updated_at = ${campaign.updatedAt}
    where account_id = ${uuidOf(campaign.accountId)} and id = ${uuidOf(campaign.id)}`);
  await keepBudget(tx, campaign);
}

/** Begins to count what is spent of a budget, or ends it. No order is being recorded meanwhile. */
async function keepBudget(tx: Tx, { accountId, id, maxBudgetMinor }: Campaign): Promise<void> {
  await tx.query(
    maxBudgetMinor === null
      ? sql`delete from campaign_budgets where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(id)}`
      : sql`insert into campaign_budgets (campaign_id, account_id, spent_minor)
          select id, account_id, ${spendOf("campaigns")} from campaigns
          where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}
          on conflict (campaign_id) do nothing`,
  );
}

export async function hasConversions(db: Queryable, account: AccountId, id: CampaignId): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (select from conversions where account_id = ${uuidOf(account)} and campaign_id = ${uuidOf(id)}) as found`);
  return row?.found === true;
}

/**
 * Until the transaction ends, the campaign keeps its status, its currency and its budget. Orders do not wait for each
 * other here, and a change waits only for those that came before it.
 */
function holdCampaign(tx: Tx, id: CampaignId): void {
  tx.defer(sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOfLock(id)}, 0))`);
}

/**
 * Whether the campaign's currency and status still allow the order, and its budget has room for it, which is then
 * taken. Two concurrent conversions cannot both take the last cent: the second one waits for the row and checks again.
 */
export async function takeFromBudget(
  tx: Tx,
  campaign: Pick<Campaign, "accountId" | "id" | "currency">,
  take: { commission: Money; statuses: readonly CampaignStatus[] },
): Promise<boolean> {
  holdCampaign(tx, campaign.id);
  // A commission in another currency never counts as spend, and is accepted only without a budget.
  const own = take.commission.currency === campaign.currency;
  const minor = own ? take.commission.minor : 0n;
  const [row] = await tx.query<{ allowed: boolean }>(sql`
    with campaign as (
      select account_id, id, max_budget_minor from campaigns
      where account_id = ${uuidOf(campaign.accountId)} and id = ${uuidOf(campaign.id)}
        and currency = ${campaign.currency} and status = any(${take.statuses}::text[])
    ), taken as (
      update campaign_budgets budget set spent_minor = budget.spent_minor + ${minor}
      from campaign
      where budget.account_id = campaign.account_id and budget.campaign_id = campaign.id
        and ${own} and budget.spent_minor + ${minor} <= campaign.max_budget_minor
      returning budget.campaign_id
    )
    select max_budget_minor is null or exists (select from taken) as allowed from campaign`);
  return row?.allowed === true;
}

/** Returns the stored amount, never a recalculated one. */
export function returnToBudget(tx: Tx, account: AccountId, refund: { id: CampaignId; commission: Money }): void {
  holdCampaign(tx, refund.id);
  tx.defer(sql`
    update campaign_budgets budget set spent_minor = budget.spent_minor - ${refund.commission.minor}
    from campaigns campaign
    where campaign.account_id = ${uuidOf(account)} and campaign.id = ${uuidOf(refund.id)}
      and campaign.currency = ${refund.commission.currency}
      and budget.account_id = campaign.account_id and budget.campaign_id = campaign.id`);
}

export function campaignOf(row: CampaignRow): Campaign {
  return {
    id: idOf("campaign", row.id),
    accountId: idOf("account", row.account_id),
    name: row.name,
    slug: row.slug,
    targetUrl: row.target_url,
    type: row.type,
    status: row.status,
    visibility: row.visibility,
    commission: ruleOf(row.commission_type, row.commission_value, row.currency),
    scalesFixed: row.scales_fixed,
    planId: row.plan_id === null ? null : idOf("plan", row.plan_id),
    rebind: row.rebind,
    evidence: row.evidence,
    couponNeedsClick: row.coupon_needs_click,
    couponClickDays: row.coupon_click_days,
    currency: row.currency,
    attributionWindowDays: row.attribution_window_days,
    maturationDays: row.maturation_days,
    maxBudgetMinor: row.max_budget_minor,
    currentSpendMinor: row.current_spend_minor,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const ruleOf = (type: CommissionRule["type"], value: bigint, currency: Currency): CommissionRule =>
  type === "fixed" ? { type, fixed: { minor: value, currency } } : { type, partsPerMillion: value };

export const ruleValue = (rule: CommissionRule): bigint =>
  rule.type === "fixed" ? rule.fixed.minor : rule.partsPerMillion;
