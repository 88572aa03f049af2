import fc from "fast-check";
import { expect, test } from "vitest";
import { matches } from "../../../src/domain/plan/patterns.ts";

test("a value matches if one pattern equals it or is its prefix", () => {
  // Two letters and a digit, so that patterns often contain each other.
  const text = fc.string({ unit: fc.constantFrom("a", "b", "1"), maxLength: 4 });
  const pattern = fc.tuple(text, fc.constantFrom("", "*")).map(([start, end]) => start + end);
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 8 }), text, (patterns, value) => {
      const expected = patterns.some((each) =>
        each.endsWith("*") ? value.startsWith(each.slice(0, -1)) : each === value,
      );
      expect(matches(patterns, value)).toBe(expected);
      expect(matches(patterns, value)).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

test("nothing matches an unknown value", () => {
  expect(matches(["*"], null)).toBe(false);
  expect(matches(["*"], "")).toBe(true);
});
