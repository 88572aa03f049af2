import { campaignStatuses } from "tributary-sdk/words";
import type { CampaignsQuery } from "tributary-sdk/pages";
import { given } from "../../format/given.ts";
import { choiceOf, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";
import { conversionsSearch, type ConversionsSearch } from "../conversions/search.ts";
import { affiliationFilters, shownFilters } from "../affiliates/search.ts";

export type CampaignsSearch = Pick<CampaignsQuery, "status" | "search" | "offset">;

export function campaignsSearch(raw: RawSearch): CampaignsSearch {
  const status = choiceOf(raw["status"], campaignStatuses);
  return { ...textsOf(raw, ["search"]), ...(status ? { status } : {}), ...offsetOf(raw) };
}

export const campaignTabs = ["affiliates", "conversions", "settings"] as const;

/** One campaign's page holds the filters of the list that its tab shows. */
export interface CampaignSearch extends Omit<ConversionsSearch, "status" | "campaign_id"> {
  tab?: (typeof campaignTabs)[number];
  status?: string;
  search?: string;
}

export function campaignSearch(raw: RawSearch): CampaignSearch {
  const tab = choiceOf(raw["tab"], campaignTabs);
  const { campaign_id: _fixed, ...filters } = conversionsSearch(raw);
  const status = choiceOf(raw["status"], affiliationFilters);
  return { ...filters, ...textsOf(raw, ["search"]), ...(status ? { status } : {}), ...(tab ? { tab } : {}) };
}

/** The filter of the campaign's affiliates, for whom the address may name a status of conversions. */
export const affiliateFilter = ({ status, search, offset }: CampaignSearch, campaignId: string) => ({
  campaign_id: campaignId,
  ...given({ status: choiceOf(status, shownFilters), search, offset }),
});
