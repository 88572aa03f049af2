import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { uuidOf } from "../../domain/ids.ts";
import type { InCampaign } from "./groups.ts";

/** Whether orders come with what some rules ask about. */
export interface SentFacts {
  readonly items: boolean;
  readonly customers: boolean;
}

const LATEST = 100;

/** Of the campaign's latest orders. Both are true without orders, because nothing is known yet. */
export async function readSentFacts(db: Queryable, { accountId, campaignId }: InCampaign): Promise<SentFacts> {
  const [row] = await db.query<SentFacts>(sql`
    select coalesce(bool_or(items is not null), true) as items, coalesce(bool_or(customer_key is not null), true) as customers
    from orders where account_id = ${uuidOf(accountId)} and conversion_id in (
      select id from conversions
      where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and kind <> 'bonus'
      order by created_at desc, id desc limit ${LATEST})`);
  return row ?? { items: true, customers: true };
}
