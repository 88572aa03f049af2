import { SPAN_DAYS_MAX } from "tributary-sdk/limits";
import type { OverviewQuery } from "tributary-sdk/pages";
import { choiceOf, isDate, textsOf, type RawSearch } from "../../format/search-params.ts";
import { lastDays, lengthOf, thisMonth, type Span } from "../../format/utc-days.ts";

export const spans = ["7", "30", "90", "month"] as const;
export type SpanName = (typeof spans)[number];
export const SPAN_DEFAULT: SpanName = "30";

/** As in the address: a span that moves with the days, or UTC days, both included. */
export interface OverviewSearch {
  span?: SpanName;
  from?: string;
  to?: string;
  currency?: string;
}

export function overviewSearch(raw: RawSearch): OverviewSearch {
  const [from, to] = [raw["from"], raw["to"]];
  const whole = isDate(from) && isDate(to) && from <= to && lengthOf(from, to) <= SPAN_DAYS_MAX;
  const span = choiceOf(raw["span"], spans);
  return { ...textsOf(raw, ["currency"]), ...(whole ? { from, to } : span && span !== SPAN_DEFAULT ? { span } : {}) };
}

export function spanOf({ span = SPAN_DEFAULT, from, to }: OverviewSearch, now: number): Span {
  if (from !== undefined && to !== undefined) return { from, to };
  return span === "month" ? thisMonth(now) : lastDays(Number(span), now);
}

export const overviewQueryOf = ({ currency }: OverviewSearch, span: Span): OverviewQuery => ({
  ...span,
  ...(currency === undefined ? {} : { currency }),
});
