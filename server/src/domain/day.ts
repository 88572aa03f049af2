/** Days are reckoned in UTC, where every one of them is as long as the others. */
export const DAY_MS = 86_400_000;

/** YYYY-MM-DD */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A day that exists, from 1970 on: calendars differ about the first centuries, and nobody was paid in them. */
export function isDay(text: string): boolean {
  return (
    /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text)
  );
}
