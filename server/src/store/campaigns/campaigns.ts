import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Campaign, CampaignStatus, CampaignType, Visibility } from "../../domain/campaign.ts";
import type { CouponNeedsClick, EvidenceOrder, Rebind } from "tributary-sdk/words";
import type { CommissionRule } from "../../domain/values/commission.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type CampaignId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
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
export const campaignColumns = raw(
  `id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value, scales_fixed, plan_id, rebind, evidence,
  coupon_needs_click, coupon_click_days, currency,  attribution_window_days, maturation_days, max_budget_minor, current_spend_minor, created_at, updated_at`,
);

export async function findCampaign(db: Queryable, account: AccountId, id: CampaignId): Promise<Campaign | undefined> {
  const [row] = await db.query<CampaignRow>(
    sql`select ${campaignColumns} from campaigns where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,
  );
  return row && campaignOf(row);
}

/** Not `for update`: a new conversion references this row and then updates its spend, so the two would deadlock. */
export async function lockCampaign(tx: Tx, account: AccountId, id: CampaignId): Promise<Campaign | undefined> {
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
      scales_fixed, plan_id, rebind, evidence, coupon_needs_click, coupon_click_days, currency, attribution_window_days, maturation_days, max_budget_minor, current_spend_minor, created_at, updated_at)
    values (${uuidOf(campaign.id)}, ${uuidOf(campaign.accountId)}, ${campaign.name}, ${campaign.slug}, ${campaign.targetUrl},
      ${campaign.type}, ${campaign.status}, ${campaign.visibility}, ${campaign.commission.type}, ${ruleValue(campaign.commission)},
      ${campaign.scalesFixed}, ${campaign.planId && uuidOf(campaign.planId)}, ${campaign.rebind}, ${campaign.evidence},
      ${campaign.couponNeedsClick}, ${campaign.couponClickDays}, ${campaign.currency}, ${campaign.attributionWindowDays}, ${campaign.maturationDays}, ${campaign.maxBudgetMinor},
      ${campaign.currentSpendMinor}, ${campaign.createdAt}, ${campaign.updatedAt})
    on conflict (account_id, slug) do nothing returning id`);
  return rows.length === 1;
}

/** Saves everything except the spend, which only the budget functions below change. */
export async function saveCampaign(tx: Tx, campaign: Campaign): Promise<void> {
  await tx.query(sql`
    update campaigns set name = ${campaign.name}, target_url = ${campaign.targetUrl}, type = ${campaign.type},
      status = ${campaign.status}, visibility = ${campaign.visibility}, commission_type = ${campaign.commission.type},
      commission_value = ${ruleValue(campaign.commission)}, scales_fixed = ${campaign.scalesFixed}, plan_id = ${campaign.planId && uuidOf(campaign.planId)}, rebind = ${campaign.rebind},
      evidence = ${campaign.evidence}, coupon_needs_click = ${campaign.couponNeedsClick}, coupon_click_days = ${campaign.couponClickDays}, currency = ${campaign.currency},
      attribution_window_days = ${campaign.attributionWindowDays}, maturation_days = ${campaign.maturationDays},
      max_budget_minor = ${campaign.maxBudgetMinor}, updated_at = ${campaign.updatedAt}
    where account_id = ${uuidOf(campaign.accountId)} and id = ${uuidOf(campaign.id)}`);
}

export async function hasConversions(db: Queryable, account: AccountId, id: CampaignId): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (select from conversions where account_id = ${uuidOf(account)} and campaign_id = ${uuidOf(id)}) as found`);
  return row?.found === true;
}

/**
 * Adds to the spend if the budget has room and the campaign's currency and status still allow it. Two concurrent
 * conversions cannot both take the last cent: the second one waits for the row and checks again.
 */
export async function takeFromBudget(
  tx: Tx,
  campaign: Pick<Campaign, "accountId" | "id" | "currency">,
  take: { commission: Money; statuses: readonly CampaignStatus[] },
): Promise<boolean> {
  // A commission in another currency never counts as spend, and is accepted only without a budget.
  const own = take.commission.currency === campaign.currency;
  const minor = own ? take.commission.minor : 0n;
  const rows = await tx.query(sql`
    update campaigns set current_spend_minor = current_spend_minor + ${minor}
    where account_id = ${uuidOf(campaign.accountId)} and id = ${uuidOf(campaign.id)}
      and currency = ${campaign.currency} and status = any(${take.statuses}::text[])
      and (max_budget_minor is null or (${own} and current_spend_minor + ${minor} <= max_budget_minor))
    returning id`);
  return rows.length === 1;
}

/** Returns the stored amount, never a recalculated one. */
export async function returnToBudget(
  tx: Tx,
  account: AccountId,
  refund: { id: CampaignId; commission: Money },
): Promise<void> {
  await tx.query(sql`
    update campaigns set current_spend_minor = current_spend_minor - ${refund.commission.minor}
    where account_id = ${uuidOf(account)} and id = ${uuidOf(refund.id)} and currency = ${refund.commission.currency}`);
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
