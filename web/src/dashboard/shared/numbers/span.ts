import type { OverviewQuery } from "tributary-sdk/pages";
import { given } from "../../../format/without-undefined.ts";
import { oneOf, spanIn } from "../../../format/search-params.ts";
import { lastDays, thisMonth, type Span } from "../../../format/utc-days.ts";

export const spans = ["7", "30", "90", "month"] as const;
export type SpanName = (typeof spans)[number];
export const SPAN_DEFAULT: SpanName = "30";

/** A relative period, or UTC days such as `2026-03-01..2026-03-31`, both inclusive. */
export interface SpanSearch {
  span?: string;
  currency?: string;
}

const RANGE = "..";
export const rangeOf = ({ from, to }: Span): string => `${from}${RANGE}${to}`;

/** Invalid periods and the default one are dropped, so that equal pages have equal URLs. */
export function spanField(value: unknown): string | undefined {
  const name = oneOf(spans)(value);
  if (name !== undefined) return name === SPAN_DEFAULT ? undefined : name;
  const range = daysIn(value);
  return range && rangeOf(range);
}

function daysIn(value: unknown): Span | undefined {
  const [from, to] = typeof value === "string" ? value.split(RANGE) : [];
  const days = spanIn({ from, to });
  return days.from !== undefined && days.to !== undefined ? { from: days.from, to: days.to } : undefined;
}

export function spanOf(search: SpanSearch, now: number): Span {
  const range = daysIn(search.span);
  if (range) return range;
  const name = nameOf(search) ?? SPAN_DEFAULT;
  return name === "month" ? thisMonth(now) : lastDays(Number(name), now);
}

/** undefined for a range of days. */
export const nameOf = ({ span = SPAN_DEFAULT }: SpanSearch): SpanName | undefined => oneOf(spans)(span);

export const numbersQueryOf = (search: SpanSearch, now: number): OverviewQuery => ({
  ...spanOf(search, now),
  ...given({ currency: search.currency }),
});
