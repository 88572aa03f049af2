import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { OverviewAnswer, OverviewAttention, OverviewRanked, OverviewSpan, PulseAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/currency.ts";
import { majorOf } from "../../domain/money.ts";
import { rateOf, sumOf, type DayFigures, type DaySpan, type Figures } from "../../domain/overview.ts";
import {
  readAccountOverview,
  readPulse,
  type AccountOverview,
  type Ranked,
} from "../../usecases/overview/read-overview.ts";
import { json } from "../response/responses.ts";
import { currencyCode } from "../wire/fields.ts";
import { merchantOf } from "./require-member.ts";
import { calendarDay, given } from "../wire/query.ts";
import { ofAccount } from "./schemas.ts";

const query = z.object({
  from: given(calendarDay("from")),
  to: given(calendarDay("to")),
  currency: given(currencyCode("currency")),
});

const figures = { clicks: z.number(), conversions: z.number(), revenue: z.number(), commission: z.number() };
const span: z.ZodType<OverviewSpan> = z.object({
  from: z.string(),
  to: z.string(),
  ...figures,
  conversion_rate: z.number().nullable(),
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
  open_claims: z.number(),
  suspicious_conversions: z.number(),
  endpoints_off: z.number(),
  deliveries_failed: z.number(),
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
const answer: z.ZodType<OverviewAnswer> = z.object({
  time_zone: z.literal("UTC"),
  currency: z.string(),
  currencies: z.array(z.string()),
  span,
  before: span,
  waiting: z.object({ total: z.number(), of_span: z.number() }),
  top_campaigns: z.array(ranked),
  top_affiliates: z.array(ranked),
  attention,
});
const pulse: z.ZodType<PulseAnswer> = z.object({ version: z.string() });

export const overviewRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: json("A span of days beside the one before, and what asks for attention.", answer) };
  app.get("/overview", { schema: { params: ofAccount, querystring: query, response } }, async (request) =>
    present(await readAccountOverview(merchantOf(request), request.query)),
  );

  const beat = { 200: json("Whether anything has changed.", pulse) };
  app.get("/pulse", { schema: { params: ofAccount, response: beat } }, async (request) => ({
    version: await readPulse(merchantOf(request)),
  }));
  ready();
};

const present = (overview: AccountOverview): OverviewAnswer => ({
  time_zone: "UTC",
  currency: overview.currency,
  currencies: [...overview.currencies],
  span: presentSpan(overview.span, overview.days, overview.currency),
  before: presentSpan(overview.before, overview.daysBefore, overview.currency),
  waiting: { total: overview.waiting.total, of_span: overview.waiting.ofSpan },
  top_campaigns: overview.topCampaigns.map((each) => presentRanked(each, overview.currency)),
  top_affiliates: overview.topAffiliates.map((each) => presentRanked(each, overview.currency)),
  attention: presentAttention(overview),
});

function presentSpan({ from, to }: DaySpan, days: readonly DayFigures[], currency: Currency): OverviewSpan {
  const sum = sumOf(days);
  return {
    from,
    to,
    ...presentFigures(sum, currency),
    conversion_rate: rateOf(sum),
    series: days.map((each) => ({ day: each.day, ...presentFigures(each, currency) })),
  };
}

const presentFigures = ({ clicks, conversions, revenueMinor, commissionMinor }: Figures, currency: Currency) => ({
  clicks,
  conversions,
  revenue: majorOf({ minor: revenueMinor, currency }),
  commission: majorOf({ minor: commissionMinor, currency }),
});

const presentRanked = (each: Ranked<string>, currency: Currency): OverviewRanked => ({
  id: each.id,
  name: each.name,
  conversions: each.conversions,
  revenue: majorOf({ minor: each.revenueMinor, currency }),
  commission: majorOf({ minor: each.commissionMinor, currency }),
});

const presentAttention = ({ attention: found, tightBudgets }: AccountOverview): OverviewAttention => ({
  applicants: found.applicants,
  open_claims: found.claims,
  suspicious_conversions: found.suspicious,
  endpoints_off: found.endpointsOff,
  deliveries_failed: found.deliveriesFailed,
  tight_budgets: tightBudgets.map(({ campaignId, name, currency, spendMinor, budgetMinor }) => ({
    campaign_id: campaignId,
    name,
    currency,
    spend: majorOf({ minor: spendMinor, currency }),
    budget: majorOf({ minor: budgetMinor, currency }),
  })),
});
