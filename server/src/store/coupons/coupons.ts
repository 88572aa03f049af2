import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Coupon, CouponHolding } from "../../domain/coupon.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type AffiliationId, type CouponId } from "../../domain/ids.ts";

export interface CouponColumns {
  id: string;
  account_id: string;
  campaign_id: string;
  code: string;
  folded: string;
  starts_at: Date;
  ends_at: Date | null;
  created_at: Date;
}
export const couponColumns = sql`id, account_id, campaign_id, code, folded, starts_at, ends_at, created_at`;

export const couponOf = (row: CouponColumns): Coupon => ({
  id: idOf("coupon", row.id),
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  code: row.code,
  folded: row.folded,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  createdAt: row.created_at,
});

interface HoldingRow {
  seq: number;
  affiliation_id: string;
  affiliate_id: string;
  held_from: Date;
  held_until: Date | null;
}
const holdingOf = (row: HoldingRow): CouponHolding => ({
  seq: row.seq,
  affiliationId: idOf("affiliation", row.affiliation_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  from: row.held_from,
  until: row.held_until,
});

export interface HeldCoupon {
  readonly coupon: Coupon;
  /** The current period, or the last one. */
  readonly holding: CouponHolding;
}

/** New coupons with the same code wait for each other, so that a backdated one cannot begin before an earlier one ended. */
export async function lockCouponCode(tx: Tx, account: AccountId, folded: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`coupon ${account} ${folded}`}, 0))`);
}

/** When the last coupon with this code ended. */
export async function readLastEnd(db: Queryable, account: AccountId, folded: string): Promise<Date | null> {
  const [row] = await db.query<{ ended: Date | null }>(sql`
    select max(ends_at) as ended from coupons where account_id = ${uuidOf(account)} and folded = ${folded}`);
  return row?.ended ?? null;
}

/** False if an active coupon of the account has the code. The index decides between concurrent ones. */
export async function insertCoupon(tx: Tx, { coupon, holding }: HeldCoupon): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into coupons (${couponColumns})
    values (${uuidOf(coupon.id)}, ${uuidOf(coupon.accountId)}, ${uuidOf(coupon.campaignId)}, ${coupon.code}, ${coupon.folded},
      ${coupon.startsAt}, ${coupon.endsAt}, ${coupon.createdAt})
    on conflict (account_id, folded) where ends_at is null do nothing returning id`);
  if (rows.length === 0) return false;
  await insertHolding(tx, coupon, holding);
  return true;
}

export async function insertHolding(tx: Tx, { accountId, id }: Coupon, holding: CouponHolding): Promise<void> {
  await tx.query(sql`
    insert into coupon_holders (account_id, coupon_id, seq, affiliation_id, held_from, held_until)
    values (${uuidOf(accountId)}, ${uuidOf(id)}, ${holding.seq}, ${uuidOf(holding.affiliationId)}, ${holding.from},
      ${holding.until})`);
}

export async function closeHolding(tx: Tx, { accountId, id }: Coupon, until: Date): Promise<void> {
  await tx.query(sql`
    update coupon_holders set held_until = ${until}
    where account_id = ${uuidOf(accountId)} and coupon_id = ${uuidOf(id)} and held_until is null`);
}

export async function saveEnd(tx: Tx, { accountId, id, endsAt }: Coupon): Promise<void> {
  await tx.query(sql`
    update coupons set ends_at = ${endsAt} where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
}

/** Moves and ends of a coupon wait for each other. */
export async function lockCoupon(tx: Tx, account: AccountId, id: CouponId): Promise<HeldCoupon | undefined> {
  const [row] = await tx.query<CouponColumns>(sql`
    select ${couponColumns} from coupons where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} for no key update`);
  return row && withHolding(tx, couponOf(row));
}

/** The active coupon with this code, in any campaign. */
export async function findActiveCoupon(
  db: Queryable,
  account: AccountId,
  folded: string,
): Promise<HeldCoupon | undefined> {
  const [row] = await db.query<CouponColumns>(sql`
    select ${couponColumns} from coupons
    where account_id = ${uuidOf(account)} and folded = ${folded} and ends_at is null`);
  return row && withHolding(db, couponOf(row));
}

async function withHolding(db: Queryable, coupon: Coupon): Promise<HeldCoupon> {
  const [holding] = await readHoldings(db, coupon, sql`order by h.seq desc limit 1`);
  if (!holding) throw new Error(`Coupon ${coupon.id} never had a holder.`);
  return { coupon, holding };
}

async function readHoldings(db: Queryable, { accountId, id }: Coupon, order: Sql): Promise<CouponHolding[]> {
  const rows = await db.query<HoldingRow>(sql`
    select h.seq, h.affiliation_id, a.affiliate_id, h.held_from, h.held_until
    from coupon_holders h join affiliations a on a.account_id = h.account_id and a.id = h.affiliation_id
    where h.account_id = ${uuidOf(accountId)} and h.coupon_id = ${uuidOf(id)} ${order}`);
  return rows.map(holdingOf);
}

/** An affiliate of the campaign who can hold a coupon. Whether they are active counts only when an order is paid. */
export async function findHolder(
  db: Queryable,
  { accountId, campaignId }: Pick<Coupon, "accountId" | "campaignId">,
  affiliate: AffiliateId,
): Promise<AffiliationId | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from affiliations
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and affiliate_id = ${uuidOf(affiliate)}
      and status not in ('removed', 'rejected')`);
  return row && idOf("affiliation", row.id);
}

/** The campaign's affiliates with these folded email addresses. */
export async function findHoldersByEmail(
  db: Queryable,
  { accountId, campaignId }: Pick<Coupon, "accountId" | "campaignId">,
  folded: readonly string[],
): Promise<Map<string, AffiliateId>> {
  const rows = await db.query<{ email_folded: string; affiliate_id: string }>(sql`
    select u.email_folded, n.affiliate_id
    from users u
    join affiliates a on a.user_id = u.id and a.account_id = ${uuidOf(accountId)}
    join affiliations n on n.account_id = a.account_id and n.affiliate_id = a.id
    where u.email_folded = any(${folded}::text[]) and n.campaign_id = ${uuidOf(campaignId)}
      and n.status not in ('removed', 'rejected')`);
  return new Map(rows.map((row) => [row.email_folded, idOf("affiliate", row.affiliate_id)]));
}
