import { AppError } from "./errors.ts";

/** How far one request may move a twin's clock. */
export const ADVANCE_YEARS_MAX = 2;
/** What one request may run on the way. */
export const STEPS_MAX = 10_000;
export const TWINS_MAX = 20;

/** Weeks, or years to seconds. Only the last part may be a fraction in ISO 8601; whole numbers are enough here. */
const DURATION =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const DIGITS_MAX = 12;

/** The time after an ISO 8601 duration; undefined if it is malformed. Years and months are those of the calendar, in UTC. */
export function timeAfter(now: Date, duration: string): Date | undefined {
  const parts = DURATION.exec(duration);
  if (!parts || parts.slice(1).some((part) => part !== undefined && part.length > DIGITS_MAX)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const at = withMonths(now, years * 12 + months);
  const after = new Date(at.getTime() + ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  // Beyond what a Date can hold: certainly more than two years.
  return Number.isNaN(after.getTime()) ? new Date(FAR_AWAY) : after;
}

const FAR_AWAY = 8_640_000_000_000_000;

/** The same day of a later month, or its last day. */
function withMonths(at: Date, months: number): Date {
  if (months === 0) return at;
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(at.getUTCMonth() + months);
  if (Number.isNaN(moved.getTime())) return moved;
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return moved;
}

/** Refuses a time that a twin's clock cannot be moved to. The same time is allowed: it runs what is due. */
export function assertAhead(now: Date, to: Date): void {
  if (to < now) throw new AppError("clock_only_forward");
  if (to > withMonths(now, ADVANCE_YEARS_MAX * 12)) throw new AppError("clock_too_far");
}
