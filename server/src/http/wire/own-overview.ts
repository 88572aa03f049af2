import type { PortalEarningsResponse, PortalOverviewResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { majorOf, type Money } from "../../domain/values/money.ts";
import type { Earnings } from "../../usecases/overview/read-own-earnings.ts";
import type { Overview, OverviewDay } from "../../usecases/overview/read-own-overview.ts";
import { byCurrency, byCurrencyOf, major } from "./money.ts";

const amounts = byCurrencyOf(z.number());
export const ownOverview: z.ZodType<PortalOverviewResponse> = z.object({
  from: z.string(),
  to: z.string(),
  span: z.object({ clicks: z.number(), conversions: z.number(), earned: amounts }),
  now: byCurrencyOf(
    z.object({
      pending: z.number(),
      maturing: z.number(),
      withdrawable: z.number(),
      owed_back: z.number(),
      payable: z.number(),
    }),
  ),
  next_to_mature: z.array(
    z.object({ day: z.string(), currency: z.string(), amount: z.number(), conversions: z.number() }),
  ),
  series: z.array(z.object({ day: z.string(), clicks: z.number(), conversions: z.number(), earned: amounts })),
});

export const presentOwnOverview = ({ from, to, days, standings, nextToMature }: Overview): PortalOverviewResponse => ({
  from,
  to,
  span: {
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    conversions: days.reduce((sum, { conversions }) => sum + conversions, 0),
    earned: byCurrency(earnedIn(days), majorOf),
  },
  now: byCurrency(standings, ({ currency, ...minor }) => ({
    pending: major(minor.pendingMinor, currency),
    maturing: major(minor.maturingMinor, currency),
    withdrawable: major(minor.withdrawableMinor, currency),
    owed_back: major(minor.owedBackMinor, currency),
    payable: major(minor.payableMinor, currency),
  })),
  next_to_mature: nextToMature.map(({ day: on, currency, commissionMinor, conversions }) => ({
    day: on,
    currency,
    amount: major(commissionMinor, currency),
    conversions,
  })),
  series: days.map(({ earned, ...counts }) => ({ ...counts, earned: byCurrency(earned, majorOf) })),
});

/** Every day has the same currencies, in the same order. */
const earnedIn = (days: readonly OverviewDay[]): Money[] =>
  (days[0]?.earned ?? []).map(({ currency }, index) => ({
    currency,
    minor: days.reduce((sum, { earned }) => sum + (earned[index]?.minor ?? 0n), 0n),
  }));

export const ownEarnings: z.ZodType<PortalEarningsResponse> = z.object({
  from: z.string(),
  until: z.string(),
  earlier: z.boolean(),
  months: z.array(
    z.object({
      month: z.string(),
      currency: z.string(),
      conversions: z.number(),
      pending: z.number(),
      approved: z.number(),
      earned: z.number(),
      rejected: z.number(),
      deducted: z.number(),
    }),
  ),
});

export const presentOwnEarnings = ({ months, ...bounds }: Earnings): PortalEarningsResponse => ({
  ...bounds,
  months: months.map(({ month, currency, conversions, ...minor }) => ({
    month,
    currency,
    conversions,
    pending: major(minor.pendingMinor, currency),
    approved: major(minor.approvedMinor, currency),
    earned: major(minor.pendingMinor + minor.approvedMinor - minor.deductedMinor, currency),
    rejected: major(minor.rejectedMinor, currency),
    deducted: major(minor.deductedMinor, currency),
  })),
});
