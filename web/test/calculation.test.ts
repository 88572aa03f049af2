import { describe, expect, it } from "vitest";
import { clockTimeOf, minuteOf } from "../src/format/dates.ts";
import { moneyText, percentText } from "../src/format/numbers.ts";
import { attributionText, commissionText } from "../src/words/calculation.ts";

const conversion = {
  currency: "EUR",
  commission_currency: "EUR",
  created_at: "2026-11-15T13:07:55.095Z",
};
const now = Date.parse("2026-11-20T12:00:00Z");
const percentage = { type: "percentage", value: 15 } as const;
const clicked = (clicked_at: string) => ({ click: { clicked_at, window_days: 30 }, rule: percentage });

describe("how a conversion was calculated", () => {
  it("names the click in the reader's format, and how long after it the order came", () => {
    const at = "2026-11-15T12:26:55.095Z";
    expect(attributionText(clicked(at), conversion, now)).toBe(
      `Attributed to a click on ${clockTimeOf(at, now)}. Ordered 41 minutes later (30-day window).`,
    );
    expect(clockTimeOf(at, now)).not.toContain("2026");
  });

  it.each([
    ["2026-11-15T13:07:54.095Z", "1 second later"],
    ["2026-11-15T11:07:55.095Z", "2 hours later"],
    ["2026-11-10T13:07:55.095Z", "5 days later"],
  ])("after a click at %s says %s", (at, text) => {
    expect(attributionText(clicked(at), conversion, now)).toContain(text);
  });

  it("adds the year of a click in another year", () => {
    const at = "2025-03-01T12:00:00.000Z";
    expect(clockTimeOf(at, now)).toBe(minuteOf(at));
  });

  it("says that a code decided", () => {
    expect(attributionText({ click: null, rule: percentage }, conversion, now)).toContain("the affiliate's code");
  });

  it("says that a coupon decided, and whether the affiliate's link was followed too", () => {
    const facts = { ...clicked("2026-11-15T12:26:55.095Z"), attributed_by: "coupon", coupon_code: "ADA10" } as const;
    expect(attributionText({ ...facts, click: null }, conversion, now)).toBe(
      "Attributed by coupon ADA10. The customer used it without a click on the affiliate's link.",
    );
    expect(attributionText(facts, conversion, now)).toContain("also followed the affiliate's link");
  });

  it("says what pointed to another affiliate, but did not decide", () => {
    const at = "2026-11-15T12:26:55.095Z";
    const byCoupon = { click: null, rule: percentage, attributed_by: "coupon", other_evidence: "click" } as const;
    const text = attributionText({ ...byCoupon, coupon_code: "ADA10" }, conversion, now);
    expect(text).toContain("Another affiliate's link was followed too, but the campaign put coupons first.");
    expect(attributionText({ ...clicked(at), other_evidence: "coupon" }, conversion, now)).toContain(
      "Another affiliate's coupon was used too, but the campaign put links first.",
    );
    expect(attributionText({ ...clicked(at), coupon_code: "ADA10" }, conversion, now)).toContain(
      "The customer also used the affiliate's coupon ADA10.",
    );
  });

  it("shows the rule, the amount and the rounding", () => {
    const [rate, amount, paid] = [percentText(15), moneyText(170.41, "EUR"), moneyText(25.56, "EUR")];
    const first = { amount: 170.41, commission: 25.56 };
    expect(commissionText({ click: null, rule: percentage }, conversion, first)).toBe(
      `${rate} of ${amount}, rounded half up, is ${paid}.`,
    );
    const fixed = { click: null, rule: { type: "fixed", value: 25.56 } as const };
    expect(commissionText(fixed, conversion, first)).toBe(`Each conversion pays ${paid}.`);
    expect(commissionText(fixed, conversion, { ...first, isPart: true })).toBe(
      `This part of the order is ${amount}, and its commission ${paid}.`,
    );
  });
});
