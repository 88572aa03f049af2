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
    ["many values", `[${"1,".repeat(60_000)}1]`, "The body has more than 50000 values."],
    ["many objects", `[${"{}".repeat(60_000)}]`, "The body has more than 50000 values."],
    ["deep nesting", "[".repeat(200), "The body is nested more than 100 levels deep."],
  ])("are refused: %s", (_name, body, problem) => {
    expect(() => requireQuicklyParsed(body)).toThrow(problem);
    expect(() => parseFields(body)).toThrow(problem);
    expect(() => parseExactJson(body)).toThrow(problem);
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
