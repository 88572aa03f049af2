import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { AffiliationStatus } from "../../domain/affiliation.ts";
import { CLOCK_SKEW_MS, type AttributedCoupon } from "../../domain/evidence.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";

interface HeldRow {
  folded: string;
  id: string;
  code: string;
  campaign_id: string;
  ended: boolean;
  affiliation_id: string;
  affiliate_id: string;
  status: AffiliationStatus;
  override_plan_id: string | null;
  group_id: string | null;
}

/**
 * The account's coupons with these codes, each as it was when an order was paid, in the order of the codes. An ended
 * code can be used again, so it is the one that had started last. A shop's clock may be behind, so an order just before
 * the start is the first holder's.
 */
export async function findHeldCoupons(
  db: Queryable,
  account: AccountId,
  { folded, paidAt }: { folded: readonly string[]; paidAt: Date },
): Promise<AttributedCoupon[]> {
  const latest = new Date(paidAt.getTime() + CLOCK_SKEW_MS);
  const rows = await db.query<HeldRow>(sql`
    select distinct on (c.folded) c.folded, c.id, c.code, c.campaign_id,
      coalesce(c.ends_at <= greatest(${paidAt}::timestamptz, c.starts_at), false) as ended,
      h.affiliation_id, a.affiliate_id, a.status, a.override_plan_id, a.group_id
    from coupons c
    cross join lateral (
      select affiliation_id from coupon_holders
      where account_id = c.account_id and coupon_id = c.id and held_from <= greatest(${paidAt}::timestamptz, c.starts_at)
      order by seq desc limit 1) h
    join affiliations a on a.id = h.affiliation_id and a.account_id = c.account_id
    where c.account_id = ${uuidOf(account)} and c.folded = any(${folded}::text[]) and c.starts_at <= ${latest}
    order by c.folded, (c.starts_at <= ${paidAt}) desc, c.starts_at desc, c.id desc`);
  return folded.flatMap((each) => rows.filter((row) => row.folded === each)).map(heldOf);
}

const heldOf = (row: HeldRow): AttributedCoupon => ({
  id: idOf("coupon", row.id),
  code: row.code,
  campaignId: idOf("campaign", row.campaign_id),
  ended: row.ended,
  affiliation: {
    id: idOf("affiliation", row.affiliation_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    status: row.status,
    overridePlanId: row.override_plan_id === null ? null : idOf("plan", row.override_plan_id),
    groupId: row.group_id === null ? null : idOf("group", row.group_id),
  },
});
