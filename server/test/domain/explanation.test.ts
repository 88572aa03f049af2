import { describe, expect, test } from "vitest";
import type { Conversion } from "../../src/domain/conversion.ts";
import { explain } from "../../src/domain/explanation.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aConversion, later, money, NOON, uuid } from "./samples.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clickId = idOf("click", uuid(12));

const byClick = (sinceMs: number, leftMs: number): Conversion => ({
  ...aConversion,
  origin: {
    ...aConversion.origin,
    attributedBy: "click",
    clickId,
    clickedAt: later(NOON, -sinceMs),
    clickExpiresAt: later(NOON, leftMs),
  },
});

describe("the attribution", () => {
  test("by code says that there was no click", () => {
    expect(explain(aConversion).attribution).toBe(
      "The order came with the affiliate's code, but without a valid click.",
    );
  });
  test.each([
    { since: 0, left: 1, texts: ["0 seconds", "0 seconds"] },
    { since: 59_999, left: MINUTE, texts: ["59 seconds", "1 minute"] },
    { since: 119 * MINUTE, left: 2 * HOUR, texts: ["119 minutes", "2 hours"] },
    { since: 47 * HOUR, left: 2 * DAY, texts: ["47 hours", "2 days"] },
    { since: 3 * DAY + 5 * HOUR, left: 27 * DAY - 1, texts: ["3 days", "26 days"] },
  ])(
    "by a click of $since ms ago with $left ms left names the click, its time and both durations",
    ({ since, left, texts }) => {
      const conversion = byClick(since, left);
      const { attribution } = explain(conversion);
      expect(attribution).toContain(`Attributed to click ${clickId} on ${conversion.origin.clickedAt?.toISOString()}.`);
      expect(attribution).toContain(`${texts[0]} later, with ${texts[1]} of the attribution window left`);
    },
  );
});

describe("the commission", () => {
  test("of a percentage shows the rate, the amount and the rounding, whatever the campaign pays now", () => {
    const origin = { ...aConversion.origin, rule: { type: "percentage" as const, partsPerMillion: 29_000n } };
    const conversion = { ...aConversion, amount: money(500), commission: money(15), origin };
    expect(explain(conversion).commission).toBe("2.9% of 5.00 EUR, rounded half up, is 0.15 EUR.");
  });
  test("of a fixed amount is in the campaign's currency", () => {
    const origin = { ...aConversion.origin, rule: { type: "fixed" as const, fixed: money(5_000, "KWD") } };
    const conversion = { ...aConversion, commission: money(5_000, "KWD"), origin };
    expect(explain(conversion).commission).toBe("Each conversion pays 5.000 KWD.");
  });
});

describe("the facts", () => {
  test("name the time and the window of the click, and the rule", () => {
    const { facts } = explain(byClick(3 * DAY, 27 * DAY));
    expect(facts.click).toEqual({ clickedAt: later(NOON, -3 * DAY), windowDays: 30 });
    expect(facts.rule.type).toBe(aConversion.origin.rule.type);
  });
  test("have no click if the code decided", () => {
    const origin = { ...aConversion.origin, rule: { type: "percentage" as const, partsPerMillion: 29_000n } };
    expect(explain({ ...aConversion, origin }).facts).toEqual({
      click: null,
      rule: { type: "percentage", value: 2.9 },
    });
  });
});
