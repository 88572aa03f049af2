import { describe, expect, it } from "vitest";
import type { CommissionPlan } from "tributary-sdk/plan";
import { calendarMonth } from "../src/format/dates.ts";
import { moneyText, percentText } from "../src/format/numbers.ts";
import { attributionText } from "../src/words/calculation.ts";
import { kindText, rateText } from "../src/words/commission.ts";
import { defaultMessage } from "../src/words/invitation-message.ts";
import { customersText, orderTitle } from "../src/words/plans.ts";
import { termsOf } from "../src/words/terms.ts";

const rate = { commission_type: "percentage", commission_value: 20, currency: "EUR" } as const;
const campaign = { ...rate, name: "Spring Sale", attribution_window: 30, maturation_days: 7 };
const plan: CommissionPlan = {
  base: { type: "percentage", value: 20 },
  repeat: { pay: "limited", months: 12 },
  limits: { order_max: 50 },
};

describe("what a new version means for customers", () => {
  const text = (bound: number, others: number, forAll = false): string =>
    customersText(forAll, { bound_customers: bound, other_customers: others });

  it.each([
    [text(0, 0), "No known customers yet, so no one keeps earlier terms."],
    [text(1, 0), "1 customer who already ordered keeps the terms of the first order."],
    [text(3, 0), "3 customers who already ordered keep the terms of their first order."],
    [text(0, 1), "1 customer who already ordered gets the new terms too."],
    [text(2, 1, true), "3 customers who already ordered get the new terms too."],
    [
      text(2, 1),
      "2 customers who already ordered keep the terms of their first order. 1 customer of another plan gets the new terms.",
    ],
  ])("says: %s", (said, expected) => {
    expect(said).toBe(expected);
  });
});

describe("the terms of a campaign", () => {
  const attribution = (more: Parameters<typeof termsOf>[0]): string => termsOf(more).attribution;

  it("say that a customer's later orders stay with the affiliate, if a plan pays for them", () => {
    expect(attribution({ ...campaign, plan })).toMatch(/later orders stay yours without a new click\.$/);
    expect(attribution({ ...campaign, plan, rebind: "click" })).toMatch(/until they click another affiliate's link\.$/);
    expect(attribution({ ...campaign, plan: { ...plan, repeat: { pay: "none" } } })).not.toContain("later orders");
  });

  it("do not change without a plan", () => {
    expect(attribution(campaign)).toMatch(/^You earn on orders within 30 days of a click on your link.+link later\.$/);
    expect(attribution({ ...campaign, rebind: "click" })).toBe(attribution(campaign));
  });

  it("in short are the base, and say so if a plan has more", () => {
    expect(rateText(rate)).toBe(percentText(20));
    expect(rateText({ ...rate, commission_varies: true })).toBe(`${percentText(20)} base rate`);
  });
});

describe("the message of an invitation", () => {
  const message = (more?: CommissionPlan): string => defaultMessage("Rivers & Sons", { ...campaign, plan: more });

  it("names the rate of a campaign without a plan", () => {
    expect(message()).toContain(`With Spring Sale, you earn ${percentText(20)} on each order through your own link.`);
  });

  it("lists what a plan pays", () => {
    expect(message(plan)).toContain(`- ${percentText(20)} of every order for 12 months`);
    expect(message(plan)).toContain(`- At most ${moneyText(50, "EUR")} per order`);
    expect(message(plan)).not.toContain("each order through");
  });

  it("stays short, and says where to find all terms", () => {
    const steps = Array.from({ length: 20 }, (_, index) => ({ from: index + 2, pay: plan.base }));
    const long = message({ ...plan, tiers: { measure: "conversions", period: "month", steps } });
    expect(long.match(/^- /gm)).toHaveLength(6);
    expect(long).toMatch(/all terms on the invitation page\.$/);
  });

  it("promises nothing about a campaign whose plan is not known", () => {
    expect(defaultMessage("Rivers & Sons", undefined)).toMatch(
      /You earn commission on orders through your own link\.$/,
    );
  });
});

describe("conversions", () => {
  it("that are no ordinary orders say what they are", () => {
    expect(kindText({})).toBeUndefined();
    expect(kindText({ kind: "renewal" })).toBe("Renewal");
    expect(kindText({ kind: "bonus", bonus_month: "2026-10" })).toBe(`Bonus for ${calendarMonth("2026-10")}`);
  });

  it("that are bonuses have a title without their ID, also if it is numbered", () => {
    const title = `Bonus for ${calendarMonth("2026-10")}`;
    expect(orderTitle({ kind: "bonus", external_id: "bonus:b1:affn_1:2026-10" })).toBe(title);
    expect(orderTitle({ kind: "bonus", external_id: "bonus:b1:affn_1:2026-10:2" })).toBe(title);
    expect(orderTitle({ kind: "order", external_id: "bonus:2026-10" })).toBe("bonus:2026-10");
  });

  it("that a customer or a bonus decided name no code", () => {
    const rule = { type: "percentage", value: 20 } as const;
    const conversion = { currency: "EUR", commission_currency: "EUR", created_at: "2026-11-15T13:07:55.095Z" };
    const text = (attributed_by: "customer" | "bonus"): string =>
      attributionText({ click: null, rule, attributed_by }, conversion, Date.parse("2026-11-20T12:00:00Z"));
    expect(text("customer")).toContain("the customer's first order");
    expect(text("bonus")).toContain("no order of its own");
  });
});
