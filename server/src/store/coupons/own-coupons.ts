import sql from "sql-template-tag";
import type { CouponState } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type AffiliationId, type CampaignId, type UserId } from "../../domain/ids.ts";
import { affiliationsOfPerson } from "../campaigns/own-affiliations.ts";

/** A coupon of an affiliate, or one that they had. */
export interface OwnCoupon {
  readonly code: string;
  readonly state: CouponState | "moved";
  readonly from: Date;
  readonly until: Date | null;
  /** The affiliate's orders that used it and were not rejected. */
  readonly orders: number;
}

interface Own {
  readonly accountId: AccountId;
  readonly id: AffiliationId;
}

/** Each coupon once, with the affiliation's last period. Active ones first. */
export async function listOwnCoupons(db: Queryable, { accountId, id }: Own): Promise<OwnCoupon[]> {
  const rows = await db.query<{
    code: string;
    state: OwnCoupon["state"];
    held_from: Date;
    held_until: Date | null;
    orders: bigint;
  }>(sql`
    select c.code, own.held_from, own.held_until, coalesce(used.orders, 0) as orders,
      case when own.held_until is null then 'active'
        when c.ends_at = own.held_until and not exists (select from coupon_holders later
          where later.account_id = c.account_id and later.coupon_id = c.id and later.seq > own.seq) then 'ended'
        else 'moved' end as state
    from (
      select distinct on (coupon_id) coupon_id, seq, held_from, held_until from coupon_holders
      where account_id = ${uuidOf(accountId)} and affiliation_id = ${uuidOf(id)} order by coupon_id, seq desc) own
    join coupons c on c.account_id = ${uuidOf(accountId)} and c.id = own.coupon_id
    left join lateral (
      select count(*) as orders from conversions
      where account_id = ${uuidOf(accountId)} and coupon_id = c.id and coupon_id is not null
        and affiliation_id = ${uuidOf(id)} and part_of is null and status <> 'rejected') used on true
    order by own.held_until is not null, own.held_from desc, c.id desc`);
  return rows.map((row) => ({
    code: row.code,
    state: row.state,
    from: row.held_from,
    until: row.held_until,
    orders: Number(row.orders),
  }));
}

/** How long a person had a coupon, in any account. */
export interface OwnHolding {
  readonly campaignId: CampaignId;
  readonly code: string;
  readonly from: Date;
  readonly until: Date | null;
}

/** Oldest first. */
export async function listHoldingsOfPerson(db: Queryable, userId: UserId): Promise<OwnHolding[]> {
  const rows = await db.query<{ campaign_id: string; code: string; held_from: Date; held_until: Date | null }>(sql`
    select c.campaign_id, c.code, h.held_from, h.held_until
    from (${affiliationsOfPerson(userId)}) mine
    join coupon_holders h on h.account_id = mine.account_id and h.affiliation_id = mine.id
    join coupons c on c.account_id = h.account_id and c.id = h.coupon_id
    order by h.held_from, c.id, h.seq`);
  return rows.map((row) => ({
    campaignId: idOf("campaign", row.campaign_id),
    code: row.code,
    from: row.held_from,
    until: row.held_until,
  }));
}

export interface OwnOrders {
  readonly byCoupon: number;
  readonly byLink: number;
  readonly byBoth: number;
}

/** How the affiliation's orders found it. Orders that a customer's binding brought are left out. */
export async function countOwnOrders(db: Queryable, { accountId, id }: Own): Promise<OwnOrders> {
  const [row] = await db.query<{ by_coupon: bigint; by_link: bigint; by_both: bigint }>(sql`
    select count(*) filter (where attributed_by = 'coupon') as by_coupon,
      count(*) filter (where attributed_by = 'code' or (attributed_by = 'click' and not used)) as by_link,
      count(*) filter (where attributed_by = 'click' and used) as by_both
    from (
      select attributed_by, coupon_id is not null and other_affiliation_id is null as used from conversions
      where account_id = ${uuidOf(accountId)} and affiliation_id = ${uuidOf(id)} and part_of is null
        and status <> 'rejected') own`);
  return {
    byCoupon: Number(row?.by_coupon ?? 0n),
    byLink: Number(row?.by_link ?? 0n),
    byBoth: Number(row?.by_both ?? 0n),
  };
}
