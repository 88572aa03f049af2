import { claimStates, ownClaimSorts } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const ownClaimsSearch = searchSchema({
  /** The initial order ID of the form. */
  order: text,
  state: oneOf(claimStates),
  sort: oneOf(ownClaimSorts),
  offset,
});
export type OwnClaimsSearch = ReturnType<typeof ownClaimsSearch>;
