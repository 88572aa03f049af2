import type { NumbersResponse, OverviewDay } from "tributary-sdk/pages";
import { moneyText, numberText } from "../../../format/numbers.ts";
import type { DailyFigure } from "../../../ui/chart/over-time.tsx";

export const charted = ["revenue", "conversions_in_currency", "clicks", "commission"] as const;
export type Charted = (typeof charted)[number];

/** From this many days on, daily points are too noisy. */
const WEEKLY_FROM = 60;
const WEEK = 7;

export interface Trend {
  /** The first day of each point. */
  readonly days: readonly string[];
  readonly step: "day" | "week";
  readonly figures: readonly DailyFigure[];
}

/** By day, or by week from 60 days on. Weeks are counted back from the last day, so that the last one is complete. */
export function trendOf({ span, before, currency }: NumbersResponse): Trend {
  const step = span.series.length >= WEEKLY_FROM ? "week" : "day";
  const group = (series: readonly OverviewDay[]): readonly (readonly OverviewDay[])[] =>
    step === "week" ? weeksOf(series) : series.map((day) => [day]);
  const [now, earlier] = [group(span.series), group(before.series)];
  const money = (value: number): string => moneyText(value, currency);
  const labels: Record<Charted, string> = {
    revenue: "Revenue",
    conversions_in_currency: "Conversions",
    clicks: "Clicks",
    commission: "Commission",
  };
  return {
    step,
    days: now.map(([first]) => first?.day ?? ""),
    figures: charted.map((name) => {
      const sum = (days: readonly OverviewDay[]): number => days.reduce((total, day) => total + day[name], 0);
      const isMoney = name === "revenue" || name === "commission";
      return {
        name,
        label: labels[name],
        textOf: isMoney ? money : numberText,
        now: now.map(sum),
        before: earlier.map(sum),
      };
    }),
  };
}

export function weeksOf<Day>(days: readonly Day[]): Day[][] {
  const short = days.length % WEEK;
  const weeks: Day[][] = short > 0 ? [days.slice(0, short)] : [];
  for (let at = short; at < days.length; at += WEEK) weeks.push(days.slice(at, at + WEEK));
  return weeks;
}
