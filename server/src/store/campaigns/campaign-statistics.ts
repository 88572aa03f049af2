import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import { statisticsOf, type Statistics } from "../../domain/statistics.ts";
import { readClickTotals } from "../clicks/clicks.ts";
import { readTotals } from "../ledger/totals.ts";

export interface CampaignStatistics extends Statistics {
  readonly affiliates: number;
  readonly clicks: number;
}

export async function readCampaignStatistics(db: Queryable, campaign: Campaign): Promise<CampaignStatistics> {
  const [measured] = await readStatisticsOfCampaigns(db, campaign.accountId, [campaign]);
  if (!measured) throw new Error("Statistics are missing.");
  return measured.statistics;
}

/** Three statements, regardless of the number of campaigns. */
export async function readStatisticsOfCampaigns(
  db: Queryable,
  accountId: AccountId,
  campaigns: readonly Campaign[],
): Promise<{ campaign: Campaign; statistics: CampaignStatistics }[]> {
  if (campaigns.length === 0) return [];
  const ids = campaigns.map(({ id }) => uuidOf(id));
  const [totals, affiliates, clicks] = await Promise.all([
    readTotals(db, ids),
    countAffiliates(db, accountId, ids),
    readClickTotals(db, ids),
  ]);
  return campaigns.map((campaign) => {
    const id = uuidOf(campaign.id);
    const statistics = statisticsOf(totals.get(id) ?? [], campaign.currency);
    return {
      campaign,
      statistics: { ...statistics, affiliates: affiliates.get(id) ?? 0, clicks: clicks.get(id) ?? 0 },
    };
  });
}

async function countAffiliates(
  db: Queryable,
  accountId: AccountId,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; affiliates: bigint }>(sql`
    select campaign.id, (select count(*) from affiliations
      where account_id = ${uuidOf(accountId)} and campaign_id = campaign.id and status <> 'removed') as affiliates
    from unnest(${ids}::uuid[]) campaign (id)`);
  return new Map(rows.map((row) => [row.id, Number(row.affiliates)]));
}
