import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { CouponSort, CouponState } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { AffiliationStatus } from "../../domain/affiliation.ts";
import { foldCoupon, type Coupon } from "../../domain/coupon.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type CampaignId,
  type CouponId,
} from "../../domain/ids.ts";
import { contains, newestFirst, numbered, type List, type OfAccount, type Page } from "../page.ts";
import { couponColumns, couponOf, type CouponColumns } from "./coupons.ts";

export interface CouponFilter {
  /** undefined: in all campaigns. */
  readonly campaignId?: CampaignId | undefined;
  readonly state?: CouponState | undefined;
  /** null: the given ID is malformed, so nothing matches. */
  readonly affiliateId?: AffiliateId | null | undefined;
  readonly search?: string | undefined;
  readonly sort?: CouponSort | undefined;
}
export interface ListedCoupon {
  readonly coupon: Coupon;
  readonly holder: {
    readonly affiliationId: AffiliationId;
    readonly affiliateId: AffiliateId;
    readonly name: string;
    readonly status: AffiliationStatus;
  };
  /** Orders that used it and were not rejected. */
  readonly orders: { readonly withClick: number; readonly withoutClick: number };
}

/** The affiliation that has the coupon, or had it when it ended. */
const holderOf = (table: string): Sql =>
  raw(`(select affiliation_id from coupon_holders held
    where held.account_id = ${table}.account_id and held.coupon_id = ${table}.id order by held.seq desc limit 1)`);

const holderName = raw(`(select lower(person.name) from affiliations holder
  join affiliates affiliate on affiliate.account_id = holder.account_id and affiliate.id = holder.affiliate_id
  join users person on person.id = affiliate.user_id
  where holder.account_id = coupons.account_id and holder.id = (select affiliation_id from coupon_holders held
    where held.account_id = coupons.account_id and held.coupon_id = coupons.id order by held.seq desc limit 1))`);

export const couponList: List<OfAccount, CouponFilter, ListedCoupon> = newestFirst({
  table: "coupons",
  columns: couponColumns,
  sorts: { code: "folded", holder: holderName, created: "created_at" },
  matches: (scope, filter: CouponFilter) => matching(scope, filter),
  complete: described,
  position: ({ coupon }) => ({ at: coupon.createdAt, uuid: uuidOf(coupon.id) }),
});

function matching({ accountId }: OfAccount, { campaignId, state, affiliateId, search }: CouponFilter): Sql | undefined {
  if (affiliateId === null) return undefined;
  const held = (people: Sql): Sql => sql`${holderOf("coupons")} in (
    select holder.id from affiliations holder where holder.account_id = ${uuidOf(accountId)} and ${people})`;
  return sql`account_id = ${uuidOf(accountId)}
    ${campaignId ? sql`and campaign_id = ${uuidOf(campaignId)}` : empty}
    ${state ? (state === "active" ? sql`and ends_at is null` : sql`and ends_at is not null`) : empty}
    ${affiliateId ? sql`and ${everHeldBy(accountId, affiliateId)} and ${held(sql`holder.affiliate_id = ${uuidOf(affiliateId)}`)}` : empty}
    ${search === undefined ? empty : sql`and (starts_with(folded, ${foldCoupon(search)}) or ${held(named(accountId, search))})`}`;
}

/** Found by an index, so that only these coupons are asked who has them now. */
const everHeldBy = (accountId: AccountId, id: AffiliateId): Sql => sql`id in (
  select had.coupon_id from affiliations own join coupon_holders had on had.affiliation_id = own.id
  where own.account_id = ${uuidOf(accountId)} and had.account_id = ${uuidOf(accountId)} and own.affiliate_id = ${uuidOf(id)})`;

const named = (accountId: AccountId, search: string): Sql => sql`holder.affiliate_id in (
  select affiliate.id from affiliates affiliate join users person on person.id = affiliate.user_id
  where affiliate.account_id = ${uuidOf(accountId)} and ${contains(sql`person.name`, search)})`;

interface Row extends CouponColumns {
  affiliation_id: string;
  affiliate_id: string;
  name: string;
  status: AffiliationStatus;
}

async function described(db: Queryable, coupons: Sql, { accountId }: OfAccount): Promise<ListedCoupon[]> {
  const rows = await db.query<Row>(sql`
    select coupon.*, holder.id as affiliation_id, holder.affiliate_id, holder.status, person.name
    from (${coupons}) coupon
    join affiliations holder on holder.account_id = ${uuidOf(accountId)} and holder.id = ${holderOf("coupon")}
    join affiliates affiliate on affiliate.account_id = ${uuidOf(accountId)} and affiliate.id = holder.affiliate_id
    join users person on person.id = affiliate.user_id
    order by coupon.position`);
  const orders = await countOrders(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    coupon: couponOf(row),
    holder: {
      affiliationId: idOf("affiliation", row.affiliation_id),
      affiliateId: idOf("affiliate", row.affiliate_id),
      name: row.name,
      status: row.status,
    },
    orders: orders.get(row.id) ?? { withClick: 0, withoutClick: 0 },
  }));
}

async function countOrders(
  db: Queryable,
  accountId: AccountId,
  ids: readonly string[],
): Promise<Map<string, ListedCoupon["orders"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ coupon_id: string; with_click: bigint; without_click: bigint }>(sql`
    select coupon_id, count(*) filter (where attributed_by = 'click' or other_affiliation_id is not null) as with_click,
      count(*) filter (where attributed_by <> 'click' and other_affiliation_id is null) as without_click
    from conversions
    where account_id = ${uuidOf(accountId)} and coupon_id = any(${ids}::uuid[]) and coupon_id is not null
      and part_of is null and status <> 'rejected'
    group by coupon_id`);
  return new Map(
    rows.map((row) => [row.coupon_id, { withClick: Number(row.with_click), withoutClick: Number(row.without_click) }]),
  );
}

export async function findListedCoupon(
  db: Queryable,
  accountId: AccountId,
  id: CouponId,
): Promise<ListedCoupon | undefined> {
  const one = sql`select ${couponColumns} from coupons where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`;
  return (await described(db, numbered(one), { accountId }))[0];
}

export interface NamedHolding {
  readonly affiliationId: AffiliationId;
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly from: Date;
  readonly until: Date | null;
}

/** Who held a coupon, oldest first. */
export async function listHoldings(db: Queryable, accountId: AccountId, id: CouponId): Promise<NamedHolding[]> {
  const rows = await db.query<{
    affiliation_id: string;
    affiliate_id: string;
    name: string;
    held_from: Date;
    held_until: Date | null;
  }>(sql`
    select h.affiliation_id, holder.affiliate_id, person.name, h.held_from, h.held_until
    from coupon_holders h
    join affiliations holder on holder.account_id = h.account_id and holder.id = h.affiliation_id
    join affiliates affiliate on affiliate.account_id = h.account_id and affiliate.id = holder.affiliate_id
    join users person on person.id = affiliate.user_id
    where h.account_id = ${uuidOf(accountId)} and h.coupon_id = ${uuidOf(id)}
    order by h.seq`);
  return rows.map((row) => ({
    affiliationId: idOf("affiliation", row.affiliation_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    name: row.name,
    from: row.held_from,
    until: row.held_until,
  }));
}

/** An exact count, as everywhere in the public API. */
export async function listCouponPage(
  db: Queryable,
  scope: OfAccount,
  { limit, offset, ...filter }: CouponFilter & Page,
): Promise<{ coupons: ListedCoupon[]; total: number }> {
  const coupons = await couponList.read(db, scope, { filter, slice: { limit, offset } });
  const matched = matching(scope, filter);
  const [row] = matched
    ? await db.query<{ total: bigint }>(sql`select count(*) as total from coupons where ${matched}`)
    : [];
  return { coupons, total: Number(row?.total ?? 0n) };
}
