import { describe, expect, it } from "vitest";
import { dayAt, daysAfter, lastDayOf, lastDays, lengthOf, thisMonth, utcMomentsOf } from "../src/format/utc-days.ts";

describe("UTC days", () => {
  it("change at midnight UTC", () => {
    expect(dayAt(Date.parse("2026-03-01T23:59:59.999Z"))).toBe("2026-03-01");
    expect(dayAt(Date.parse("2026-03-02T00:00:00Z"))).toBe("2026-03-02");
    expect(utcMomentsOf({ from: "2026-03-01", to: "2026-12-31" })).toEqual({
      from: "2026-03-01T00:00:00.000Z",
      to: "2027-01-01T00:00:00.000Z",
    });
  });

  it("count across month ends, leap days and daylight saving time", () => {
    expect(daysAfter("2026-02-28", 1)).toBe("2026-03-01");
    expect(daysAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysAfter("2026-03-01", -1)).toBe("2026-02-28");
    expect(lengthOf("2026-03-28", "2026-03-30")).toBe(3);
    expect(lengthOf("2026-03-01", "2026-03-01")).toBe(1);
    expect(lengthOf("2028-01-01", "2028-12-31")).toBe(366);
  });

  it("know the last day of each month", () => {
    expect(lastDayOf("2026-02")).toBe("2026-02-28");
    expect(lastDayOf("2028-02")).toBe("2028-02-29");
    expect(lastDayOf("2100-02")).toBe("2100-02-28");
    expect(lastDayOf("2026-12")).toBe("2026-12-31");
    expect(lastDayOf("2026-04")).toBe("2026-04-30");
  });

  it("create ranges that include today", () => {
    const now = Date.parse("2026-03-01T00:30:00Z");
    expect(lastDays(1, now)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
    expect(lastDays(30, now)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
    expect(thisMonth(now)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  });
});
