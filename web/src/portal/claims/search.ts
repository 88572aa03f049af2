import type { ClaimState } from "tributary-sdk/pages";
import { choiceOf, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const claimStates = ["open", "answered", "converted", "asked"] as const satisfies readonly ClaimState[];

export interface OwnClaimsSearch {
  state?: ClaimState;
  offset?: number;
  /** An order id to begin with. */
  order?: string;
}

export function ownClaimsSearch(raw: RawSearch): OwnClaimsSearch {
  const state = choiceOf(raw["state"], claimStates);
  return { ...textsOf(raw, ["order"]), ...(state ? { state } : {}), ...offsetOf(raw) };
}
