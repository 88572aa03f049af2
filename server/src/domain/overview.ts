import { SPAN_DAYS_MAX } from "tributary-sdk/limits";
import { DEFAULT_CURRENCY, type Currency } from "./values/currency.ts";
import { DAY_MS, dayOf } from "./values/day.ts";
import { AppError } from "./errors.ts";
import { daysFrom } from "./totals.ts";

/** UTC days, inclusive. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Both ends are optional. */
export interface AskedSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * One day in one currency, without rejected conversions. Conversions and revenue count by the currency of the order
 * amount, commission by its own.
 */
export interface DayTotal {
  readonly day: string;
  readonly currency: Currency;
  readonly conversions: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Pending conversions whose commission is in this currency. */
  readonly waiting: number;
  /** Conversions that came from a click. */
  readonly clicked: number;
}
export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Clicks and conversions across all currencies; the rest in one. */
export interface Figures {
  readonly clicks: number;
  readonly conversions: number;
  /** Conversions that came from a click. */
  readonly clicked: number;
  /** Conversions whose order amount is in the currency. */
  readonly conversionsInCurrency: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
}
export type DayFigures = Figures & { readonly day: string };

const DEFAULT_DAYS = 30;

const after = (day: string, count: number): string => dayOf(new Date(Date.parse(day) + count * DAY_MS));
const lengthOf = ({ from, to }: DaySpan): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The requested days, or the last 30. */
export function spanOf({ from, to }: AskedSpan, now: Date): DaySpan {
  const last = to ?? dayOf(now);
  const span = { from: from ?? after(last, 1 - DEFAULT_DAYS), to: last };
  const length = lengthOf(span);
  if (length < 1 || length > SPAN_DAYS_MAX)
    throw new AppError("invalid_request", {
      text: `from and to must span 1 to ${SPAN_DAYS_MAX} days, including both.`,
    });
  return span;
}

/** The twelve months that end with this one, `2026-03`. */
export function yearUntil(month: string): DaySpan {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const dayIn = (months: number, day: number): string => dayOf(new Date(Date.UTC(year, number - 1 + months, day)));
  return { from: dayIn(-11, 1), to: dayIn(1, 0) };
}

/** The period of the same length right before this one. */
export function spanBefore(span: DaySpan): DaySpan {
  return { from: after(span.from, -lengthOf(span)), to: after(span.from, -1) };
}

/** Includes days without activity, as zeros. Money in other currencies is left out, never added. */
export function figuresByDay(
  { from, to }: DaySpan,
  { totals, clicks }: { totals: readonly DayTotal[]; clicks: readonly DayCount[] },
  currency: Currency,
): DayFigures[] {
  const byDay = new Map<string, DayFigures>(daysFrom(from, to).map((day) => [day, { day, ...NOTHING }]));
  for (const { day, count } of clicks) {
    const known = byDay.get(day);
    if (known) byDay.set(day, { ...known, clicks: known.clicks + count });
  }
  for (const total of totals) {
    const known = byDay.get(total.day);
    if (!known) continue;
    byDay.set(total.day, {
      ...known,
      conversions: known.conversions + total.conversions,
      clicked: known.clicked + total.clicked,
      ...(total.currency === currency
        ? {
            conversionsInCurrency: total.conversions,
            revenueMinor: total.revenueMinor,
            commissionMinor: total.commissionMinor,
          }
        : {}),
    });
  }
  return [...byDay.values()];
}

const NOTHING: Figures = {
  clicks: 0,
  conversions: 0,
  clicked: 0,
  conversionsInCurrency: 0,
  revenueMinor: 0n,
  commissionMinor: 0n,
};

export function sumOf(days: readonly Figures[]): Figures {
  return days.reduce(
    (sum, day) => ({
      clicks: sum.clicks + day.clicks,
      conversions: sum.conversions + day.conversions,
      clicked: sum.clicked + day.clicked,
      conversionsInCurrency: sum.conversionsInCurrency + day.conversionsInCurrency,
      revenueMinor: sum.revenueMinor + day.revenueMinor,
      commissionMinor: sum.commissionMinor + day.commissionMinor,
    }),
    NOTHING,
  );
}

/** Conversions from clicks per hundred clicks; null without clicks. Conversions by code have no click to compare with. */
export const rateOf = ({ clicks, clicked }: Pick<Figures, "clicks" | "clicked">): number | null =>
  clicks === 0 ? null : Math.round((clicked / clicks) * 10_000) / 100;

/** Pending conversions in these days. */
export const waitingOf = (totals: readonly DayTotal[], { from, to }: DaySpan): number =>
  totals.filter(({ day }) => from <= day && day <= to).reduce((sum, { waiting }) => sum + waiting, 0);

/** The currencies in use, most conversions first; if there are none, the campaigns' currencies. */
export function currenciesOf(totals: readonly DayTotal[], ofCampaigns: readonly Currency[]): Currency[] {
  const counted = new Map<Currency, number>();
  for (const { currency, conversions, commissionMinor } of totals)
    if (conversions > 0 || commissionMinor > 0n) counted.set(currency, (counted.get(currency) ?? 0) + conversions);
  const found = [...counted].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  const all = [...new Set([...found.map(([currency]) => currency), ...ofCampaigns])];
  return all.length === 0 ? [DEFAULT_CURRENCY] : all;
}
