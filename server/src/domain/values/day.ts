/** Days are UTC, so each one has 24 hours. */
export const DAY_MS = 86_400_000;

export const daysAfter = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY_MS);

/** YYYY-MM-DD */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A valid date from 1970 on. */
export function isDay(text: string): boolean {
  return (
    /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text)
  );
}
