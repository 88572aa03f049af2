import { SPAN_DAYS_MAX } from "tributary-sdk/limits";
import type { PortalOverviewQuery } from "tributary-sdk/pages";
import { isDate, textsOf, type RawSearch } from "../../format/search-params.ts";
import { daysAfter, lastDays, lengthOf, type Span } from "../../format/utc-days.ts";

/** As in the address: UTC days, both included. Without them, the last 30 days. */
export interface OverviewSearch {
  campaign_id?: string;
  from?: string;
  to?: string;
}

export const DAYS_DEFAULT = 30;

export function overviewSearch(raw: RawSearch): OverviewSearch {
  const [from, to] = [raw["from"], raw["to"]];
  const whole = isDate(from) && isDate(to) && from <= to && lengthOf(from, to) <= SPAN_DAYS_MAX;
  return { ...textsOf(raw, ["campaign_id"]), ...(whole ? { from, to } : {}) };
}

export const spanOf = ({ from, to }: OverviewSearch, now: number): Span =>
  from !== undefined && to !== undefined ? { from, to } : lastDays(DAYS_DEFAULT, now);

/** As many days, right before. */
export function spanBefore({ from, to }: Span): Span {
  const length = lengthOf(from, to);
  return { from: daysAfter(from, -length), to: daysAfter(from, -1) };
}

export const overviewQueryOf = ({ campaign_id }: OverviewSearch, span: Span): PortalOverviewQuery => ({
  ...span,
  ...(campaign_id === undefined ? {} : { campaign_id }),
});
