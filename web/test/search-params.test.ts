import { describe, expect, it } from "vitest";
import { given } from "../src/format/without-undefined.ts";
import {
  day,
  isOwnPath,
  listSearch,
  oneOf,
  parseSearch,
  searchSchema,
  stringifySearch,
  text,
} from "../src/format/search-params.ts";
import { conversionsQueryOf, conversionsSearch } from "../src/dashboard/conversions/search.ts";
import { overviewSearch } from "../src/dashboard/overview/search.ts";
import { spanOf } from "../src/dashboard/shared/numbers/span.ts";
import { newBatchSearch, payoutsSearch } from "../src/dashboard/payouts/search.ts";

describe("the URL's parameters", () => {
  it("are read and written without loss", () => {
    const search = parseSearch("?status=pending&search=a%26b+c&offset=20");
    expect(search).toEqual({ status: "pending", search: "a&b c", offset: "20" });
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ a: "", b: undefined, c: 0 })).toBe("?c=0");
    expect(stringifySearch({})).toBe("");
  });

  it("cannot name inherited properties", () => {
    const search = parseSearch("?__proto__=x&constructor=y&toString=z");
    expect(searchSchema({ search: text })(search)).toEqual({});
    expect(oneOf(["active"])(search["constructor"])).toBeUndefined();
    expect(conversionsSearch(search)).toEqual({});
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    expect(searchSchema({ toString: text, constructor: text })(parseSearch("?a=b"))).toEqual({});
  });
});

describe("listSearch", () => {
  const search = listSearch(["name", "-name"]);

  it("accepts positive integers as offset and drops everything else", () => {
    expect(search({ offset: "20" })).toEqual({ offset: 20 });
    for (const offset of ["0", "-5", "1.5", "1e99", "NaN", "", "x", undefined, null, {}])
      expect(search({ offset })).toEqual({});
  });

  it("accepts the list's sort keys in both directions, and drops others", () => {
    expect(search({ sort: "-name" })).toEqual({ sort: "-name" });
    for (const sort of ["--name", "amount", "Name", "", null]) expect(search({ sort })).toEqual({});
  });
});

describe("day", () => {
  it("accepts days that exist", () => {
    expect(day("2028-02-29")).toBe("2028-02-29");
    for (const value of ["2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-01T00:00", "", 20_260_101, null])
      expect(day(value)).toBeUndefined();
  });
});

describe("isOwnPath", () => {
  it("never leads to another site", () => {
    expect(isOwnPath("/dashboard/acc_1?tab=x")).toBe(true);
    for (const path of ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:1", "/\t/evil", "", 1])
      expect(isOwnPath(path)).toBe(false);
  });
});

describe("the filters of pages", () => {
  it("keep known values and drop the rest", () => {
    expect(conversionsSearch({ status: "pending", warning_sign: "odd", from: "2026-02-30x", x: "y" })).toEqual({
      status: "pending",
    });
    expect(conversionsSearch({ days: "utc" })).toEqual({});
    expect(conversionsSearch({ days: "utc", to: "2026-03-01" })).toEqual({ days: "utc", to: "2026-03-01" });
    expect(payoutsSearch({ currency: "eur", open: "maybe", tab: "batches" })).toEqual({
      currency: "EUR",
      tab: "batches",
    });
    expect(newBatchSearch({ minimum: "-1", currency: "euro" })).toEqual({});
    expect(newBatchSearch({ minimum: "12.5" })).toEqual({ minimum: 12.5 });
  });

  it("request whole UTC days, excluding the end", () => {
    expect(conversionsQueryOf({ from: "2026-02-28", to: "2026-02-28", days: "utc" })).toEqual({
      from: "2026-02-28T00:00:00.000Z",
      to: "2026-03-01T00:00:00.000Z",
    });
  });

  it("accept a range of the overview only if it is complete, in order and at most a year", () => {
    expect(overviewSearch({ from: "2026-03-02", to: "2026-03-01" })).toEqual({});
    expect(overviewSearch({ from: "2026-03-01", span: "7" })).toEqual({ span: "7" });
    expect(overviewSearch({ from: "2024-01-01", to: "2026-01-01", span: "90" })).toEqual({ span: "90" });
    expect(overviewSearch({ span: "30" })).toEqual({});
    expect(overviewSearch({ span: "2026-03-02..2026-03-01" })).toEqual({});
    expect(overviewSearch({ span: "2026-03-01" })).toEqual({});
    const march = "2026-03-01..2026-03-31";
    expect(overviewSearch({ span: march })).toEqual({ span: march });
    expect(overviewSearch({ from: "2026-03-01", to: "2026-03-31", span: "7" })).toEqual({ span: march });
    expect(spanOf({ span: march }, 0)).toEqual({ from: "2026-03-01", to: "2026-03-31" });
    expect(spanOf({ span: "month" }, Date.parse("2026-03-31T23:59:59Z"))).toEqual({
      from: "2026-03-01",
      to: "2026-03-31",
    });
  });
});

describe("given", () => {
  it("drops only undefined", () => {
    expect(given({ a: undefined, b: null, c: 0, d: "", e: false })).toEqual({ b: null, c: 0, d: "", e: false });
    expect(Object.keys(given({ a: undefined }))).toEqual([]);
  });
});
