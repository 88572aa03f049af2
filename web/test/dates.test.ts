import { afterEach, describe, expect, it, vi } from "vitest";
import {
  calendarDay,
  calendarMonth,
  daysUntil,
  localDayAt,
  localMinuteAt,
  momentsOf,
  relativeTime,
} from "../src/format/dates.ts";

const startOfDay = (day: string): string | undefined => momentsOf({ from: day, to: undefined }).from;
const endOfDay = (day: string): string | undefined => momentsOf({ from: undefined, to: day }).to;

const NOW = Date.parse("2026-03-10T12:00:00Z");

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a day in the reader's time zone", () => {
  it("starts at the reader's midnight", () => {
    vi.stubEnv("TZ", "America/New_York");
    expect(startOfDay("2026-01-15")).toBe("2026-01-15T05:00:00.000Z");
    vi.stubEnv("TZ", "Asia/Kolkata");
    expect(startOfDay("2026-01-15")).toBe("2026-01-14T18:30:00.000Z");
  });

  it("has 23 hours when daylight saving time starts, and 25 when it ends", () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    const hours = (day: string): number => {
      const { from = "", to = "" } = momentsOf({ from: day, to: day });
      return (Date.parse(to) - Date.parse(from)) / 3_600_000;
    };
    expect(hours("2026-03-28")).toBe(24);
    expect(hours("2026-03-29")).toBe(23);
    expect(hours("2026-10-25")).toBe(25);
  });

  it("is today's by the reader's clock", () => {
    const evening = Date.parse("2026-03-10T22:30:00Z");
    for (const [zone, minute] of [
      ["America/New_York", "2026-03-10T18:30"],
      ["Europe/Berlin", "2026-03-10T23:30"],
      ["Pacific/Kiritimati", "2026-03-11T12:30"],
    ] as const) {
      vi.stubEnv("TZ", zone);
      expect(localMinuteAt(evening)).toBe(minute);
      expect(localDayAt(evening)).toBe(minute.slice(0, 10));
    }
  });

  it("ends where the next month or year starts", () => {
    vi.stubEnv("TZ", "UTC");
    expect(endOfDay("2026-02-28")).toBe("2026-03-01T00:00:00.000Z");
    expect(endOfDay("2028-02-28")).toBe("2028-02-29T00:00:00.000Z");
    expect(endOfDay("2026-12-31")).toBe("2027-01-01T00:00:00.000Z");
  });
});

describe("calendar days and months", () => {
  it("are the same for readers east and west of UTC", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      vi.stubEnv("TZ", zone);
      expect(calendarDay("2026-03-01")).toContain("2026");
      expect(calendarDay("2026-03-01")).toMatch(/\b0?1\b/);
      expect(calendarMonth("2026-01")).toContain("January");
    }
  });
});

describe("relativeTime", () => {
  it("names seconds, minutes, hours and days without rounding up", () => {
    expect(relativeTime("2026-03-10T11:59:01Z", NOW)).toBe("now");
    expect(relativeTime("2026-03-10T11:58:01Z", NOW)).toBe("1 minute ago");
    expect(relativeTime("2026-03-10T09:00:01Z", NOW)).toBe("2 hours ago");
    expect(relativeTime("2026-03-09T11:00:00Z", NOW)).toBe("yesterday");
    expect(relativeTime("2026-03-15T13:00:00Z", NOW)).toBe("in 5 days");
  });

  it("shows the date after 45 days", () => {
    expect(relativeTime("2026-01-24T12:00:01Z", NOW)).toBe("44 days ago");
    expect(relativeTime("2026-01-24T12:00:00Z", NOW)).toContain("2026");
  });
});

describe("daysUntil", () => {
  it("rounds up and never goes below zero", () => {
    expect(daysUntil("2026-03-10T12:00:01Z", NOW)).toBe(1);
    expect(daysUntil("2026-03-11T12:00:00Z", NOW)).toBe(1);
    expect(daysUntil("2026-03-10T11:00:00Z", NOW)).toBe(0);
  });
});
