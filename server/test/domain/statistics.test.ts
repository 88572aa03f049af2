import { expect, test } from "vitest";
import { earningsOf, statisticsOf, type StatusTotal } from "../../src/domain/statistics.ts";
import { currency, money } from "./samples.ts";

const EUR = currency("EUR");
type Numbers = readonly [conversions: number, revenue: number, commission: number];

function total(
  status: StatusTotal["status"],
  [conversions, revenue, commission]: Numbers,
  codes = "EUR EUR",
): StatusTotal {
  const [code = "", commissionCode = ""] = codes.split(" ");
  return {
    status,
    currency: currency(code),
    commissionCurrency: currency(commissionCode),
    conversions: BigInt(conversions),
    revenueMinor: BigInt(revenue),
    commissionMinor: BigInt(commission),
  };
}

test("an empty campaign has zeros in its own currency", () => {
  expect(statisticsOf([], EUR)).toEqual({
    revenue: money(0),
    pendingCommission: money(0),
    commission: money(0),
    conversions: 0,
    otherCurrencies: [],
  });
});

test("counts all but rejected conversions, and only pending commission as pending", () => {
  const totals = [total("pending", [2, 300, 30]), total("approved", [3, 500, 50]), total("rejected", [9, 9_000, 900])];
  expect(statisticsOf(totals, EUR)).toEqual({
    revenue: money(800),
    pendingCommission: money(30),
    commission: money(80),
    conversions: 5,
    otherCurrencies: [],
  });
});

test("lists other currencies separately, sorted, and never adds them", () => {
  const totals = [
    total("pending", [1, 100, 10]),
    total("pending", [1, 700, 70], "USD USD"),
    total("approved", [1, 5_000, 500], "JPY JPY"),
  ];
  expect(statisticsOf(totals, EUR)).toEqual({
    revenue: money(100),
    pendingCommission: money(10),
    commission: money(10),
    conversions: 3,
    otherCurrencies: [
      { revenue: money(5_000, "JPY"), pendingCommission: money(0, "JPY"), commission: money(500, "JPY") },
      { revenue: money(700, "USD"), pendingCommission: money(70, "USD"), commission: money(70, "USD") },
    ],
  });
});

test("counts a fixed commission in the campaign's currency even if the order has another", () => {
  expect(statisticsOf([total("pending", [1, 700, 25], "USD EUR")], EUR)).toEqual({
    revenue: money(0),
    pendingCommission: money(25),
    commission: money(25),
    conversions: 1,
    otherCurrencies: [{ revenue: money(700, "USD"), pendingCommission: money(0, "USD"), commission: money(0, "USD") }],
  });
});

test("omits a currency if everything in it was rejected, or its totals returned to zero", () => {
  const totals = [total("rejected", [1, 700, 70], "USD USD"), total("pending", [0, 0, 0], "JPY JPY")];
  expect(statisticsOf(totals, EUR).otherCurrencies).toEqual([]);
});

test("earnings have one entry per currency, sorted by code, without rejected ones", () => {
  const totals = [
    total("pending", [2, 300, 30], "USD EUR"),
    total("approved", [3, 500, 50], "EUR EUR"),
    total("approved", [4, 700, 70], "EUR EUR"),
    total("approved", [1, 100, 10], "EUR USD"),
    total("rejected", [9, 9_000, 900], "JPY JPY"),
    total("pending", [0, 0, 0], "CHF CHF"),
  ];
  expect(earningsOf(totals)).toEqual([
    {
      currency: "EUR",
      revenue: money(1_300),
      pendingCommission: money(30),
      commission: money(150),
      approvedCommission: money(120),
    },
    {
      currency: "USD",
      revenue: money(300, "USD"),
      pendingCommission: money(0, "USD"),
      commission: money(10, "USD"),
      approvedCommission: money(10, "USD"),
    },
  ]);
  expect(earningsOf([])).toEqual([]);
});
