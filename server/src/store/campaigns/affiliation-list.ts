import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { affiliationSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import {
  statusesShownAs,
  type Affiliation,
  type AffiliationStatus,
  type AffiliateStatus,
} from "../../domain/affiliation.ts";
import type { SentApplication } from "../../domain/application.ts";
import type { CampaignStatus } from "../../domain/campaign.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { uuidOf, type AccountId, type AffiliateId, type CampaignId } from "../../domain/ids.ts";
import { statisticsOf, type Statistics, type StatusTotal } from "../../domain/statistics.ts";
import { applicationColumns, applicationOf, type ApplicationColumns } from "./applications.ts";
import { affiliationOf, type AffiliationRow } from "./affiliates.ts";
import { readClickTotals } from "../clicks/clicks.ts";
import { contains, newestFirst, numbered, type List, type OfAccount } from "../page.ts";
import { readTotals } from "../ledger/totals.ts";
import { affiliateNameOf, clicksOf, conversionsOf, revenueOf } from "../sort-values.ts";

export interface AffiliationFilter {
  /** `rejected` includes suspended affiliates, as in the public API. */
  readonly status?: AffiliateStatus | "suspended" | undefined;
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId?: CampaignId | null | undefined;
  readonly search?: string | undefined;
}
export interface SortedAffiliations extends AffiliationFilter {
  readonly sort?: (typeof affiliationSorts)[number] | undefined;
}
export interface ListedAffiliation {
  readonly affiliation: Affiliation;
  readonly name: string;
  readonly email: string;
  readonly campaign: { readonly name: string; readonly status: CampaignStatus; readonly currency: Currency };
  readonly statistics: Statistics & { readonly clicks: number };
  readonly totals: readonly StatusTotal[];
  /** What the person wrote when they applied; null if they did not. */
  readonly application: SentApplication | null;
}

const columns = raw("id, account_id, campaign_id, affiliate_id, code, status, joined_at, approved_at, withheld_at");

export const affiliationList: List<OfAccount, SortedAffiliations, ListedAffiliation> = newestFirst({
  table: "affiliations",
  columns,
  time: "joined_at",
  sorts: {
    name: affiliateNameOf("affiliations"),
    status: "status",
    joined: "joined_at",
    clicks: clicksOf("affiliations"),
    conversions: conversionsOf("affiliations"),
    revenue: revenueOf("affiliations"),
  },
  matches: (scope, filter: SortedAffiliations) => matchingAffiliations(scope, filter),
  complete: described,
  position: ({ affiliation }) => ({ at: affiliation.joinedAt, uuid: uuidOf(affiliation.id) }),
});

/** Includes removed affiliations, because their earnings stay. */
export function describeAffiliations(
  db: Queryable,
  accountId: AccountId,
  affiliates: readonly string[],
): Promise<ListedAffiliation[]> {
  const theirs = sql`select ${columns} from affiliations
    where account_id = ${uuidOf(accountId)} and affiliate_id = any(${affiliates}::uuid[])
    order by joined_at desc, id desc`;
  return described(db, numbered(theirs), { accountId });
}

export interface AffiliatePerson {
  readonly id: AffiliateId;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

export async function findAffiliatePerson(
  db: Queryable,
  accountId: AccountId,
  id: AffiliateId,
): Promise<AffiliatePerson | undefined> {
  const [row] = await db.query<{ name: string; email: string; created_at: Date }>(sql`
    select person.name, person.email, affiliate.created_at
    from affiliates affiliate join users person on person.id = affiliate.user_id
    where affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = ${uuidOf(id)}`);
  return row && { id, name: row.name, email: row.email, createdAt: row.created_at };
}

export function matchingAffiliations(
  { accountId }: OfAccount,
  { status, campaignId, search }: AffiliationFilter,
): Sql | undefined {
  if (campaignId === null) return undefined;
  return sql`account_id = ${uuidOf(accountId)} and ${inStatus(status)}
    ${campaignId ? sql`and campaign_id = ${uuidOf(campaignId)}` : empty}
    ${search === undefined ? empty : sql`and ${found(accountId, search)}`}`;
}

function inStatus(status: AffiliationFilter["status"]): Sql {
  if (status === undefined) return sql`status <> 'removed'`;
  const statuses: AffiliationStatus[] = status === "suspended" ? ["suspended"] : statusesShownAs(status);
  // A single status reads the index in order; several would need a sort.
  return statuses.length === 1 ? sql`status = ${statuses[0]}` : sql`status = any(${statuses}::text[])`;
}

/** Searches the names of all affiliates in the account. There are far fewer of them than clicks or orders. */
const found = (accountId: AccountId, search: string): Sql => sql`(code = ${search} or affiliate_id in (
    select affiliate.id from affiliates affiliate join users person on person.id = affiliate.user_id
    where affiliate.account_id = ${uuidOf(accountId)}
      and (${contains(sql`person.name`, search)} or ${contains(sql`person.email`, search)})))`;

interface Row extends Omit<AffiliationRow, "seq">, ApplicationColumns {
  name: string;
  email: string;
  campaign_name: string;
  campaign_status: CampaignStatus;
  campaign_currency: Currency;
}

async function described(db: Queryable, affiliations: Sql, { accountId }: OfAccount): Promise<ListedAffiliation[]> {
  const rows = await db.query<Row>(sql`
    select affiliation.*, person.name, person.email, campaign.name as campaign_name, campaign.status as campaign_status,
      campaign.currency as campaign_currency, ${applicationColumns}
    from (${affiliations}) affiliation
    join campaigns campaign on campaign.account_id = ${uuidOf(accountId)} and campaign.id = affiliation.campaign_id
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    left join applications application on application.account_id = ${uuidOf(accountId)}
      and application.affiliation_id = affiliation.id
    order by affiliation.position`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [totals, clicks] = await Promise.all([readTotals(db, ids), readClickTotals(db, ids)]);
  return rows.map((row) => listedOf(row, totals.get(row.id) ?? [], clicks.get(row.id) ?? 0));
}

const listedOf = (row: Row, totals: readonly StatusTotal[], clicks: number): ListedAffiliation => ({
  affiliation: affiliationOf(row),
  name: row.name,
  email: row.email,
  campaign: { name: row.campaign_name, status: row.campaign_status, currency: row.campaign_currency },
  statistics: { ...statisticsOf(totals, row.campaign_currency), clicks },
  totals,
  application: applicationOf(row),
});
