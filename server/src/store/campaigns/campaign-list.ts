import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Campaign, CampaignStatus } from "../../domain/campaign.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";
import { readStatisticsOfCampaigns, type CampaignStatistics } from "./campaign-statistics.ts";
import { campaignColumns, campaignOf, type CampaignRow } from "./campaigns.ts";
import { beyond, bounds, contains, countUpTo, type Slice, type Total } from "../page.ts";

export interface CampaignFilter {
  readonly status?: CampaignStatus | undefined;
  readonly search?: string | undefined;
}
export interface MeasuredCampaign {
  readonly campaign: Campaign;
  readonly statistics: CampaignStatistics;
}

export async function listMeasuredCampaigns(
  db: Queryable,
  accountId: AccountId,
  { filter, slice }: { filter: CampaignFilter; slice: Slice },
): Promise<MeasuredCampaign[]> {
  const rows = await db.query<CampaignRow>(sql`
    select ${campaignColumns} from campaigns where ${matches(accountId, filter)} ${beyond(slice, sql`created_at`)}
    order by created_at desc, id desc ${bounds(slice)}`);
  return readStatisticsOfCampaigns(db, accountId, rows.map(campaignOf));
}

export const countCampaigns = (db: Queryable, accountId: AccountId, filter: CampaignFilter): Promise<Total> =>
  countUpTo(db, sql`select 1 from campaigns where ${matches(accountId, filter)}`);

const matches = (accountId: AccountId, { status, search }: CampaignFilter): Sql =>
  sql`account_id = ${uuidOf(accountId)}
    ${status ? sql`and status = ${status}` : empty}
    ${search === undefined ? empty : sql`and (${contains(sql`name`, search)} or ${contains(sql`slug`, search)})`}`;
