import type { ConversionsQuery } from "tributary-sdk/pages";
import { conversionSorts, conversionStatuses, warningSigns } from "tributary-sdk/words";
import { momentsOf } from "../../format/dates.ts";
import { day, offset, oneOf, searchSchema, text, type RawSearch } from "../../format/search-params.ts";
import { utcMomentsOf } from "../../format/utc-days.ts";

export const signFilters = ["none", "any", ...warningSigns] as const;

const fields = searchSchema({
  campaign_id: text,
  affiliate_id: text,
  external_id: text,
  status: oneOf(conversionStatuses),
  warning_sign: oneOf(signFilters),
  from: day,
  to: day,
  /** UTC days, as in the overview figures that link here. By default, days are in the reader's time zone. */
  days: oneOf(["utc"]),
  sort: oneOf(conversionSorts),
  offset,
});
export type ConversionsSearch = ReturnType<typeof fields>;

export function conversionsSearch(raw: RawSearch): ConversionsSearch {
  const { days, ...filter } = fields(raw);
  const hasSpan = filter.from !== undefined || filter.to !== undefined;
  return { ...filter, ...(days && hasSpan ? { days } : {}) };
}

export const conversionsQueryOf = ({ from, to, days, ...more }: ConversionsSearch): ConversionsQuery => ({
  ...more,
  ...(days === "utc" ? utcMomentsOf({ from, to }) : momentsOf({ from, to })),
});
