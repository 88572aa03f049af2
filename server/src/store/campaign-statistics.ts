import sql from "sql-template-tag";
import type { Queryable } from "../db/database.ts";
import type { Campaign } from "../domain/campaign.ts";
import { uuidOf, type AccountId } from "../domain/ids.ts";
import { statisticsOf, type Statistics } from "../domain/statistics.ts";
import { clicksOf } from "./clicks.ts";
import { readTotals } from "./totals.ts";

export interface CampaignStatistics extends Statistics {
  readonly affiliates: number;
  readonly clicks: number;
}

export async function readCampaignStatistics(db: Queryable, campaign: Campaign): Promise<CampaignStatistics> {
  const [measured] = await readStatisticsOfCampaigns(db, campaign.accountId, [campaign]);
  if (!measured) throw new Error("Statistics are missing.");
  return measured.statistics;
}

/** Two statements for as many campaigns as a page has. */
export async function readStatisticsOfCampaigns(
  db: Queryable,
  accountId: AccountId,
  campaigns: readonly Campaign[],
): Promise<{ campaign: Campaign; statistics: CampaignStatistics }[]> {
  if (campaigns.length === 0) return [];
  const ids = campaigns.map(({ id }) => uuidOf(id));
  const [totals, counts] = await Promise.all([readTotals(db, ids), readCounts(db, accountId, ids)]);
  return campaigns.map((campaign) => {
    const id = uuidOf(campaign.id);
    const { affiliates = 0n, clicks = 0n } = counts.get(id) ?? {};
    const statistics = statisticsOf(totals.get(id) ?? [], campaign.currency);
    return { campaign, statistics: { ...statistics, affiliates: Number(affiliates), clicks: Number(clicks) } };
  });
}

interface Counts {
  affiliates: bigint;
  clicks: bigint;
}

async function readCounts(db: Queryable, accountId: AccountId, ids: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await db.query<Counts & { id: string }>(sql`
    select campaign.id,
      (select count(*) from affiliations
        where account_id = ${uuidOf(accountId)} and campaign_id = campaign.id and status <> 'removed') as affiliates,
      ${clicksOf(sql`campaign.id`)} as clicks
    from unnest(${ids}::uuid[]) campaign (id)`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
