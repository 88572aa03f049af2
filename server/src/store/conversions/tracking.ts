import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { AffiliationStatus } from "../../domain/affiliation.ts";
import type { AttributedAffiliation, BoundCustomer, Evidence } from "../../domain/evidence.ts";
import type { OrderCampaign } from "../../domain/campaign.ts";
import { chooseCoupon } from "../../domain/coupon-evidence.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type CampaignId,
  type ClickId,
  type ConversionId,
} from "../../domain/ids.ts";
import { ruleOf, type CampaignRow } from "../campaigns/campaigns.ts";
import { findHeldCoupons } from "../coupons/held-coupons.ts";
import { bindingOf, firstOrderAt, type BindingRow } from "../plans/customers.ts";

export interface TrackingQuestion {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly externalId: string;
  /** null: not a valid click ID. */
  readonly clickId: ClickId | null | undefined;
  readonly code: string | null | undefined;
  /** null: the shop did not say who ordered. */
  readonly customerKey: Buffer | null;
  readonly subscriptionId: string | null;
  /** The order's coupon codes; undefined: the shop sent none. */
  readonly coupons: OrderCoupons | undefined;
}
export interface OrderCoupons {
  /** As they are compared, in the order they were sent. */
  readonly folded: readonly string[];
  /** Whether the shop says that the code is an affiliate's, so that an unknown one is suspicious. */
  readonly named: boolean;
  readonly paidAt: Date;
}
export interface TrackingFacts {
  readonly campaign: OrderCampaign;
  readonly existing: ConversionId | undefined;
  readonly evidence: Evidence;
  /** Whether an earlier order belongs to the same subscription. */
  readonly subscriptionSeen: boolean;
}
type OrderCampaignRow = Pick<
  CampaignRow,
  | "id"
  | "account_id"
  | "status"
  | "commission_type"
  | "commission_value"
  | "scales_fixed"
  | "plan_id"
  | "rebind"
  | "evidence"
  | "coupon_needs_click"
  | "coupon_click_days"
  | "currency"
  | "maturation_days"
  | "max_budget_minor"
>;
interface ClickRow {
  click_id: string | null;
  click_campaign_id: string;
  clicked_at: Date;
  expires_at: Date;
  address_hash: Buffer | null;
  address_seen: boolean;
  /** null: a reset of the test account has deleted it. */
  click_affiliation_id: string | null;
  click_affiliate_id: string;
  click_affiliation_status: AffiliationStatus;
  click_override_plan_id: string | null;
  click_group_id: string | null;
}
interface CodeRow {
  code_affiliation_id: string | null;
  code_affiliate_id: string;
  code_affiliation_status: AffiliationStatus;
  code_override_plan_id: string | null;
  code_group_id: string | null;
}
interface TrackingRow extends OrderCampaignRow, ClickRow, CodeRow {
  existing_id: string | null;
}

/**
 * Reads everything needed to decide a tracking request, in one round trip if `db` sends reads together. undefined: no such campaign in the account.
 * PostgreSQL plans a statement with clicks anew for each order, because they are partitioned. So orders without a click
 * leave them out.
 */
export async function readTrackingFacts(db: Queryable, question: TrackingQuestion): Promise<TrackingFacts | undefined> {
  const account = uuidOf(question.accountId);
  const { clickId, code, customerKey, subscriptionId, coupons } = question;
  const click = clickId ? ofClick(account, uuidOf(clickId)) : nothing;
  const byCode = code ? ofCode(account, code) : nothing;
  const rows = db.query<TrackingRow>(sql`
    select campaign.*, existing.id as existing_id${click.columns}${byCode.columns}
    from (select id, account_id, status, commission_type, commission_value, scales_fixed, plan_id, rebind, evidence,
        coupon_needs_click, coupon_click_days, currency, maturation_days, max_budget_minor
      from campaigns where account_id = ${account} and id = ${uuidOf(question.campaignId)}) campaign
    left join conversions existing on existing.account_id = ${account} and existing.external_id = ${question.externalId}
    ${click.joins}${byCode.joins}`);
  const [[row], coupon, customer, subscriptionSeen] = await Promise.all([
    rows,
    coupons && findCoupon(db, question, coupons),
    customerKey ? findBoundCustomer(db, question, customerKey) : undefined,
    subscriptionId !== null && isSubscription(db, question, subscriptionId),
  ]);
  if (!row) return undefined;
  return {
    campaign: campaignOf(row),
    existing: row.existing_id === null ? undefined : idOf("conversion", row.existing_id),
    evidence: {
      click: clickId === undefined ? undefined : clickId ? clickOf(row) : "missing",
      code: code === undefined ? undefined : code ? codeOf(row) : "missing",
      coupon,
      customer: customerKey ? (customer ?? "missing") : undefined,
    },
    subscriptionSeen,
  };
}

/** A part of the statement above. */
interface Part {
  readonly columns: Sql;
  readonly joins: Sql;
}
const nothing: Part = { columns: empty, joins: empty };

const ofClick = (account: string, id: string): Part => ({
  columns: sql`, click.id as click_id, click.campaign_id as click_campaign_id, click.clicked_at, click.expires_at, click.address_hash,
    ${addressSeen(account)} as address_seen,
    of_click.id as click_affiliation_id, of_click.affiliate_id as click_affiliate_id, of_click.status as click_affiliation_status,
    of_click.override_plan_id as click_override_plan_id, of_click.group_id as click_group_id`,
  joins: sql`left join clicks click on click.id = ${id} and click.account_id = ${account}
    left join affiliations of_click on of_click.id = click.affiliation_id and of_click.account_id = ${account} `,
});

const ofCode = (account: string, code: string): Part => ({
  columns: sql`, of_code.id as code_affiliation_id, of_code.affiliate_id as code_affiliate_id, of_code.status as code_affiliation_status,
    of_code.override_plan_id as code_override_plan_id, of_code.group_id as code_group_id`,
  joins: sql`left join affiliations of_code on of_code.code = ${code} and of_code.account_id = ${account}
    and of_code.campaign_id = campaign.id`,
});

const campaignOf = (row: OrderCampaignRow): OrderCampaign => ({
  id: idOf("campaign", row.id),
  accountId: idOf("account", row.account_id),
  status: row.status,
  commission: ruleOf(row.commission_type, row.commission_value, row.currency),
  scalesFixed: row.scales_fixed,
  planId: row.plan_id === null ? null : idOf("plan", row.plan_id),
  rebind: row.rebind,
  evidence: row.evidence,
  couponNeedsClick: row.coupon_needs_click,
  couponClickDays: row.coupon_click_days,
  currency: row.currency,
  maturationDays: row.maturation_days,
  maxBudgetMinor: row.max_budget_minor,
});

/**
 * Repeat orders from one click are one visitor. Searching the index on both sides of that click never reads those
 * orders, no matter how many there are.
 */
function addressSeen(account: string): Sql {
  const through = (others: Sql): Sql => sql`exists (select from conversions other
    where other.account_id = ${account} and other.address_hash = click.address_hash and ${others})`;
  return sql`(${through(sql`other.click_id < click.id`)} or ${through(sql`other.click_id > click.id`)})`;
}

function clickOf(row: ClickRow): NonNullable<Evidence["click"]> {
  if (row.click_id === null || row.click_affiliation_id === null) return "missing";
  return {
    id: idOf("click", row.click_id),
    campaignId: idOf("campaign", row.click_campaign_id),
    clickedAt: row.clicked_at,
    expiresAt: row.expires_at,
    addressHash: row.address_hash,
    addressSeen: row.address_seen,
    affiliation: {
      id: idOf("affiliation", row.click_affiliation_id),
      affiliateId: idOf("affiliate", row.click_affiliate_id),
      status: row.click_affiliation_status,
      ...plansOf(row.click_override_plan_id, row.click_group_id),
    },
  };
}

function codeOf(row: CodeRow): NonNullable<Evidence["code"]> {
  if (row.code_affiliation_id === null) return "missing";
  return {
    id: idOf("affiliation", row.code_affiliation_id),
    affiliateId: idOf("affiliate", row.code_affiliate_id),
    status: row.code_affiliation_status,
    ...plansOf(row.code_override_plan_id, row.code_group_id),
  };
}

async function findCoupon(
  db: Queryable,
  { accountId, campaignId }: TrackingQuestion,
  { folded, named, paidAt }: OrderCoupons,
): Promise<NonNullable<Evidence["coupon"]>> {
  const found = folded.length === 0 ? [] : await findHeldCoupons(db, accountId, { folded, paidAt });
  return chooseCoupon(found, campaignId) ?? (named ? "missing" : "not_ours");
}

const plansOf = (
  override: string | null,
  group: string | null,
): Pick<AttributedAffiliation, "overridePlanId" | "groupId"> => ({
  overridePlanId: override === null ? null : idOf("plan", override),
  groupId: group === null ? null : idOf("group", group),
});

interface BoundRow extends BindingRow {
  status: AffiliationStatus;
  override_plan_id: string | null;
  group_id: string | null;
}

async function findBoundCustomer(
  db: Queryable,
  { accountId, campaignId }: TrackingQuestion,
  key: Buffer,
): Promise<BoundCustomer | undefined> {
  const [row] = await db.query<BoundRow>(sql`
    select c.affiliation_id, a.affiliate_id, c.plan_id, c.bound_at, ${firstOrderAt} as first_order_at, a.status,
      a.override_plan_id, a.group_id
    from customers c join affiliations a on a.id = c.affiliation_id and a.account_id = c.account_id
    where c.account_id = ${uuidOf(accountId)} and c.campaign_id = ${uuidOf(campaignId)} and c.key = ${key}`);
  if (!row) return undefined;
  const binding = bindingOf(row);
  const { affiliationId: id, affiliateId } = binding;
  const affiliation = { id, affiliateId, status: row.status, ...plansOf(row.override_plan_id, row.group_id) };
  return { binding, affiliation };
}

/** Whether the campaign has an order of the subscription. */
export async function isSubscription(
  db: Queryable,
  { accountId, campaignId }: Pick<TrackingQuestion, "accountId" | "campaignId">,
  subscriptionId: string,
): Promise<boolean> {
  const [row] = await db.query<{ seen: boolean }>(sql`
    select exists (select from orders o join conversions c on c.id = o.conversion_id and c.account_id = o.account_id
      where o.account_id = ${uuidOf(accountId)} and o.subscription_id = ${subscriptionId}
        and c.campaign_id = ${uuidOf(campaignId)}) as seen`);
  return row?.seen === true;
}

/** Share-locks the affiliation until the transaction ends: a new suspension waits, a committed one is seen. */
export async function shareAffiliation(
  tx: Tx,
  account: AccountId,
  id: AffiliationId,
): Promise<AffiliationStatus | undefined> {
  const [row] = await tx.query<{ status: AffiliationStatus }>(sql`
    select status from affiliations where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} for share`);
  return row?.status;
}
