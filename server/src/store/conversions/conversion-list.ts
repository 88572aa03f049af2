import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { conversionSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { Conversion, ConversionStatus, WarningSign } from "../../domain/conversion.ts";
import { uuidOf, type AccountId, type AffiliateId, type CampaignId, type ConversionId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { totalsOfScope } from "../current-totals.ts";
import { conversionColumns, conversionOf, type ConversionRow } from "./conversions.ts";
import {
  beyond,
  bounds,
  countUpTo,
  exactly,
  numbered,
  orderBy,
  reachOf,
  type List,
  type OfAccount,
  type Slice,
  type Total,
} from "../page.ts";
import { byAnyMatch, byMatch, hasOrderId, countedMatches, mergedMatches, type OrderMatch } from "./order-search.ts";

type SignFilter = WarningSign | "any" | "none";

/** null: the given ID is malformed, so nothing matches. */
export interface ConversionFilter {
  readonly status?: ConversionStatus | undefined;
  readonly campaignId?: CampaignId | null | undefined;
  readonly affiliateId?: AffiliateId | null | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly warningSign?: SignFilter | undefined;
  /** The whole order ID, byte for byte. */
  readonly externalId?: string | undefined;
  /** What somebody typed: see orderMatches. */
  readonly orderId?: string | undefined;
  readonly sort?: (typeof conversionSorts)[number] | undefined;
}
export interface ListedConversion {
  readonly conversion: Conversion;
  readonly campaignName: string;
  readonly affiliateName: string;
}

export const conversionList: List<OfAccount, ConversionFilter, ListedConversion> = {
  read: async (db, { accountId }, { filter, slice }) => {
    if (findsNothing(filter)) return [];
    const rows = numbered(rowsOf(accountId, filter, slice));
    return named(db, accountId, { rows, order: raw("order by conversion.position") });
  },
  /** Uses the stored total if there is one, or counts up to a limit. */
  count: async (db, { accountId }, filter) => {
    if (findsNothing(filter)) return exactly(0);
    const { externalId, orderId } = filter;
    const isKept = !filter.from && !filter.to && !filter.warningSign && (externalId ?? orderId) === undefined;
    if (isKept) return readKeptTotal(db, accountId, filter);
    const matching = (match?: OrderMatch) => sql`select 1 from conversions where ${ofOne(accountId, filter, match)}`;
    return countUpTo(db, orderId === undefined ? matching() : countedMatches(orderId, matching));
  },
  position: ({ conversion }) => ({ at: conversion.createdAt, uuid: uuidOf(conversion.id) }),
};

export async function findListedConversion(
  db: Queryable,
  accountId: AccountId,
  id: ConversionId,
): Promise<ListedConversion | undefined> {
  const one = sql`select ${conversionColumns} from conversions
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`;
  return (await named(db, accountId, { rows: one }))[0];
}

/** Recorded orders whose ID differs only in case, spaces, invisible characters or `#`. */
export async function listLookAlikes(
  db: Queryable,
  accountId: AccountId,
  { externalIds, limit }: { externalIds: readonly string[]; limit: number },
): Promise<ListedConversion[]> {
  const rows = sql`select ${conversionColumns} from conversions
    where account_id = ${uuidOf(accountId)} and ${hasOrderId(externalIds)} and external_id <> ${externalIds[0] ?? ""}
    limit ${limit}`;
  return named(db, accountId, { rows, order: raw("order by conversion.created_at desc, conversion.id desc") });
}

const findsNothing = ({ campaignId, affiliateId }: ConversionFilter): boolean =>
  campaignId === null || affiliateId === null;

/** Each combination of filters is a separate statement, so that each one is planned for its index. */
function matches(accountId: AccountId, filter: ConversionFilter, match: OrderMatch | undefined): Sql {
  const { status, campaignId, from, to, warningSign, externalId } = filter;
  return sql`account_id = ${uuidOf(accountId)}
    ${status ? sql`and ${warningSign ? statusConditions[status] : sql`status = ${status}`}` : empty}
    ${campaignId ? sql`and campaign_id = ${uuidOf(campaignId)}` : empty}
    ${from ? sql`and created_at >= ${from}` : empty}
    ${to ? sql`and created_at < ${to}` : empty}
    ${warningSign ? sql`and ${signConditions[warningSign]}` : empty}
    ${externalId === undefined ? empty : sql`and external_id = ${externalId}`}
    ${match ? sql`and ${match.condition}` : empty}`;
}

/** Literals, as in the partial indexes: with a parameter the planner could not use them. */
const signConditions: Readonly<Record<SignFilter, Sql>> = {
  any: raw("warning_signs <> '{}'"),
  none: raw("warning_signs = '{}'"),
  code_and_click_disagree: raw("'code_and_click_disagree' = any (warning_signs)"),
  // Uses the index of all flagged conversions: either most of them have this flag, or there are few of them.
  code_without_click: raw("warning_signs <> '{}' and 'code_without_click' = any (warning_signs)"),
  fast_conversion: raw("'fast_conversion' = any (warning_signs)"),
  shared_address: raw("'shared_address' = any (warning_signs)"),
  // These are rare, and among all flagged ones.
  budget_short: raw("warning_signs <> '{}' and 'budget_short' = any (warning_signs)"),
  click_and_coupon_disagree: raw("warning_signs <> '{}' and 'click_and_coupon_disagree' = any (warning_signs)"),
  coupon_unknown: raw("warning_signs <> '{}' and 'coupon_unknown' = any (warning_signs)"),
  coupon_without_click: raw("warning_signs <> '{}' and 'coupon_without_click' = any (warning_signs)"),
};

/** With this filter, the status must be a literal too, to match the partial indexes on pending conversions. */
const statusConditions: Readonly<Record<ConversionStatus, Sql>> = {
  pending: raw("status = 'pending'"),
  approved: raw("status = 'approved'"),
  rejected: raw("status = 'rejected'"),
};

const sortColumns = { status: "status", created: "created_at", amount: "amount_minor", commission: "commission_minor" };

/** `best` orders the results of a search that is not sorted. */
function orderOf({ sort }: ConversionFilter, slice: Slice, best: Sql | undefined): Sql {
  const isPage = "offset" in slice;
  // As in the indexes with a status. A descending list reads them backwards.
  if (isPage && sort === "status") return raw("order by status, created_at desc, id desc");
  if (isPage && sort === "-status") return raw("order by status desc, created_at, id");
  if (!isPage || best === undefined || sort !== undefined) return orderBy(sortColumns, { sort, slice });
  return sql`order by ${best}, created_at desc, id desc`;
}

function rowsOf(accountId: AccountId, filter: ConversionFilter, slice: Slice): Sql {
  if (filter.orderId === undefined) return rowsMatching(accountId, filter, { slice });
  return mergedMatches(filter.orderId, slice, {
    table: "conversions",
    rows: (match, first) => rowsMatching(accountId, filter, { slice: first, match }),
    order: orderOf(filter, slice, byAnyMatch),
  });
}

interface Part {
  readonly slice: Slice;
  readonly match?: OrderMatch;
}

function rowsMatching(accountId: AccountId, filter: ConversionFilter, { slice, match }: Part): Sql {
  const matching = sql`${matches(accountId, filter, match)} ${beyond(slice, sql`created_at`)}`;
  const order = orderOf(filter, slice, match && byMatch(match));
  const columns = match ? sql`${conversionColumns}, ${match.matched} as matched` : conversionColumns;
  if (!filter.affiliateId) return sql`select ${columns} from conversions where ${matching} ${order} ${bounds(slice)}`;
  // Merges the first conversions of each of the affiliate's campaigns, using the affiliation indexes.
  return sql`select first.* from (${affiliationsOf(accountId, filter)}) affiliation
    cross join lateral (
      select ${columns} from conversions
      where affiliation_id = affiliation.id and ${matching} ${order} limit ${reachOf(slice)}
    ) first
    ${order} ${bounds(slice)}`;
}

/** The whole filter, for counts. */
const ofOne = (accountId: AccountId, filter: ConversionFilter, match: OrderMatch | undefined): Sql =>
  sql`${matches(accountId, filter, match)}
    ${filter.affiliateId ? sql`and affiliation_id in (${affiliationsOf(accountId, filter)})` : empty}`;

const affiliationsOf = (accountId: AccountId, { affiliateId, campaignId }: ConversionFilter): Sql =>
  sql`select id from affiliations
    where account_id = ${uuidOf(accountId)} and affiliate_id = ${affiliateId ? uuidOf(affiliateId) : null}
      ${campaignId ? sql`and campaign_id = ${uuidOf(campaignId)}` : empty}`;

async function named(
  db: Queryable,
  accountId: AccountId,
  { rows: conversions, order = empty }: { rows: Sql; order?: Sql },
): Promise<ListedConversion[]> {
  const rows = await db.query<ConversionRow & { campaign_name: string; affiliate_name: string }>(sql`
    select conversion.*, campaign.name as campaign_name, person.name as affiliate_name
    from (${conversions}) conversion
    join campaigns campaign on campaign.account_id = ${uuidOf(accountId)} and campaign.id = conversion.campaign_id
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = conversion.affiliate_id
    join users person on person.id = affiliate.user_id
    ${order}`);
  return rows.map((row) => ({
    conversion: conversionOf(row),
    campaignName: row.campaign_name,
    affiliateName: row.affiliate_name,
  }));
}

async function readKeptTotal(db: Queryable, accountId: AccountId, filter: ConversionFilter): Promise<Total> {
  const { campaignId, status } = filter;
  const scopes = filter.affiliateId
    ? affiliationsOf(accountId, filter)
    : sql`select id from campaigns where account_id = ${uuidOf(accountId)}
        ${campaignId ? sql`and id = ${uuidOf(campaignId)}` : empty}`;
  const [row] = await db.query<{ total: bigint }>(sql`
    select coalesce(sum(total.conversions), 0)::int8 as total
    from (${scopes}) scope
    join lateral ${totalsOfScope(sql`scope.id`)} total on total.day = ${ALL_DAYS}
    ${status ? sql`where total.status = ${status}` : empty}`);
  return exactly(Number(row?.total ?? 0n));
}
