import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../src/connectors/shared/exact-json.ts";
import { parseFields } from "../../src/connectors/shared/json-fields.ts";
import {
  rawEntries,
  rawFields,
  requireQuicklyParsed,
  withQuotedNumbers,
} from "../../src/connectors/shared/json-tokens.ts";

describe("bodies that take long to parse", () => {
  it.each([
    ["many values", `[${"1,".repeat(160_000)}1]`, "The body has more than 150000 values."],
    ["many objects", `[${"{}".repeat(160_000)}]`, "The body has more than 150000 values."],
    [
      "many names",
      `{${Array.from({ length: 6_000 }, (_, name) => `"${name}": 1`).join(",")}}`,
      "The body has more than 5000 different field names.",
    ],
    ["deep nesting", "[".repeat(200), "The body is nested more than 100 levels deep."],
  ])("are refused: %s", (_name, body, problem) => {
    expect(() => requireQuicklyParsed(body)).toThrow(problem);
    expect(() => parseFields(body)).toThrow(problem);
    expect(() => parseExactJson(body)).toThrow(problem);
  });

  it("are not orders of 500 items with all their taxes and discounts", () => {
    const money = { amount: "9.90", currency_code: "EUR" };
    const price_set = { shop_money: money, presentment_money: money };
    const item = {
      id: 1,
      price_set,
      tax_lines: Array.from({ length: 4 }, () => ({ price: "0.10", rate: 0.01, title: "Tax", price_set })),
      discount_allocations: [{ amount: "1.00", amount_set: price_set, discount_application_index: 0 }],
      properties: Array.from({ length: 10 }, (_, number) => ({ name: `Line ${number}`, value: "Ada" })),
    };
    const items = Array.from({ length: 500 }, () => item);
    const order = { line_items: items, fulfillments: [{ line_items: items }] };
    expect(parseFields(JSON.stringify(order))).toEqual(order);
  });

  it("are not long numbers, even if what follows makes them invalid", () => {
    const invalid = `{"id":${"1".repeat(2_000_000)}x}`;
    expect(withQuotedNumbers(invalid)).toBe(invalid);
    expect(() => parseExactJson(invalid)).toThrow("The body is not JSON.");
  });

  it("are not many colons, even after a long name", () => {
    expect(() => parseFields(`{"${"a".repeat(16_000)}"${":".repeat(2_000_000)}1}`)).toThrow("The body is not JSON.");
  });

  it("are not long texts, whatever they contain", () => {
    const text = '[{,"\\'.repeat(100_000);
    expect(() => requireQuicklyParsed(JSON.stringify({ note: text, id: 1 }))).not.toThrow();
    expect(parseFields(JSON.stringify({ note: text }))).toEqual({ note: text });
  });
});

describe("numbers of a body", () => {
  it("are read as they were written", () => {
    expect(parseExactJson('{"id":12345678901234567890,"price":1.10,"low":-2e-7,"text":"1 \\"2\\" 3"}')).toEqual({
      id: "12345678901234567890",
      price: "1.10",
      low: "-2e-7",
      text: '1 "2" 3',
    });
  });

  it.each([
    "01",
    "1.",
    "-",
    "--1",
    ".5",
    "+1",
    "1 2",
    "[1 2]",
    "{1:2}",
    "{1}",
    "[1,]",
    "1e",
    '"',
    "tru1",
    '"1""2"',
    "1}",
  ])("leave invalid JSON invalid: %s", (text) => expect(() => parseExactJson(text)).toThrow("The body is not JSON."));

  it("are the only thing that changes, in any JSON", () => {
    const quoted = (value: unknown): unknown => {
      if (typeof value === "number") return JSON.stringify(value);
      if (Array.isArray(value)) return value.map(quoted);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, quoted(each)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(JSON.parse(withQuotedNumbers(json))).toEqual(quoted(JSON.parse(json)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the parts of JSON", () => {
  it("are those that parsing finds, for any value", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, "\t"), (values, space) => {
        const parts = rawEntries(JSON.stringify(values, null, space)).map((part) => JSON.parse(part) as unknown);
        expect(JSON.stringify(parts)).toBe(JSON.stringify(values));
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1, "\t"), (fields, space) => {
        const found = [...rawFields(JSON.stringify(fields, null, space))].map(([name, text]) => [
          name,
          JSON.parse(text),
        ]);
        expect(JSON.stringify(found)).toBe(JSON.stringify(Object.entries(fields)));
      }),
    );
  });
});
