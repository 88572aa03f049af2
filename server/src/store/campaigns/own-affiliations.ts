import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { ownCampaignSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { Affiliation, AffiliationStatus } from "../../domain/affiliation.ts";
import type { Branding } from "../../domain/branding.ts";
import type { Campaign } from "../../domain/campaign.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type CampaignId, type PlanId, type UserId } from "../../domain/ids.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import type { StatusTotal } from "../../domain/statistics.ts";
import { affiliationOf } from "./affiliates.ts";
import { campaignColumns, campaignOf, type CampaignRow } from "./campaigns.ts";
import { brandColumns, brandingOf, type BrandRow } from "../people/brands.ts";
import { readClickTotals } from "../clicks/clicks.ts";
import { parsedPlan, parseInTurns, type PlanDocument } from "../parsed-plans.ts";
import { bounds, directed, exactly, type Page, type Total } from "../page.ts";
import { readTotals } from "../ledger/totals.ts";
import { clicksOf, conversionsOf } from "../sort-values.ts";

/** A campaign as its affiliate sees it. */
export interface OwnAffiliation {
  readonly affiliation: Affiliation;
  readonly campaign: Campaign;
  readonly merchantName: string;
  readonly branding: Branding;
  /** The plan that decides for the affiliate: their own, else the group's, else the campaign's. null: no plan. */
  readonly deciding: { readonly id: PlanId; readonly plan: Plan } | null;
}
export interface MeasuredAffiliation extends OwnAffiliation {
  readonly clicks: number;
  readonly totals: readonly StatusTotal[];
}

/** Every query about a person's own data goes through this: they own what their affiliates have, in any account. */
export const affiliationsOfPerson = (userId: UserId, campaignId?: CampaignId): Sql => sql`
  select mine.id, mine.account_id, mine.affiliate_id, mine.campaign_id
  from affiliates person join affiliations mine on mine.account_id = person.account_id and mine.affiliate_id = person.id
  where person.user_id = ${uuidOf(userId)} ${campaignId ? sql`and mine.campaign_id = ${uuidOf(campaignId)}` : empty}`;

interface OwnRow extends CampaignRow, BrandRow {
  affiliation_id: string;
  affiliate_id: string;
  code: string;
  affiliation_status: AffiliationStatus;
  joined_at: Date;
  approved_at: Date | null;
  withheld_at: Date | null;
  merchant_name: string;
  deciding_plan_id: string | null;
  deciding_plan: unknown;
  deciding_currency: Currency;
}

const ownRows = (userId: UserId, campaignId?: CampaignId): Sql => sql`
  select campaign.*, n.id as affiliation_id, n.affiliate_id, n.code, n.status as affiliation_status, n.joined_at,
    n.approved_at, n.withheld_at, account.name as merchant_name, ${brandColumns("brand")},
    plan.id as deciding_plan_id, plan.body as deciding_plan, plan.currency as deciding_currency
  from (${affiliationsOfPerson(userId, campaignId)}) own
  join affiliations n on n.account_id = own.account_id and n.id = own.id
  join accounts account on account.id = own.account_id
  left join brands brand on brand.account_id = own.account_id
  join lateral (
    select ${campaignColumns} from campaigns where account_id = own.account_id and id = own.campaign_id
  ) campaign on true
  left join groups grouped on grouped.account_id = own.account_id and grouped.id = n.group_id
  left join plans plan on plan.account_id = own.account_id
    and plan.id = coalesce(n.override_plan_id, grouped.plan_id, campaign.plan_id)`;

export interface OwnCampaignsPage extends Page {
  readonly sort?: (typeof ownCampaignSorts)[number] | undefined;
}
const sorts = { name: raw("lower(campaign.name)"), clicks: clicksOf("n"), conversions: conversionsOf("n") };

/** Newest first unless sorted; campaigns that the person left come last. */
export async function listAffiliationsOfPerson(
  db: Queryable,
  userId: UserId,
  { sort, ...page }: OwnCampaignsPage,
): Promise<MeasuredAffiliation[]> {
  const rows = await db.query<OwnRow>(sql`
    ${ownRows(userId)}
    order by n.status = 'removed', ${sort === undefined ? raw("n.joined_at desc") : directed(sorts, sort)}, n.id desc
    ${bounds(page)}`);
  return measured(db, rows);
}

export async function countAffiliationsOfPerson(db: Queryable, userId: UserId): Promise<Total> {
  const [row] = await db.query<{ total: bigint }>(sql`
    select count(*) as total from (${affiliationsOfPerson(userId)}) own`);
  return exactly(Number(row?.total ?? 0n));
}

export async function findAffiliationOfPerson(
  db: Queryable,
  userId: UserId,
  campaignId: CampaignId,
): Promise<MeasuredAffiliation | undefined> {
  const rows = await db.query<OwnRow>(ownRows(userId, campaignId));
  return (await measured(db, rows))[0];
}

async function measured(db: Queryable, rows: readonly OwnRow[]): Promise<MeasuredAffiliation[]> {
  const ids = rows.map((row) => row.affiliation_id);
  await parseInTurns(rows.flatMap((row) => documentOf(row) ?? []));
  const [totals, clicks] = await Promise.all([readTotals(db, ids), readClickTotals(db, ids)]);
  return rows.map((row) => ({
    ...ownOf(row),
    clicks: clicks.get(row.affiliation_id) ?? 0,
    totals: totals.get(row.affiliation_id) ?? [],
  }));
}

const ownOf = (row: OwnRow): OwnAffiliation => ({
  campaign: campaignOf(row),
  merchantName: row.merchant_name,
  branding: brandingOf(row),
  affiliation: affiliationOf({
    ...row,
    id: row.affiliation_id,
    campaign_id: row.id,
    status: row.affiliation_status,
  }),
  deciding: decidingOf(row),
});

function decidingOf(row: OwnRow): OwnAffiliation["deciding"] {
  const document = documentOf(row);
  return document && { id: idOf("plan", document.id), plan: parsedPlan(document) };
}

const documentOf = (row: OwnRow): PlanDocument | null =>
  row.deciding_plan_id === null
    ? null
    : { id: row.deciding_plan_id, body: row.deciding_plan, currency: row.deciding_currency };

/** A person's affiliations and affiliates, for sums. */
export interface OwnScope {
  readonly affiliationUuids: readonly string[];
  readonly affiliates: readonly { readonly accountUuid: string; readonly affiliateUuid: string }[];
}

export async function readScope(db: Queryable, userId: UserId, campaignId?: CampaignId): Promise<OwnScope> {
  const rows = await db.query<{ id: string; account_id: string; affiliate_id: string }>(
    affiliationsOfPerson(userId, campaignId),
  );
  const affiliates = new Map(
    rows.map((row) => [row.affiliate_id, { accountUuid: row.account_id, affiliateUuid: row.affiliate_id }]),
  );
  return { affiliationUuids: rows.map((row) => row.id), affiliates: [...affiliates.values()] };
}
