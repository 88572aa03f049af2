import { affiliateStatuses, invitationStates } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const affiliationFilters = [...affiliateStatuses, "suspended"] as const;

export const affiliatesSearch = searchSchema({
  search: text,
  campaign_id: text,
  status: oneOf(affiliationFilters),
  state: oneOf(invitationStates),
  tab: oneOf(["affiliates", "invitations"]),
  /** Opens the invite dialog. */
  invite: oneOf(["yes"]),
  offset,
});
export type AffiliatesSearch = ReturnType<typeof affiliatesSearch>;
