import { affiliateSorts, affiliateStatuses, invitationStates } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text, type RawSearch } from "../../format/search-params.ts";
import { conversionsSearch, type ConversionsSearch } from "../conversions/search.ts";
import { spanField } from "../shared/numbers/span.ts";

export const affiliationFilters = [...affiliateStatuses, "suspended"] as const;

export const affiliatesSearch = searchSchema({
  search: text,
  campaign_id: text,
  status: oneOf(affiliationFilters),
  state: oneOf(invitationStates),
  tab: oneOf(["affiliates", "invitations"]),
  sort: oneOf(affiliateSorts),
  /** Opens the invite dialog. */
  invite: oneOf(["yes"]),
  offset,
});
export type AffiliatesSearch = ReturnType<typeof affiliatesSearch>;

const ofAffiliate = searchSchema({ span: spanField, currency: text, tab: oneOf(["activity", "money", "links"]) });

/** The URL of an affiliate page: the period of its figures, the open tab and the filter of the conversions. */
export type AffiliateSearch = ConversionsSearch & ReturnType<typeof ofAffiliate>;
export const affiliateSearch = (raw: RawSearch): AffiliateSearch => ({
  ...conversionsSearch(raw),
  ...ofAffiliate(raw),
});
