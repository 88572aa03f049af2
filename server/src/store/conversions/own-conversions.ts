import sql, { empty, type Sql } from "sql-template-tag";
import type { ownConversionSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { RecordedOrder } from "../../domain/claim.ts";
import type { Conversion, ConversionStatus } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type CampaignId,
  type ConversionId,
  type UserId,
} from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { conversionColumns, conversionOf, type ConversionRow } from "./conversions.ts";
import { ownedBy, beyond, bounds, countUpTo, exactly, orderBy, type List, type OfPerson } from "../page.ts";
import { hasOrderId } from "./order-search.ts";
import { affiliationsOfPerson } from "../campaigns/own-affiliations.ts";
import { totalsOfAffiliation } from "../current-totals.ts";

export interface OwnConversionFilter {
  readonly status?: ConversionStatus | undefined;
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId?: CampaignId | null | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly sort?: (typeof ownConversionSorts)[number] | undefined;
}
export interface OwnConversion extends RecordedOrder {
  readonly campaignName: string;
  readonly merchantName: string;
}

const sortColumns = { created: "created_at", commission: "commission_minor" };

export const ownConversionList: List<OfPerson, OwnConversionFilter, OwnConversion> = {
  /** Merges the first conversions of each campaign, using the affiliation indexes. */
  read: async (db, { userId }, { filter, slice }) => {
    if (filter.campaignId === null) return [];
    const reach = slice.limit + ("offset" in slice ? slice.offset : 0);
    const order = orderBy(sortColumns, { sort: filter.sort, slice });
    const rows = sql`select first.* from (${affiliationsOfPerson(userId, filter.campaignId)}) own
      cross join lateral (
        select ${conversionColumns} from conversions
        where account_id = own.account_id and affiliation_id = own.id ${matches(filter)}
          ${beyond(slice, sql`created_at`)}
        ${order} limit ${reach}
      ) first
      ${order} ${bounds(slice)}`;
    return named(db, rows, orderBy(sortColumns, { sort: filter.sort, slice, table: "conversion" }));
  },
  /** Uses the stored total if there is one, or counts up to a limit. */
  count: async (db, { userId }, filter) => {
    const { campaignId, status, from, to } = filter;
    if (campaignId === null) return exactly(0);
    const own = affiliationsOfPerson(userId, campaignId);
    if (from || to)
      return countUpTo(
        db,
        sql`select 1 from (${own}) own join conversions on conversions.account_id = own.account_id
          and conversions.affiliation_id = own.id ${matches(filter)}`,
      );
    const [row] = await db.query<{ total: bigint }>(sql`
      select coalesce(sum(total.conversions), 0)::int8 as total
      from (${own}) own join lateral ${totalsOfAffiliation(sql`own.id`)} total on total.day = ${ALL_DAYS}
      ${status ? sql`where total.status = ${status}` : empty}`);
    return exactly(Number(row?.total ?? 0n));
  },
  position: ({ conversion }) => ({ at: conversion.createdAt, uuid: uuidOf(conversion.id) }),
};

export async function findConversionOfPerson(
  db: Queryable,
  userId: UserId,
  id: ConversionId,
): Promise<OwnConversion | undefined> {
  const one = sql`select ${conversionColumns} from conversions where id = ${uuidOf(id)} and ${ownedBy({ userId })}`;
  return (await named(db, one))[0];
}

/** Matches regardless of spelling, and only this affiliate's orders. The first ID is as the affiliate typed it. */
export async function findOwnOrder(
  db: Queryable,
  { accountId, affiliateId }: { accountId: AccountId; affiliateId: AffiliateId },
  externalIds: readonly string[],
): Promise<RecordedOrder | undefined> {
  const [found] = await named(
    db,
    sql`select ${conversionColumns} from conversions
      where account_id = ${uuidOf(accountId)} and ${hasOrderId(externalIds)}
        and affiliate_id = ${uuidOf(affiliateId)}
      order by external_id = ${externalIds[0] ?? ""} desc, id limit 1`,
  );
  return found;
}

/** What decided for another affiliate, if this one's click or coupon came with the order too. */
export async function findOutdone(
  db: Queryable,
  { accountId, affiliateId }: { accountId: AccountId; affiliateId: AffiliateId },
  externalIds: readonly string[],
): Promise<"click" | "coupon" | undefined> {
  const [row] = await db.query<{ attributed_by: "click" | "coupon" }>(sql`
    select attributed_by from conversions
    where account_id = ${uuidOf(accountId)} and ${hasOrderId(externalIds)}
      and attributed_by in ('click', 'coupon') and other_affiliation_id in (
        select id from affiliations where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)})
    order by external_id = ${externalIds[0] ?? ""} desc, id limit 1`);
  return row?.attributed_by;
}

/** The label the affiliate put on their link. It is deleted with the click when its retention ends. */
export async function findSub(db: Queryable, { accountId, origin }: Conversion): Promise<string | null> {
  if (!origin.clickId) return null;
  const [row] = await db.query<{ sub: string | null }>(sql`
    select sub from clicks where id = ${uuidOf(origin.clickId)} and account_id = ${uuidOf(accountId)}`);
  return row?.sub ?? null;
}

/** Starts with `and`, to follow other conditions. */
function matches({ status, from, to }: OwnConversionFilter): Sql {
  return sql`${status ? sql`and status = ${status}` : empty}
    ${from ? sql`and created_at >= ${from}` : empty}
    ${to ? sql`and created_at < ${to}` : empty}`;
}

interface OwnRow extends ConversionRow {
  campaign_name: string;
  merchant_name: string;
  deducted_minor: bigint | null;
  deducted_currency: Currency;
  deduction_reason: string;
  deducted_at: Date;
  deducted_in: string | null;
}

async function named(db: Queryable, conversions: Sql, order = empty): Promise<OwnConversion[]> {
  const rows = await db.query<OwnRow>(sql`
    select conversion.*, campaign.name as campaign_name, account.name as merchant_name,
      claw_back.amount_minor as deducted_minor, claw_back.currency as deducted_currency,
      claw_back.reason as deduction_reason, claw_back.created_at as deducted_at, claw_back.payout_id as deducted_in
    from (${conversions}) conversion
    join campaigns campaign on campaign.account_id = conversion.account_id and campaign.id = conversion.campaign_id
    join accounts account on account.id = conversion.account_id
    left join lateral (
      -- Several claw-backs count as one: with their sum, the newest reason, and open until the last one is deducted.
      select sum(amount_minor)::int8 as amount_minor, min(currency) as currency,
        (array_agg(reason order by created_at desc, id desc) filter (where amount_minor > 0))[1] as reason,
        max(created_at) filter (where amount_minor > 0) as created_at,
        case when bool_and(payout_id is not null) then (array_agg(payout_id order by created_at desc, id desc))[1] end as payout_id
      from claw_backs each
      where each.account_id = conversion.account_id and each.conversion_id = conversion.id
      having sum(amount_minor) <> 0
    ) claw_back on true
    ${order}`);
  return rows.map((row) => ({
    conversion: conversionOf(row),
    deduction:
      row.deducted_minor === null
        ? null
        : {
            amount: { minor: row.deducted_minor, currency: row.deducted_currency },
            reason: row.deduction_reason,
            createdAt: row.deducted_at,
            payoutId: row.deducted_in === null ? null : idOf("payout", row.deducted_in),
          },
    campaignName: row.campaign_name,
    merchantName: row.merchant_name,
  }));
}
