import { conversionStatuses, warningSigns } from "tributary-sdk/words";
import type { ConversionsQuery } from "tributary-sdk/pages";
import { endOfDay, startOfDay } from "../../format/dates.ts";
import { endOf, startOf } from "../../format/utc-days.ts";
import { choiceOf, isDate, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const warningFilters = ["any", ...warningSigns] as const;

/** As in the address: days in the reader's time zone, or of UTC where a figure leads here that is kept by those. */
export interface ConversionsSearch extends Pick<
  ConversionsQuery,
  "status" | "campaign_id" | "affiliate_id" | "warning_sign" | "external_id" | "offset"
> {
  from?: string;
  to?: string;
  days?: "utc";
}

export function conversionsSearch(raw: RawSearch): ConversionsSearch {
  const status = choiceOf(raw["status"], conversionStatuses);
  const sign = choiceOf(raw["warning_sign"], warningFilters);
  const [from, to] = [raw["from"], raw["to"]];
  return {
    ...textsOf(raw, ["campaign_id", "affiliate_id", "external_id"]),
    ...(status ? { status } : {}),
    ...(sign ? { warning_sign: sign } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...(raw["days"] === "utc" && (isDate(from) || isDate(to)) ? { days: "utc" as const } : {}),
    ...offsetOf(raw),
  };
}

/** As the service asks for it: moments, the end not included. */
export function conversionsQueryOf({ from, to, days, ...more }: ConversionsSearch): ConversionsQuery {
  return {
    ...more,
    ...(from === undefined ? {} : { from: days === "utc" ? startOf(from) : startOfDay(from) }),
    ...(to === undefined ? {} : { to: days === "utc" ? endOf(to) : endOfDay(to) }),
  };
}
