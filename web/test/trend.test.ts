import { describe, expect, it } from "vitest";
import type { NumbersResponse, OverviewSpan } from "tributary-sdk/pages";
import { trendOf, weeksOf } from "../src/dashboard/shared/numbers/trend.ts";
import { daysAfter } from "../src/format/utc-days.ts";

function spanOf(from: string, length: number): OverviewSpan {
  const one = { clicks: 1, conversions: 3, conversions_in_currency: 2, revenue: 10, commission: 1 };
  const series = Array.from({ length }, (_, index) => ({ day: daysAfter(from, index), ...one }));
  return { from, to: daysAfter(from, length - 1), ...one, conversion_rate: null, without_click: 0, series };
}

const numbersOf = (length: number): NumbersResponse => ({
  time_zone: "UTC",
  currency: "EUR",
  currencies: ["EUR"],
  span: spanOf("2026-03-01", length),
  before: spanOf("2026-01-01", length),
});

describe("the trend", () => {
  it("has one point per day up to 59 days", () => {
    const trend = trendOf(numbersOf(59));
    expect([trend.step, trend.days.length]).toEqual(["day", 59]);
  });

  it("has one point per week from 60 days, with nothing lost", () => {
    const trend = trendOf(numbersOf(90));
    expect([trend.step, trend.days.length, trend.days[0], trend.days[1]]).toEqual([
      "week",
      13,
      "2026-03-01",
      "2026-03-07",
    ]);
    const revenue = trend.figures.find(({ name }) => name === "revenue");
    expect(revenue?.now.reduce((sum, value) => sum + value, 0)).toBe(900);
    expect(revenue?.now.slice(0, 2)).toEqual([60, 70]);
    expect(revenue?.before.length).toBe(13);
  });

  it("counts the conversions of the shown currency only", () => {
    const counted = trendOf(numbersOf(7)).figures.find(({ label }) => label === "Conversions");
    expect(counted?.now).toEqual([2, 2, 2, 2, 2, 2, 2]);
  });

  it("ends its weeks with the last day", () => {
    expect(weeksOf([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([[1], [2, 3, 4, 5, 6, 7, 8]]);
    expect(weeksOf([])).toEqual([]);
  });
});
