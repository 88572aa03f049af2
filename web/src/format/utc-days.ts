import { given } from "./without-undefined.ts";

const DAY_MS = 86_400_000;

const brief = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** Figures are stored by UTC day and month, so filters use UTC days too. */
export const briefDay = (day: string): string => brief.format(new Date(`${day}T00:00:00Z`));

export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const daysAfter = (day: string, count: number): string => dayAt(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);

/** The number of days from first to last, inclusive. */
export const lengthOf = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const startOf = (day: string): string => `${day}T00:00:00.000Z`;

/** Converts inclusive UTC days to times. The end time is exclusive. */
export const utcMomentsOf = ({ from, to }: { from: string | undefined; to: string | undefined }) =>
  given({ from: from && startOf(from), to: to && startOf(daysAfter(to, 1)) });

/** The month of a moment, such as `2026-02`. */
export const monthOf = (now: number): string => dayAt(now).slice(0, 7);

export function monthsAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number - 1 + count, 1));
}

/** The last day of a month such as `2026-02`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dayAt(Date.UTC(year, number, 0));
}

/** Days, inclusive. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The last days, including today. */
export const lastDays = (count: number, now: number): Span => ({
  from: daysAfter(dayAt(now), 1 - count),
  to: dayAt(now),
});

export const thisMonth = (now: number): Span => ({ from: `${dayAt(now).slice(0, 7)}-01`, to: dayAt(now) });
