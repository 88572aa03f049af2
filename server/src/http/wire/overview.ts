import type {
  NumbersResponse,
  OverviewResponse,
  OverviewAttention,
  OverviewRanked,
  OverviewSpan,
} from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { rateOf, sumOf, type DayFigures, type DaySpan, type Figures } from "../../domain/overview.ts";
import type { AccountOverview, Ranked } from "../../usecases/overview/read-overview.ts";
import type { Numbers } from "../../usecases/overview/read-numbers.ts";
import { major } from "./money.ts";

const figures = {
  clicks: z.number(),
  conversions: z.number(),
  conversions_in_currency: z.number(),
  revenue: z.number(),
  commission: z.number(),
};
const span: z.ZodType<OverviewSpan> = z.object({
  from: z.string(),
  to: z.string(),
  ...figures,
  conversion_rate: z.number().nullable(),
  without_click: z.number(),
  series: z.array(z.object({ day: z.string(), ...figures })),
});
const ranked: z.ZodType<OverviewRanked> = z.object({
  id: z.string(),
  name: z.string(),
  conversions: z.number(),
  revenue: z.number(),
  commission: z.number(),
});
const attention: z.ZodType<OverviewAttention> = z.object({
  applicants: z.number(),
  applications: z.number(),
  open_claims: z.number(),
  suspicious_conversions: z.number(),
  endpoints_off: z.number(),
  deliveries_failed: z.number(),
  connectors_silent: z.number(),
  receipts_failed: z.number(),
  tight_budgets: z.array(
    z.object({
      campaign_id: z.string(),
      name: z.string(),
      currency: z.string(),
      spend: z.number(),
      budget: z.number(),
    }),
  ),
});
const inDays = {
  time_zone: z.literal("UTC"),
  currency: z.string(),
  currencies: z.array(z.string()),
  span,
  before: span,
};
export const numbers: z.ZodType<NumbersResponse> = z.object(inDays);
export const overview: z.ZodType<OverviewResponse> = z.object({
  ...inDays,
  waiting: z.object({ total: z.number(), of_span: z.number() }),
  top_campaigns: z.array(ranked),
  top_affiliates: z.array(ranked),
  attention,
});

export const presentNumbers = (read: Numbers): NumbersResponse => ({
  time_zone: "UTC",
  currency: read.currency,
  currencies: [...read.currencies],
  span: presentSpan(read.span, read.days, read.currency),
  before: presentSpan(read.before, read.daysBefore, read.currency),
});

export const presentOverview = (read: AccountOverview): OverviewResponse => ({
  ...presentNumbers(read),
  waiting: { total: read.waiting.total, of_span: read.waiting.ofSpan },
  top_campaigns: read.topCampaigns.map((each) => presentRanked(each, read.currency)),
  top_affiliates: read.topAffiliates.map((each) => presentRanked(each, read.currency)),
  attention: presentAttention(read),
});

function presentSpan({ from, to }: DaySpan, days: readonly DayFigures[], currency: Currency): OverviewSpan {
  const sum = sumOf(days);
  return {
    from,
    to,
    ...presentFigures(sum, currency),
    conversion_rate: rateOf(sum),
    without_click: sum.conversions - sum.clicked,
    series: days.map((each) => ({ day: each.day, ...presentFigures(each, currency) })),
  };
}

const presentFigures = (of: Figures, currency: Currency) => ({
  clicks: of.clicks,
  conversions: of.conversions,
  conversions_in_currency: of.conversionsInCurrency,
  revenue: major(of.revenueMinor, currency),
  commission: major(of.commissionMinor, currency),
});

const presentRanked = (each: Ranked<string>, currency: Currency): OverviewRanked => ({
  id: each.id,
  name: each.name,
  conversions: each.conversions,
  revenue: major(each.revenueMinor, currency),
  commission: major(each.commissionMinor, currency),
});

const presentAttention = ({ attention: found, tightBudgets }: AccountOverview): OverviewAttention => ({
  applicants: found.applicants,
  applications: found.applications,
  open_claims: found.claims,
  suspicious_conversions: found.suspicious,
  endpoints_off: found.endpointsOff,
  deliveries_failed: found.deliveriesFailed,
  connectors_silent: found.connectorsSilent,
  receipts_failed: found.receiptsFailed,
  tight_budgets: tightBudgets.map(({ campaignId, name, currency, spendMinor, budgetMinor }) => ({
    campaign_id: campaignId,
    name,
    currency,
    spend: major(spendMinor, currency),
    budget: major(budgetMinor, currency),
  })),
});
