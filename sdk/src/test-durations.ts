import type { TestDuration } from "./test-mode-requests.ts";

/** The units in the order of ISO 8601: those of the date, then those of the time. */
const UNITS = {
  years: ["date", "Y"],
  months: ["date", "M"],
  weeks: ["date", "W"],
  days: ["date", "D"],
  hours: ["time", "H"],
  minutes: ["time", "M"],
  seconds: ["time", "S"],
} as const satisfies Record<keyof TestDuration, readonly [part: "date" | "time", letter: string]>;

/** ISO 8601. A mistake would move the clock by another time than meant, so everything unknown is refused. */
export function durationOf(by: TestDuration | string): string {
  if (typeof by === "string" && by !== "") return by;
  if (typeof by !== "object" || by === null) throw new TypeError(NO_DURATION);
  const given = Object.entries(by as Record<string, unknown>).filter(([, count]) => count !== undefined);
  for (const [unit, count] of given) {
    if (!Object.hasOwn(UNITS, unit))
      throw new TypeError(`${unit} is not a unit of time. Use years, months, weeks, days, hours, minutes or seconds.`);
    if (!Number.isSafeInteger(count) || (count as number) < 0)
      throw new TypeError(`${unit} must be a whole number of at least 0.`);
  }
  if (given.length === 0) throw new TypeError(NO_DURATION);
  const units = Object.entries(UNITS) as [keyof TestDuration, (typeof UNITS)[keyof typeof UNITS]][];
  const part = (wanted: "date" | "time"): string =>
    units.map(([unit, [of, letter]]) => (of === wanted && by[unit] !== undefined ? by[unit] + letter : "")).join("");
  const time = part("time");
  return time === "" ? `P${part("date")}` : `P${part("date")}T${time}`;
}

const NO_DURATION = 'advance needs a duration, such as { days: 7 } or "P7D".';

export function timeOf(time: Date | string): string {
  if (typeof time === "string" && !Number.isNaN(Date.parse(time))) return time;
  if (time instanceof Date && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new TypeError("advanceTo needs a Date or a time in ISO 8601, such as 2026-12-01T00:00:00Z.");
}
