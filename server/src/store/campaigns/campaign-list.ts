import sql, { empty, raw } from "sql-template-tag";
import type { campaignSorts } from "tributary-sdk/words";
import type { Campaign, CampaignStatus } from "../../domain/campaign.ts";
import { uuidOf } from "../../domain/ids.ts";
import { readStatisticsOfCampaigns, type CampaignStatistics } from "./campaign-statistics.ts";
import { campaignColumns, campaignOf, type CampaignRow } from "./campaigns.ts";
import { spendOf } from "../current-totals.ts";
import { contains, newestFirst, type List, type OfAccount } from "../page.ts";
import { clicksOf, conversionsOf } from "../sort-values.ts";

export interface CampaignFilter {
  readonly status?: CampaignStatus | undefined;
  readonly search?: string | undefined;
  readonly sort?: (typeof campaignSorts)[number] | undefined;
}
export interface MeasuredCampaign {
  readonly campaign: Campaign;
  readonly statistics: CampaignStatistics;
}

export const campaignList: List<OfAccount, CampaignFilter, MeasuredCampaign> = newestFirst({
  table: "campaigns",
  columns: campaignColumns,
  sorts: {
    name: raw("lower(name)"),
    status: "status",
    affiliates: raw(`(select count(*) from affiliations joined
      where joined.account_id = campaigns.account_id and joined.campaign_id = campaigns.id and joined.status <> 'removed')`),
    clicks: clicksOf("campaigns"),
    conversions: conversionsOf("campaigns"),
    spent: spendOf("campaigns"),
    created: "created_at",
  },
  matches: ({ accountId }, { status, search }) => sql`account_id = ${uuidOf(accountId)}
    ${status ? sql`and status = ${status}` : empty}
    ${search === undefined ? empty : sql`and (${contains(sql`name`, search)} or ${contains(sql`slug`, search)})`}`,
  complete: async (db, campaigns, { accountId }) => {
    const rows = await db.query<CampaignRow>(sql`${campaigns} order by position`);
    return readStatisticsOfCampaigns(db, accountId, rows.map(campaignOf));
  },
  position: ({ campaign }) => ({ at: campaign.createdAt, uuid: uuidOf(campaign.id) }),
});
