import { currencyDecimals } from "tributary-sdk/currency";
import { expect, test } from "vitest";
import { decimalsOf, parseCurrency, type Currency } from "../../src/domain/values/currency.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const currencies = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}`))).flatMap(
  (code) => parseCurrency(code) ?? [],
);

test("every ISO 4217 currency has the right number of decimals", () => {
  const counts = [0, 1, 2, 3, 4].map((decimals) => currencies.filter((code) => decimalsOf(code) === decimals).length);
  expect(counts).toEqual([17, 0, 139, 7, 2]);
  const decimals = ["EUR", "HUF", "JPY", "UGX", "KWD", "TND", "CLF"].map((code) => currencyDecimals(code));
  expect(decimals).toEqual([2, 2, 0, 0, 3, 3, 4]);
});

test("rejects a code that ISO 4217 does not list, in any letter case", () => {
  for (const code of ["XXX", "ABC", "eu", "", "EURO", "\u0131ls"]) expect(parseCurrency(code)).toBeUndefined();
  expect(parseCurrency("eur")).toBe("EUR");
});

test("an unparsed code has no decimals", () => {
  expect(() => decimalsOf("DEM" as Currency)).toThrow("Unknown currency DEM.");
});
