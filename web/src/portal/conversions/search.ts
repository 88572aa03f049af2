import { conversionStatuses } from "tributary-sdk/words";
import type { PortalConversionsQuery } from "tributary-sdk/pages";
import { choiceOf, isDate, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";
import { endOf, startOf } from "../../format/utc-days.ts";

/** As in the address: UTC days, both included. */
export interface OwnConversionsSearch extends Pick<PortalConversionsQuery, "status" | "campaign_id" | "offset"> {
  from?: string;
  to?: string;
}

export function ownConversionsSearch(raw: RawSearch): OwnConversionsSearch {
  const status = choiceOf(raw["status"], conversionStatuses);
  const [from, to] = [raw["from"], raw["to"]];
  return {
    ...textsOf(raw, ["campaign_id"]),
    ...(status ? { status } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...offsetOf(raw),
  };
}

export function ownConversionsQueryOf({ from, to, ...more }: OwnConversionsSearch): PortalConversionsQuery {
  return {
    ...more,
    ...(from === undefined ? {} : { from: startOf(from) }),
    ...(to === undefined ? {} : { to: endOf(to) }),
  };
}
