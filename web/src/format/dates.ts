import { given } from "./without-undefined.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

// Relative times are parts of English sentences. Dates and numbers follow the reader's locale.
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const clockTime = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
const thisYear = new Intl.DateTimeFormat(undefined, clockTime);

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const utcMonth = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });

export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Keeps `12:30 PM` on one line. */
const unbroken = (format: Intl.DateTimeFormat, iso: string): string =>
  format
    .formatToParts(new Date(iso))
    .map(({ type, value }, index, parts) =>
      type === "literal" &&
      value === " " &&
      [parts[index - 1], parts[index + 1]].some((part) => part?.type === "dayPeriod")
        ? "\u00a0"
        : value,
    )
    .join("");

/** Includes the time zone. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));
/** For sentences: no seconds and no time zone. */
export const minuteOf = (iso: string): string => unbroken(minute, iso);
/** `15 Nov, 13:26`; with the year if it is not the current one. */
export const clockTimeOf = (iso: string, now: number): string =>
  new Date(iso).getFullYear() === new Date(now).getFullYear() ? unbroken(thisYear, iso) : minuteOf(iso);
export const dayOf = (iso: string): string => day.format(new Date(iso));

/** Formats a calendar day such as `2026-03-01`; time zones do not shift it. */
export const calendarDay = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));
/** Formats a calendar month such as `2026-03`. */
export const calendarMonth = (month: string): string => utcMonth.format(new Date(`${month}-01T00:00:00Z`));

/** `3 hours ago`, `in 5 days`. */
export function relativeTime(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE_S) return relative.format(0, "second");
  if (size < HOUR_S) return relative.format(Math.trunc(seconds / MINUTE_S), "minute");
  if (size < DAY_S) return relative.format(Math.trunc(seconds / HOUR_S), "hour");
  if (size < 45 * DAY_S) return relative.format(Math.trunc(seconds / DAY_S), "day");
  return dayOf(iso);
}

/** Whole days from now, rounded up; 0 if in the past. */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / (DAY_S * 1000)));

/** The reader's time without its zone, such as `2026-03-01T09:30`. For a field in which the reader enters a time. */
export const localMinuteAt = (time: number): string => localTime(time).slice(0, "2026-03-01T09:30".length);
/** The reader's day, such as `2026-03-01`. */
export const localDayAt = (time: number): string => localTime(time).slice(0, "2026-03-01".length);

const localTime = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * MINUTE_S * 1000).toISOString();

/** Converts inclusive days such as `2026-03-01` to times in the reader's time zone. The end time is exclusive. */
export const momentsOf = ({ from, to }: { from: string | undefined; to: string | undefined }) =>
  given({ from: from && startOfDay(from, 0), to: to && startOfDay(to, 1) });

function startOfDay(date: string, daysLater: number): string {
  const start = new Date(`${date}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
