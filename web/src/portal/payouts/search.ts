import { payoutStatuses } from "tributary-sdk/words";
import type { PortalPayoutsQuery } from "tributary-sdk/pages";
import { choiceOf, offsetOf, type RawSearch } from "../../format/search-params.ts";

export type OwnPayoutsSearch = Pick<PortalPayoutsQuery, "status" | "offset">;

export function ownPayoutsSearch(raw: RawSearch): OwnPayoutsSearch {
  const status = choiceOf(raw["status"], payoutStatuses);
  return { ...(status ? { status } : {}), ...offsetOf(raw) };
}
