import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Conversion, ConversionStatus } from "../../domain/conversion.ts";
import { uuidOf, type AccountId, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { totalsOfAffiliation, totalsOfCampaign } from "../current-totals.ts";
import { isDeep, type Page } from "../page.ts";
import { conversionColumns, conversionOf, type ConversionRow } from "./conversions.ts";

export interface ConversionScope {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliationId: AffiliationId | undefined;
}
export type ConversionPage = Page & { readonly status?: ConversionStatus | undefined };

/** Separate statements, so that each filter is planned for its index. `total` is how many match, for deep pages. */
export async function listConversions(
  db: Queryable,
  scope: ConversionScope,
  { total, ...page }: ConversionPage & { readonly total?: number },
): Promise<Conversion[]> {
  const rows = await db.query<ConversionRow>(statementOf(scope, page, total));
  return rows.map(conversionOf);
}

function statementOf(scope: ConversionScope, page: ConversionPage, total: number | undefined): Sql {
  if (!isDeep(page)) return firstPages(scope, page);
  const behind = total === undefined ? Infinity : total - page.offset - page.limit;
  return isDeep({ offset: behind }) ? deepPage(scope, page) : lastPages(scope, page);
}

const withStatus = ({ status }: ConversionPage): Sql => (status ? sql`and status = ${status}` : empty);

const matching = ({ campaignId, affiliationId }: ConversionScope, page: ConversionPage): Sql =>
  sql`${affiliationId ? sql`affiliation_id = ${uuidOf(affiliationId)}` : sql`campaign_id = ${uuidOf(campaignId)}`}
    ${withStatus(page)}`;

const firstPages = (scope: ConversionScope, page: ConversionPage): Sql => sql`
  select ${conversionColumns} from conversions where account_id = ${uuidOf(scope.accountId)} and ${matching(scope, page)}
  order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;

const totalsOf = ({ campaignId, affiliationId }: ConversionScope): Sql =>
  affiliationId ? totalsOfAffiliation(sql`${uuidOf(affiliationId)}`) : totalsOfCampaign(sql`${uuidOf(campaignId)}`);

const rowsOf = (scope: ConversionScope): Sql => sql`
  select ${conversionColumns} from conversions
  where account_id = ${uuidOf(scope.accountId)} and id in (select id from page)
  order by created_at desc, id desc`;

/** Counts back from the end of the list, where little is left to skip. The total and the rows come from one snapshot. */
const lastPages = (scope: ConversionScope, page: ConversionPage): Sql => sql`
  with rest as materialized (
      select coalesce(sum(conversions), 0)::int8 - ${page.offset}::int8 as rows from ${totalsOf(scope)} total
      where day = ${ALL_DAYS} ${withStatus(page)}),
    page as (
      select id from conversions where ${matching(scope, page)}
      order by created_at, id limit (select greatest(least(rows, ${page.limit}::int8), 0) from rest)
      offset (select greatest(rows - ${page.limit}::int8, 0) from rest))
  ${rowsOf(scope)}`;

/**
 * Skips whole days using the daily totals, and only the rest of the offset row by row, in an index-only scan. A page
 * costs as much as the number of days plus one day's conversions, not all rows before it. Totals and rows come from one
 * snapshot; if the list ends before the offset, no day matches.
 */
export const deepPage = (scope: ConversionScope, page: ConversionPage): Sql => sql`
  with days as (
      select day, sum(conversions) as conversions from ${totalsOf(scope)} total
      where day > ${ALL_DAYS} ${withStatus(page)}
      group by day),
    start as materialized (
      select ((day + 1)::timestamp at time zone 'UTC') as before, (${page.offset}::int8 - skipped)::int8 as offset_left
      from (select day, conversions, sum(conversions) over (order by day desc) - conversions as skipped from days) running
      where ${page.offset}::int8 >= skipped and ${page.offset}::int8 < skipped + conversions),
    page as (
      select id from conversions where ${matching(scope, page)} and created_at < (select before from start)
      order by created_at desc, id desc limit ${page.limit} offset (select offset_left from start))
  ${rowsOf(scope)}`;
