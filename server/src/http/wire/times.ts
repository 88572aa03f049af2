import { z } from "zod";

export const time = (description: string) =>
  z.string().describe(description).meta({ format: "date-time", example: "2026-03-01T09:30:00.000Z" });

export const timeOrNull = (description: string) =>
  z.string().nullable().describe(description).meta({ format: "date-time", example: "2026-03-02T14:05:10.250Z" });

const DAY_MS = 86_400_000;
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const THREE = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, "0"));
const DAYS_KEPT = 64;
const days = Array.from({ length: DAYS_KEPT }, () => ({ day: Number.NaN, text: "" }));

/** The same as toISOString, several times faster: the times of a page are on few days, and each is formatted once. */
export function isoOf(at: Date): string {
  const ms = at.getTime();
  const day = Math.floor(ms / DAY_MS);
  const slot = day & (DAYS_KEPT - 1);
  let known = days[slot];
  if (known?.day !== day) {
    const text = at.toISOString();
    days[slot] = known = { day, text: text.slice(0, text.indexOf("T") + 1) };
  }
  const rest = ms - day * DAY_MS;
  const [hours, minutes] = [TWO[Math.floor(rest / 3_600_000)], TWO[Math.floor(rest / 60_000) % 60]];
  return `${known.text}${hours}:${minutes}:${TWO[Math.floor(rest / 1_000) % 60]}.${THREE[rest % 1_000]}Z`;
}

export const isoOrNull = (at: Date | null | undefined): string | null => (at ? isoOf(at) : null);
