import {
  affiliateSorts,
  affiliateStatuses,
  affiliationSorts,
  conversionSorts,
  invitationSorts,
  invitationStates,
  statementSorts,
} from "tributary-sdk/words";
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
  /** Each tab ignores the keys of the other. */
  sort: oneOf([...affiliateSorts, ...invitationSorts]),
  /** Opens the invite dialog. */
  invite: oneOf(["yes"]),
  offset,
});
export const personSort = oneOf(affiliateSorts);
export const invitationSort = oneOf(invitationSorts);
export type AffiliatesSearch = ReturnType<typeof affiliatesSearch>;

const ofAffiliate = searchSchema({
  span: spanField,
  currency: text,
  tab: oneOf(["activity", "money", "commission", "links"]),
  /** Each tab ignores the keys of the others. */
  sort: oneOf([...conversionSorts, ...affiliationSorts, ...statementSorts]),
});
export const linkSort = oneOf(affiliationSorts);
export const statementSort = oneOf(statementSorts);

/** The URL of an affiliate page: the period of its figures, the open tab and the filter of the conversions. */
export type AffiliateSearch = Omit<ConversionsSearch, "sort"> & ReturnType<typeof ofAffiliate>;
export const affiliateSearch = (raw: RawSearch): AffiliateSearch => ({
  ...conversionsSearch(raw),
  ...ofAffiliate(raw),
});
