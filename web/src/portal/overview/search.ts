import type { PortalOverviewQuery } from "tributary-sdk/pages";
import { given } from "../../format/without-undefined.ts";
import { searchSchema, spanIn, text, type RawSearch } from "../../format/search-params.ts";
import { daysAfter, lastDays, lengthOf, type Span } from "../../format/utc-days.ts";

/** UTC days, inclusive. Without them, the last 30 days. */
export interface OverviewSearch {
  campaign_id?: string;
  from?: string;
  to?: string;
}

export const DAYS_DEFAULT = 30;

/** Few enough for one screen of a phone. */
export const LATEST_CONVERSIONS = { limit: 5 };
export const LATEST_PAYOUTS = { limit: 3 };

const fields = searchSchema({ campaign_id: text });

export const overviewSearch = (raw: RawSearch): OverviewSearch => ({ ...fields(raw), ...spanIn(raw) });

export const spanOf = ({ from, to }: OverviewSearch, now: number): Span =>
  from !== undefined && to !== undefined ? { from, to } : lastDays(DAYS_DEFAULT, now);

/** The period of equal length right before the span. */
export function spanBefore({ from, to }: Span): Span {
  const length = lengthOf(from, to);
  return { from: daysAfter(from, -length), to: daysAfter(from, -1) };
}

export const overviewQueryOf = ({ campaign_id }: OverviewSearch, span: Span): PortalOverviewQuery => ({
  ...span,
  ...given({ campaign_id }),
});
