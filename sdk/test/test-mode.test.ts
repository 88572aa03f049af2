import type { TestDuration } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { tributaryOver } from "../src/client.ts";
import { createTransport } from "../src/transport.ts";
import { clientOf, options } from "./planned-client.ts";
import { plannedFetch } from "./planned-fetch.ts";

describe("test mode", () => {
  it.each([
    [{ day: 7 }, "day is not a unit of time. Use years, months, weeks, days, hours, minutes or seconds."],
    [{ days: -1 }, "days must be a whole number of at least 0."],
    [{ hours: 1.5 }, "hours must be a whole number of at least 0."],
    [{ minutes: "5" }, "minutes must be a whole number of at least 0."],
    [{}, 'advance needs a duration, such as { days: 7 } or "P7D".'],
    [undefined, 'advance needs a duration, such as { days: 7 } or "P7D".'],
    [7, 'advance needs a duration, such as { days: 7 } or "P7D".'],
  ])("refuses to advance by %j before it sends anything", async (by, sentence) => {
    const { tributary, lines } = clientOf();
    await expect(tributary.test.clock.advance(by as TestDuration)).rejects.toThrow(new TypeError(sentence));
    expect(lines()).toEqual([]);
  });

  it.each([new Date(Number.NaN), "tomorrow", undefined, 1_790_000_000])(
    "refuses to advance to %s, which is no date, before it sends anything",
    async (time) => {
      const { tributary, lines } = clientOf();
      const sentence = "advanceTo needs a Date or a time in ISO 8601, such as 2026-12-01T00:00:00Z.";
      await expect(tributary.test.clock.advanceTo(time as Date)).rejects.toThrow(new TypeError(sentence));
      expect(lines()).toEqual([]);
    },
  );

  it("refuses a live key before it sends anything", async () => {
    const { fetch, asked } = plannedFetch();
    const { test } = tributaryOver(createTransport({ ...options, apiKey: "sk_live_x", fetch }));
    await expect(test.reset()).rejects.toThrow(new TypeError("Test mode needs a test key: sk_test_…"));
    expect(asked).toEqual([]);
  });
});
