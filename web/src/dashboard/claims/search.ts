import { claimSorts, claimStates } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

/** Merchants see a claim only after the affiliate has sent it to them. */
export const sentClaimStates = claimStates.filter((state) => state !== "asked");

export const claimsSearch = searchSchema({
  campaign_id: text,
  external_id: text,
  state: oneOf(sentClaimStates),
  sort: oneOf(claimSorts),
  offset,
});
export type ClaimsSearch = ReturnType<typeof claimsSearch>;
