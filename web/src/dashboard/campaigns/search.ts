import {
  affiliationSorts,
  campaignSorts,
  campaignStatuses,
  conversionSorts,
  conversionStatuses,
  couponSorts,
  couponStates,
} from "tributary-sdk/words";
import { given } from "../../format/without-undefined.ts";
import { offset, oneOf, searchSchema, text, type RawSearch } from "../../format/search-params.ts";
import { conversionsSearch, type ConversionsSearch } from "../conversions/search.ts";
import { spanField } from "../shared/numbers/span.ts";
import { affiliationFilters } from "../affiliates/search.ts";

export const campaignsSearch = searchSchema({
  search: text,
  status: oneOf(campaignStatuses),
  sort: oneOf(campaignSorts),
  offset,
});
export type CampaignsSearch = ReturnType<typeof campaignsSearch>;

const ofCampaign = searchSchema({
  search: text,
  status: oneOf([...affiliationFilters, ...conversionStatuses, ...couponStates]),
  tab: oneOf(["affiliates", "conversions", "coupons", "commission", "page", "settings"]),
  span: spanField,
  currency: text,
  /** Each tab ignores the keys of the others. */
  sort: oneOf([...affiliationSorts, ...conversionSorts, ...couponSorts]),
});

/** The URL of a campaign page holds the filters of the list on the open tab. */
export type CampaignSearch = Omit<ConversionsSearch, "status" | "sort" | "campaign_id"> & ReturnType<typeof ofCampaign>;

export function campaignSearch(raw: RawSearch): CampaignSearch {
  const { campaign_id: _fixed, status: _either, ...filter } = conversionsSearch(raw);
  return { ...filter, ...ofCampaign(raw) };
}

/** The filter of the campaign's affiliates. The URL may hold a conversion status, which affiliates do not have. */
export const affiliateFilter = ({ status, search, sort, offset: page }: CampaignSearch, campaignId: string) =>
  given({
    campaign_id: campaignId,
    status: oneOf(affiliationFilters)(status),
    search,
    sort: oneOf(affiliationSorts)(sort),
    offset: page,
  });
