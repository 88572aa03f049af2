import { describe, expect, test } from "vitest";
import { dayOf, isDay } from "../../src/domain/values/day.ts";
import {
  currenciesOf,
  figuresByDay,
  rateOf,
  spanBefore,
  spanOf,
  sumOf,
  waitingOf,
  type DayTotal,
} from "../../src/domain/overview.ts";
import { daysFrom } from "../../src/domain/totals.ts";
import { currency, NOON, outcomeOf } from "./samples.ts";

const EUR = currency("EUR");
const USD = currency("USD");
const JPY = currency("JPY");
const total = (day: string, change: Partial<DayTotal> = {}): DayTotal => ({
  day,
  currency: EUR,
  conversions: 1,
  revenueMinor: 1_000n,
  commissionMinor: 100n,
  waiting: 0,
  clicked: 0,
  ...change,
});

describe("a day", () => {
  test.each(["1970-01-01", "1999-12-31", "2026-02-28", "2028-02-29", "9999-12-31"])("may be %s", (day) => {
    expect(isDay(day)).toBe(true);
    expect(dayOf(new Date(`${day}T23:59:59.999Z`))).toBe(day);
  });
  test.each([
    "1969-12-31",
    "0999-01-01",
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-01",
    "2026-01-32",
    "2026-1-01",
    "2026-01-1",
    "x2026-01-01",
    "2026-01-01x",
    "2026-01-01T00:00",
    "12026-01-01",
    "",
  ])("is not %j", (day) => {
    expect(isDay(day)).toBe(false);
  });
});

describe("the range of the overview", () => {
  test("defaults to the last thirty days", () => {
    expect(spanOf({}, NOON)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
    expect(daysFrom("2026-01-31", "2026-03-01")).toHaveLength(30);
    expect(spanOf({ to: "2026-01-30" }, NOON)).toEqual({ from: "2026-01-01", to: "2026-01-30" });
    expect(spanOf({ from: "2026-02-27" }, NOON)).toEqual({ from: "2026-02-27", to: "2026-03-01" });
  });

  test("has 1 to 366 days", () => {
    expect(spanOf({ from: "2026-03-01", to: "2026-03-01" }, NOON)).toEqual({ from: "2026-03-01", to: "2026-03-01" });
    expect(outcomeOf(() => spanOf({ from: "2026-03-02", to: "2026-03-01" }, NOON))).toBe("invalid_request");
    expect(spanOf({ from: "2025-03-01" }, NOON).from).toBe("2025-03-01");
    expect(outcomeOf(() => spanOf({ from: "2025-02-28" }, NOON))).toBe("invalid_request");
    expect(() => spanOf({ from: "2025-02-28" }, NOON)).toThrow("1 to 366 days");
  });

  test("is compared with the same number of days before it", () => {
    expect(spanBefore({ from: "2026-03-01", to: "2026-03-07" })).toEqual({ from: "2026-02-22", to: "2026-02-28" });
    expect(spanBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({ from: "2026-02-28", to: "2026-02-28" });
  });
});

describe("figures", () => {
  const span = { from: "2026-03-01", to: "2026-03-03" };

  test("count every day of the range once, in order, in one currency only", () => {
    const totals = [
      total("2026-03-01", { currency: USD, conversions: 4, clicked: 3, revenueMinor: 9_999n, commissionMinor: 999n }),
      total("2026-03-01", { conversions: 2, clicked: 1 }),
      total("2026-03-03", { currency: USD }),
      total("2026-02-28"),
      total("2026-03-04"),
    ];
    const clicks = [
      { day: "2026-03-01", count: 5 },
      { day: "2026-03-01", count: 6 },
      { day: "2026-03-02", count: 7 },
      { day: "2026-03-04", count: 8 },
    ];
    const days = figuresByDay(span, { totals, clicks }, EUR);
    expect(days).toEqual([
      {
        day: "2026-03-01",
        clicks: 11,
        conversions: 6,
        clicked: 4,
        conversionsInCurrency: 2,
        revenueMinor: 1_000n,
        commissionMinor: 100n,
      },
      {
        day: "2026-03-02",
        clicks: 7,
        conversions: 0,
        clicked: 0,
        conversionsInCurrency: 0,
        revenueMinor: 0n,
        commissionMinor: 0n,
      },
      {
        day: "2026-03-03",
        clicks: 0,
        conversions: 1,
        clicked: 0,
        conversionsInCurrency: 0,
        revenueMinor: 0n,
        commissionMinor: 0n,
      },
    ]);
    expect(sumOf([...days, ...days])).toEqual({
      clicks: 36,
      conversions: 14,
      clicked: 8,
      conversionsInCurrency: 4,
      revenueMinor: 2_000n,
      commissionMinor: 200n,
    });
    expect(sumOf([])).toEqual({
      clicks: 0,
      conversions: 0,
      clicked: 0,
      conversionsInCurrency: 0,
      revenueMinor: 0n,
      commissionMinor: 0n,
    });
  });

  test.each([
    [0, 0, null],
    [0, 3, null],
    [3, 1, 33.33],
    [3, 2, 66.67],
    [8, 1, 12.5],
    [1, 1, 100],
    [200, 0, 0],
  ])("of %d clicks and %d conversions from clicks have a rate of %d", (clicks, clicked, rate) => {
    expect(rateOf({ clicks, clicked })).toBe(rate);
  });

  test("count what is pending within the range, including both ends", () => {
    const days = ["2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"];
    const totals = days.map((day, index) => total(day, { waiting: 10 ** index }));
    expect(waitingOf(totals, span)).toBe(1_110);
    expect(waitingOf([], span)).toBe(0);
  });
});

describe("the currencies of the overview", () => {
  test("are those with conversions or commission, most conversions first", () => {
    const totals = [
      total("2026-03-01", { conversions: 2, clicked: 1 }),
      total("2026-03-01", { currency: USD, conversions: 2 }),
      total("2026-03-02", { currency: USD, conversions: 1 }),
      total("2026-03-02", { currency: JPY, conversions: 0, commissionMinor: 5n }),
      total("2026-03-02", { currency: currency("GBP"), conversions: 1, commissionMinor: 0n }),
      total("2026-03-02", { currency: currency("CHF"), conversions: 0, commissionMinor: 0n }),
    ];
    expect(currenciesOf(totals, [])).toEqual(["USD", "EUR", "GBP", "JPY"]);
  });

  test("are sorted by code if they have the same number of conversions", () => {
    const codes = ["USD", "CHF", "EUR", "JPY"].map(currency);
    const totals = codes.map((code) => total("2026-03-01", { currency: code }));
    expect(currenciesOf(totals, [])).toEqual(["CHF", "EUR", "JPY", "USD"]);
  });

  test("end with those of the campaigns, each once, and are never empty", () => {
    expect(currenciesOf([total("2026-03-01", { currency: JPY })], [USD, JPY, EUR])).toEqual(["JPY", "USD", "EUR"]);
    expect(currenciesOf([], [])).toEqual(["EUR"]);
  });
});
