import { describe, expect, it } from "vitest";
import { bodyOf, changesOf, newCampaign, ruleOf, validation } from "../src/dashboard/campaigns/campaign-values.ts";

const spring = { ...newCampaign, name: "Spring", target_url: "https://shop.example/spring" };

describe("the body of a campaign", () => {
  it("is trimmed, has numbers, and has a budget only if it is limited", () => {
    const body = bodyOf({
      ...spring,
      name: " Spring ",
      commission_value: "12.5",
      currency: " usd ",
      max_budget: "100",
    });
    expect(body).toMatchObject({ name: "Spring", commission_value: 12.5, currency: "USD", max_budget: null });
    expect(bodyOf({ ...spring, limited: true, max_budget: "100" }).max_budget).toBe(100);
  });
});

describe("changesOf", () => {
  it("sends only what differs", () => {
    expect(changesOf(spring, spring)).toEqual({});
    expect(changesOf(spring, { ...spring, maturation_days: "7" })).toEqual({});
    expect(changesOf(spring, { ...spring, name: "Summer" })).toEqual({ name: "Summer" });
  });

  it("sends the value together with a changed type", () => {
    expect(changesOf(spring, { ...spring, commission_type: "fixed" })).toEqual({
      commission_type: "fixed",
      commission_value: 10,
    });
  });

  it("sends the type together with a changed value", () => {
    expect(changesOf(spring, { ...spring, commission_value: 20 })).toEqual({
      commission_type: "percentage",
      commission_value: 20,
    });
  });

  it("removes a budget with null", () => {
    const limited = { ...spring, limited: true, max_budget: 100 };
    expect(changesOf(limited, { ...limited, limited: false })).toEqual({ max_budget: null });
  });
});

describe("the coupon settings", () => {
  it("send the days only if a click is needed", () => {
    expect(changesOf(spring, { ...spring, coupon_click_days: 5 })).toEqual({});
    const refusing = { ...spring, coupon_needs_click: "refuse", coupon_click_days: "5" } as const;
    expect(changesOf(spring, refusing)).toEqual({ coupon_needs_click: "refuse", coupon_click_days: 5 });
  });

  it("validate the days only if a click is needed", () => {
    expect(validation.coupon_click_days("", spring)).toBeNull();
    const flagging = { ...spring, coupon_needs_click: "sign" } as const;
    for (const [days, isRight] of [
      [0, false],
      [1, true],
      [365, true],
      [366, false],
      ["", false],
    ] as const)
      expect(validation.coupon_click_days(days, flagging) === null).toBe(isRight);
  });
});

describe("validation", () => {
  it("limits names, percentages and days", () => {
    expect(validation.name("a".repeat(120))).toBeNull();
    expect(validation.name("a".repeat(121))).not.toBeNull();
    expect(validation.name("   ")).not.toBeNull();
    expect(validation.commission_value(100, spring)).toBeNull();
    expect(validation.commission_value(100.01, spring)).not.toBeNull();
    const fixed = { ...spring, commission_type: "fixed" } as const;
    expect(validation.commission_value(1_000_000, fixed)).toBeNull();
    expect(validation.commission_value(1_000_001, fixed)).toBe("Enter 1,000,000 or less.");
    const limited = { ...spring, limited: true };
    expect(validation.max_budget("", limited)).not.toBeNull();
    expect(validation.max_budget(1_000_000_000_000, limited)).toBeNull();
    expect(validation.max_budget(1_000_000_000_001, limited)).toBe("Enter 1,000,000,000,000 or less.");
    expect(validation.max_budget(1_000_000_000_001, spring)).toBeNull();
    const url = "https://shop.example/";
    expect(validation.target_url(url.padEnd(2048, "a"))).toBeNull();
    expect(validation.target_url(url.padEnd(2049, "a"))).not.toBeNull();
    expect(validation.attribution_window(0)).not.toBeNull();
    expect(validation.maturation_days(0)).toBeNull();
    expect(validation.maturation_days(365)).toBeNull();
    expect(validation.maturation_days(366)).not.toBeNull();
    expect(validation.maturation_days("1.5")).not.toBeNull();
  });

  it("requires a complete web address", () => {
    expect(validation.target_url("https://shop.example")).toBeNull();
    for (const text of ["shop.example", "javascript:alert(1)", "ftp://shop.example", ""])
      expect(validation.target_url(text)).not.toBeNull();
  });
});

describe("ruleOf", () => {
  it("waits until value and days are typed", () => {
    expect(ruleOf({ ...spring, commission_value: "" })).toBeUndefined();
    expect(ruleOf({ ...spring, maturation_days: "" })).toBeUndefined();
    expect(ruleOf({ ...spring, currency: "no" })).toEqual({
      type: "percentage",
      value: 10,
      currency: "EUR",
      maturationDays: 7,
    });
  });
});
