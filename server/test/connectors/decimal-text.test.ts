import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minorOfDecimal, partOf } from "../../src/connectors/shared/decimal-text.ts";
import { parseExactJson } from "../../src/connectors/shared/exact-json.ts";

describe("an amount as text", () => {
  it("is read without a float", () => {
    const read = (text: string, decimals = 2) => minorOfDecimal(text, decimals);
    expect(["0", "12.30", "-10.00", "+1.5", " 7 ", "0.29", "90071992547409.93"].map((text) => read(text))).toEqual([
      0n,
      1_230n,
      -1_000n,
      150n,
      700n,
      29n,
      9_007_199_254_740_993n,
    ]);
    expect(read("1500", 0)).toBe(1_500n);
    expect(read("1.234", 3)).toBe(1_234n);
  });

  it("is rounded half up, away from zero, if it has more decimals than its currency", () => {
    const read = (text: string) => minorOfDecimal(text, 2);
    expect(["1.005", "1.0049", "-1.005", "-1.0049"].map(read)).toEqual([101n, 100n, -101n, -100n]);
  });

  it("is refused if it is anything else", () => {
    for (const text of ["", ".", "1.", ".5", "1,00", "1e3", "0x10", "NaN", "Infinity", "--1", "1 2", "1".repeat(16)])
      expect(minorOfDecimal(text, 2)).toBeUndefined();
  });

  it("gives back every amount that it was written from", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n - 1n), fc.integer({ min: 0, max: 3 }), (minor, decimals) => {
        const digits = minor.toString().padStart(decimals + 1, "0");
        const at = digits.length - decimals;
        const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
        expect(minorOfDecimal(text, decimals)).toBe(minor);
      }),
    );
  });
});

it("a part is rounded half up, and nothing of nothing is nothing", () => {
  expect([partOf(100n, 1n, 3n), partOf(100n, 1n, 8n), partOf(5n, 1n, 2n)]).toEqual([33n, 13n, 3n]);
  expect([partOf(100n, 0n, 3n), partOf(100n, 1n, 0n), partOf(0n, 1n, 3n), partOf(10n, -1n, 3n)]).toEqual([
    0n,
    0n,
    0n,
    0n,
  ]);
});

describe("exact JSON", () => {
  it("keeps numbers as their text, and texts with digits as they are", () => {
    const text = '{"id":820982911946154508,"a":[1.10,-2e-7],"b":"12 \\"34\\" 5","c":{"7":true},"d":null}';
    expect(parseExactJson(text)).toEqual({
      id: "820982911946154508",
      a: ["1.10", "-2e-7"],
      b: '12 "34" 5',
      c: { "7": true },
      d: null,
    });
  });

  it("accepts exactly what JSON is", () => {
    for (const text of ["", "{", "01", "[1,]", "{'a':1}", "1 2", "+1"])
      expect(() => parseExactJson(text)).toThrow("The body is not JSON.");
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseExactJson(JSON.stringify(value))).toEqual(asText(value));
      }),
    );
  });
});

const asText = (value: unknown): unknown => {
  if (typeof value === "number") return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, asText(of)]));
};
