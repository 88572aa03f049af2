import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ClickId } from "../../domain/ids.ts";

export interface ClickTimes {
  readonly campaignId: CampaignId;
  readonly clickedAt: Date;
  readonly expiresAt: Date;
}

/** The campaign of a click, which a shop does not know. */
export async function findClickTimes(
  db: Queryable,
  accountId: AccountId,
  clickId: ClickId,
): Promise<ClickTimes | undefined> {
  const [row] = await db.query<{ campaign_id: string; clicked_at: Date; expires_at: Date }>(sql`
    select campaign_id, clicked_at, expires_at from clicks
    where id = ${uuidOf(clickId)} and account_id = ${uuidOf(accountId)}`);
  return (
    row && {
      campaignId: idOf("campaign", row.campaign_id),
      clickedAt: row.clicked_at,
      expiresAt: row.expires_at,
    }
  );
}

export interface CampaignOfCustomer {
  readonly campaignId: CampaignId;
  readonly boundAt: Date;
  /** Whether their first payment counts under a plan, and is still to come. */
  readonly awaitsPayment: boolean;
}

/** The newest binding of a customer at the given time, in any campaign. */
export async function findCampaignOfCustomer(
  db: Queryable,
  accountId: AccountId,
  { key, at }: { key: Buffer; at: Date },
): Promise<CampaignOfCustomer | undefined> {
  const [row] = await db.query<{ campaign_id: string; bound_at: Date; awaits_payment: boolean }>(sql`
    select campaign_id, bound_at, unpaid and plan_id is not null as awaits_payment from customers
    where account_id = ${uuidOf(accountId)} and key = ${key} and bound_at <= ${at}
    order by bound_at desc, campaign_id limit 1`);
  return (
    row && {
      campaignId: idOf("campaign", row.campaign_id),
      boundAt: row.bound_at,
      awaitsPayment: row.awaits_payment,
    }
  );
}

/** Whether any affiliate has ever had a coupon. */
export async function hasCoupons(db: Queryable, accountId: AccountId): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (select from coupons where account_id = ${uuidOf(accountId)}) as found`);
  return row?.found === true;
}
