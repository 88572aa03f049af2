import { describe, expect, it } from "vitest";
import { labelsFor, ticksFor } from "../src/ui/chart/scale.ts";

describe("the ticks of a chart", () => {
  it.each([
    [0, true, [1, 2]],
    [1, true, [1, 2]],
    [3, true, [2, 4]],
    [7, true, [4, 8]],
    [41, true, [25, 50]],
    [2150, true, [1500, 3000]],
    [0, false, [0.5, 1]],
    [0.08, false, [0.04, 0.08]],
    [0.01, false, [0.01, 0.02]],
    [0.03, false, [0.02, 0.04]],
    [869.7, false, [500, 1000]],
  ])("are round and reach %d", (largest, whole, ticks) => {
    expect(ticksFor(largest, whole)).toEqual(ticks);
  });

  it("reach every amount, in whole cents", () => {
    for (let cents = 1; cents < 5000; cents += 1) {
      const [lower, upper] = ticksFor(cents / 100, false);
      expect(upper).toBeGreaterThanOrEqual(cents / 100);
      expect(lower).toBe(Math.round(lower * 100) / 100);
    }
  });

  it("reach every value, and are whole numbers for counts", () => {
    for (let largest = 0; largest < 5000; largest += 1) {
      const [lower, upper] = ticksFor(largest, true);
      expect(upper).toBeGreaterThanOrEqual(largest);
      expect(Number.isInteger(lower) && Number.isInteger(upper)).toBe(true);
    }
  });
});

describe("the labels below a chart", () => {
  it("are as many as fit, with the first and the last day", () => {
    expect(labelsFor(0, 5)).toEqual([]);
    expect(labelsFor(1, 5)).toEqual([0]);
    expect(labelsFor(30, 0)).toEqual([0, 29]);
    expect(labelsFor(30, 4)).toEqual([0, 10, 19, 29]);
    expect(labelsFor(3, 9)).toEqual([0, 1, 2]);
  });
});
