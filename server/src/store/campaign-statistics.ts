import sql from "sql-template-tag";
import type { Queryable } from "../db/database.ts";
import type { Campaign } from "../domain/campaign.ts";
import { uuidOf } from "../domain/ids.ts";
import { statisticsOf, type Statistics } from "../domain/statistics.ts";
import { ALL_DAYS } from "../domain/totals.ts";
import { readTotals } from "./totals.ts";

export interface CampaignStatistics extends Statistics {
  readonly affiliates: number;
  readonly clicks: number;
}

export async function readCampaignStatistics(db: Queryable, campaign: Campaign): Promise<CampaignStatistics> {
  const id = uuidOf(campaign.id);
  const [totals, [counts]] = await Promise.all([
    readTotals(db, [id]),
    db.query<{ affiliates: bigint; clicks: bigint }>(sql`
      select (select count(*) from affiliations where campaign_id = ${id} and status <> 'removed') as affiliates,
        coalesce((select clicks from click_totals where scope_id = ${id} and day = ${ALL_DAYS}), 0) as clicks`),
  ]);
  return {
    ...statisticsOf(totals.get(id) ?? [], campaign.currency),
    affiliates: Number(counts?.affiliates ?? 0n),
    clicks: Number(counts?.clicks ?? 0n),
  };
}
