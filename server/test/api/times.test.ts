import fc from "fast-check";
import { expect, test } from "vitest";
import { isoOf } from "../../src/http/wire/times.ts";

test("a time in a response is its ISO text, in any order and in any year", () => {
  const times = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.date({ min: new Date(0), max: new Date(172_800_000), noInvalidDate: true }),
  );
  fc.assert(
    fc.property(fc.array(times), (dates) => {
      expect(dates.map(isoOf)).toEqual(dates.map((date) => date.toISOString()));
    }),
  );
  expect(() => isoOf(new Date(Number.NaN))).toThrow(RangeError);
});
