/** GET overview: UTC days, inclusive; the last 30 by default. 1 to 366 days. */
export interface OverviewQuery {
  from?: string;
  to?: string;
  /** Of the amounts; by default the one with the most conversions. */
  currency?: string;
}
/**
 * Clicks and conversions count in all currencies, without rejected conversions; revenue and commission are in
 * `currency`.
 */
export interface OverviewFigures {
  clicks: number;
  conversions: number;
  /** Conversions whose order amount is in `currency`. */
  conversions_in_currency: number;
  revenue: number;
  commission: number;
}
export interface OverviewDay extends OverviewFigures {
  day: string;
}
export interface OverviewSpan extends OverviewFigures {
  from: string;
  to: string;
  /** Conversions that came from a click, per hundred clicks; null without clicks. */
  conversion_rate: number | null;
  /** Conversions tracked by code alone, which the rate excludes. */
  without_click: number;
  series: OverviewDay[];
}
export interface OverviewRanked {
  id: string;
  name: string;
  conversions: number;
  revenue: number;
  commission: number;
}
/** GET campaigns/:id/numbers, affiliates/:id/numbers: the same figures for one campaign or one affiliate. */
export interface NumbersResponse {
  /** The time zone of the days. */
  time_zone: "UTC";
  currency: string;
  /** All currencies with any data. */
  currencies: string[];
  span: OverviewSpan;
  /** The same number of days, directly before. */
  before: OverviewSpan;
}
export interface OverviewResponse extends NumbersResponse {
  /** Conversions pending a decision: all of them, and those tracked in the span. */
  waiting: { total: number; of_span: number };
  /** By revenue, at most five each. */
  top_campaigns: OverviewRanked[];
  top_affiliates: OverviewRanked[];
  attention: OverviewAttention;
}
/** Counted up to 100; 101 means more. */
export interface OverviewAttention {
  applicants: number;
  /** People who applied on a public page and are waiting for their link. */
  applications: number;
  open_claims: number;
  /** Pending conversions with a warning sign. */
  suspicious_conversions: number;
  endpoints_off: number;
  /** Within seven days. */
  deliveries_failed: number;
  /** Connectors that have received nothing for several times the usual gap. */
  connectors_silent: number;
  /** Webhooks of shops that could not be processed, within seven days. */
  receipts_failed: number;
  /** Active campaigns that have used more than 80% of their budget, at most five. */
  tight_budgets: { campaign_id: string; name: string; currency: string; spend: number; budget: number }[];
}

/** GET pulse: cheap, for pages that poll. The version changes with every change to a conversion. */
export interface PulseResponse {
  version: string;
}
