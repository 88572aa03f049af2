import type { ClaimsQuery } from "tributary-sdk/pages";
import { choiceOf, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const claimStates = ["open", "answered", "converted"] as const;

export type ClaimsSearch = Pick<ClaimsQuery, "state" | "campaign_id" | "offset">;

export function claimsSearch(raw: RawSearch): ClaimsSearch {
  const state = choiceOf(raw["state"], claimStates);
  return { ...textsOf(raw, ["campaign_id"]), ...(state ? { state } : {}), ...offsetOf(raw) };
}
