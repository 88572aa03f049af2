import type { OverviewQuery } from "tributary-sdk/pages";
import { given } from "../../format/without-undefined.ts";
import { oneOf, searchSchema, spanIn, text, type RawSearch } from "../../format/search-params.ts";
import { lastDays, thisMonth, type Span } from "../../format/utc-days.ts";

export const spans = ["7", "30", "90", "month"] as const;
export type SpanName = (typeof spans)[number];
export const SPAN_DEFAULT: SpanName = "30";

/** Either a relative period or a range of UTC days, both inclusive. */
export interface OverviewSearch {
  span?: SpanName;
  from?: string;
  to?: string;
  currency?: string;
}

const fields = searchSchema({ currency: text, span: oneOf(spans) });

export function overviewSearch(raw: RawSearch): OverviewSearch {
  const { span, ...more } = fields(raw);
  const days = spanIn(raw);
  return { ...more, ...days, ...(days.from === undefined && span && span !== SPAN_DEFAULT ? { span } : {}) };
}

export function spanOf({ span = SPAN_DEFAULT, from, to }: OverviewSearch, now: number): Span {
  if (from !== undefined && to !== undefined) return { from, to };
  return span === "month" ? thisMonth(now) : lastDays(Number(span), now);
}

export const overviewQueryOf = ({ currency }: OverviewSearch, span: Span): OverviewQuery => ({
  ...span,
  ...given({ currency }),
});
