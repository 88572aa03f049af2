import sql, { empty } from "sql-template-tag";
import type { Campaign, CampaignStatus } from "../../domain/campaign.ts";
import { uuidOf } from "../../domain/ids.ts";
import { readStatisticsOfCampaigns, type CampaignStatistics } from "./campaign-statistics.ts";
import { campaignColumns, campaignOf, type CampaignRow } from "./campaigns.ts";
import { contains, newestFirst, type List, type OfAccount } from "../page.ts";

export interface CampaignFilter {
  readonly status?: CampaignStatus | undefined;
  readonly search?: string | undefined;
}
export interface MeasuredCampaign {
  readonly campaign: Campaign;
  readonly statistics: CampaignStatistics;
}

export const campaignList: List<OfAccount, CampaignFilter, MeasuredCampaign> = newestFirst({
  table: "campaigns",
  columns: campaignColumns,
  matches: ({ accountId }, { status, search }) => sql`account_id = ${uuidOf(accountId)}
    ${status ? sql`and status = ${status}` : empty}
    ${search === undefined ? empty : sql`and (${contains(sql`name`, search)} or ${contains(sql`slug`, search)})`}`,
  complete: async (db, campaigns, { accountId }) => {
    const rows = await db.query<CampaignRow>(campaigns);
    return readStatisticsOfCampaigns(db, accountId, rows.map(campaignOf));
  },
  position: ({ campaign }) => ({ at: campaign.createdAt, uuid: uuidOf(campaign.id) }),
});
