/** GET overview: UTC days, both included; without them the last 30. 1 to 366 of them. */
export interface OverviewQuery {
  from?: string;
  to?: string;
  /** Of the amounts; without it the one with the most conversions. */
  currency?: string;
}
/** Clicks and conversions count in all currencies, rejected conversions never; revenue and commission are in `currency`. */
export interface OverviewFigures {
  clicks: number;
  conversions: number;
  revenue: number;
  commission: number;
}
export interface OverviewDay extends OverviewFigures {
  day: string;
}
export interface OverviewSpan extends OverviewFigures {
  from: string;
  to: string;
  /** Conversions for each hundred clicks; null without clicks. */
  conversion_rate: number | null;
  series: OverviewDay[];
}
export interface OverviewRanked {
  id: string;
  name: string;
  conversions: number;
  revenue: number;
  commission: number;
}
export interface OverviewAnswer {
  /** In which days are cut. */
  time_zone: "UTC";
  currency: string;
  /** All that there is anything in. */
  currencies: string[];
  span: OverviewSpan;
  /** As many days, right before. */
  before: OverviewSpan;
  /** Conversions that wait for a decision: all of them, and those tracked in the span. */
  waiting: { total: number; of_span: number };
  /** By revenue, at most five each. */
  top_campaigns: OverviewRanked[];
  top_affiliates: OverviewRanked[];
  attention: OverviewAttention;
}
/** Counted up to 100; more is 101. */
export interface OverviewAttention {
  applicants: number;
  open_claims: number;
  /** Pending conversions with a warning sign. */
  suspicious_conversions: number;
  endpoints_off: number;
  /** Within seven days. */
  deliveries_failed: number;
  /** Active campaigns that have used more than 80 % of their budget, at most five. */
  tight_budgets: { campaign_id: string; name: string; currency: string; spend: number; budget: number }[];
}

/** GET pulse: cheap, for pages that follow. The version is another one after each change of a conversion. */
export interface PulseAnswer {
  version: string;
}
