import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalsOf, parseCurrency } from "../../src/domain/values/currency.ts";
import { decimalsIn, divideHalfUp, majorOf, moneyOf, moneyText, recount } from "../../src/domain/values/money.ts";
import { currency, money } from "./samples.ts";

describe("converting a JSON number to minor units", () => {
  test.each([
    [49.99, "EUR", 4999n],
    [59.97000000000001, "EUR", 5997n],
    [0.1 + 0.2, "EUR", 30n],
    [1.005, "EUR", 101n],
    [1.004999, "EUR", 100n],
    [0.005, "EUR", 1n],
    [0.0049999, "EUR", 0n],
    [1e-7, "EUR", 0n],
    [5e-324, "EUR", 0n],
    [0, "EUR", 0n],
    [-0, "EUR", 0n],
    [1_000_000_000, "EUR", 100_000_000_000n],
    [999_999_999.99, "EUR", 99_999_999_999n],
    [1e21, "EUR", 100_000_000_000_000_000_000_000n],
    [1234, "JPY", 1234n],
    [1234.5, "JPY", 1235n],
    [1234.4999, "JPY", 1234n],
    [1.2345, "KWD", 1235n],
    [1.2344, "KWD", 1234n],
    [1.00005, "CLF", 10_001n],
    [1.00004, "CLF", 10_000n],
  ])("%d %s is %d", (major, code, minor) => {
    expect(moneyOf(major, currency(code))).toEqual(money(minor, code));
  });

  test("rounds any decimal text of up to 15 digits half up by its digits, never by its float", () => {
    const parts = fc.tuple(
      fc.nat(999_999_999),
      fc.stringMatching(/^\d{0,6}$/),
      fc.constantFrom("JPY", "EUR", "KWD", "CLF"),
    );
    fc.assert(
      fc.property(parts, ([whole, fraction, code]) => {
        const decimals = decimalsOf(currency(code));
        const digits = fraction.padEnd(decimals + 1, "0");
        const cut = BigInt(`${whole}${digits.slice(0, decimals)}`);
        const expected = Number(digits[decimals]) >= 5 ? cut + 1n : cut;
        expect(moneyOf(Number(`${whole}.${fraction}0`), currency(code)).minor).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])("%d throws: passing it is a bug of the caller", (value) => {
    expect(() => moneyOf(value, currency("EUR"))).toThrow("Not a decimal number");
  });
});

describe("converting minor units to a JSON number", () => {
  test("every amount up to the limit survives a round trip", () => {
    const amounts = fc.tuple(fc.nat(1_000_000_000), fc.nat(9_999), fc.constantFrom("JPY", "EUR", "KWD", "CLF"));
    fc.assert(
      fc.property(amounts, ([whole, fraction, code]) => {
        const decimals = decimalsOf(currency(code));
        const text = `${whole}.${String(fraction).padStart(4, "0").slice(0, decimals)}0`;
        expect(majorOf(moneyOf(Number(text), currency(code)))).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("a balance below zero keeps its sign, even below one whole unit", () => {
    expect(majorOf(money(-5))).toBe(-0.05);
    expect(moneyText(money(-12_305))).toBe("-123.05");
  });

  test.each([
    [money(0), "0.00"],
    [money(5), "0.05"],
    [money(1_230), "12.30"],
    [money(7, "JPY"), "7"],
    [money(1, "CLF"), "0.0001"],
  ])("sentences show all decimals of the currency: %o", (amount, text) => {
    expect(moneyText(amount)).toBe(text);
  });
});

describe("the same major amount in another currency", () => {
  test.each([
    [money(1_000), "JPY", 10n],
    [money(1_050), "JPY", 11n],
    [money(1_049), "JPY", 10n],
    [money(10, "JPY"), "EUR", 1_000n],
    [money(1_235, "KWD"), "EUR", 124n],
    [money(1_234, "KWD"), "EUR", 123n],
    [money(1, "EUR"), "CLF", 100n],
    [money(0, "EUR"), "JPY", 0n],
  ])("%o in %s", (amount, code, minor) => {
    expect(recount(amount, currency(code))).toEqual(money(minor, code));
  });
});

test("rounds half and more up, and less down, for every divisor", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.bigInt(1n, 10n ** 9n), (numerator, denominator) => {
      const rest = numerator % denominator;
      const down = numerator / denominator;
      expect(divideHalfUp(numerator, denominator)).toBe(rest * 2n >= denominator ? down + 1n : down);
    }),
  );
});

test.each([
  [0, 0],
  [-0, 0],
  [100, 0],
  [2.9, 1],
  [0.0001, 4],
  [0.00001, 5],
  [1e-7, 7],
  [1.5e-7, 8],
  [1e21, 0],
])("%d has %d decimals", (value, decimals) => {
  expect(decimalsIn(value)).toBe(decimals);
});

describe("currencies", () => {
  test("accepts any letter case and returns upper case", () => {
    expect(parseCurrency("eUr")).toBe("EUR");
  });
  test.each(["", "EU", "EURO", "XXX", "XTS", "XAU", "DEM", " EUR", "€", "ıls"])("%j is not a currency", (text) => {
    expect(parseCurrency(text)).toBeUndefined();
  });
  test.each([
    ["JPY", 0],
    ["ISK", 0],
    ["EUR", 2],
    ["HUF", 2],
    ["KWD", 3],
    ["TND", 3],
    ["CLF", 4],
    ["UYW", 4],
  ])("%s has %d decimals", (code, decimals) => {
    expect(decimalsOf(currency(code))).toBe(decimals);
  });
});
