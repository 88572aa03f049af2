import { describe, expect, it } from "vitest";
import { planPresets, type CommissionPlan } from "tributary-sdk/plan";
import { draftOf, planOf } from "../src/dashboard/plans/draft.ts";
import { moved, withRule } from "../src/dashboard/plans/editing.ts";
import { missingIn, placeProblem, problemsOf } from "../src/dashboard/plans/problems.ts";

const everything: CommissionPlan = {
  base: { type: "percentage", value: 20 },
  repeat: { pay: "limited", months: 12 },
  lines: [
    { id: "l1", when: { sku: ["PRO-*", "A,B"], customer: "new" }, pay: { type: "percentage", value: 30 } },
    { id: "l2", when: { category: ["gift-cards"] }, pay: { type: "none" } },
  ],
  orders: [
    { id: "o1", when: { amount_from: 100, month_to: 3 }, pay: { type: "fixed", value: 50 } },
    { id: "o2", when: { coupon: "own", country: ["DE"], order: "renewal" }, pay: { type: "percentage", value: 10 } },
  ],
  tiers: {
    measure: "conversions",
    period: "month",
    steps: [{ from: 11, pay: { type: "percentage", value: 25 } }],
  },
  bonuses: [{ id: "b1", measure: "conversions", counts: "approved", period: "month", reach: 50, value: 100 }],
  limits: { order_max: 200, customer_max: 500 },
  bound_customers_keep: false,
};

describe("a plan in the editor", () => {
  it("comes back as it was", () => {
    expect(planOf(draftOf(everything))).toEqual(everything);
    const base = { type: "fixed", value: 5 } as const;
    for (const preset of Object.values(planPresets)) expect(planOf(draftOf(preset(base)))).toEqual(preset(base));
    const counted: CommissionPlan = { base, repeat: { pay: "limited", payments: 3 } };
    expect(planOf(draftOf(counted))).toEqual(counted);
    expect(planOf(draftOf({ base, repeat: { pay: "none" } }))).toEqual({ base, repeat: { pay: "none" } });
  });

  it("gives each new rule an ID that no other rule has", () => {
    const twice = withRule(withRule(draftOf(everything), "lines"), "lines");
    expect(twice.lines.map(({ id }) => id)).toEqual(["l1", "l2", "l3", "l4"]);
  });

  it("starts a new step above the last one", () => {
    const { steps } = withRule(draftOf(everything), "steps");
    expect(steps[1]).toMatchObject({ from: 21, pay: { type: "percentage", value: 30 } });
  });

  it("moves a rule by one place and keeps it at the end of the list", () => {
    expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
});

describe("errors of a plan", () => {
  const draft = draftOf(everything);

  it("name every field that is empty", () => {
    expect(missingIn(draft)).toEqual({});
    const emptied = {
      ...withRule(draft, "lines"),
      base: { type: "fixed", value: "" } as const,
      limits: { order_max: "" },
      bonuses: [{ id: "b1", reach: "", value: 1 }],
    };
    expect(Object.keys(missingIn(emptied)).sort()).toEqual([
      "base",
      "bonuses[0].reach",
      "limits.order_max",
      "lines[2].when.sku",
    ]);
  });

  it("go to the field that the server names", () => {
    expect(placeProblem("plan.orders[1].when.coupon must be own or none.", draft)).toEqual({
      "orders[1].when.coupon": "Must be own or none.",
    });
    expect(placeProblem("plan.orders[0].when.amount_from must be a number.", draft)).toEqual({
      "orders[0].when.amount_from": "Must be a number.",
    });
    expect(placeProblem("plan.tiers.steps[0].pay.value must be at most 100.", draft)).toEqual({
      "tiers.steps[0].pay": "Must be at most 100.",
    });
  });

  it("go to the closest rule, else to the top", () => {
    expect(placeProblem("plan.lines[1].when.sku[3] is too long.", draft)).toEqual({ "lines[1]": "Is too long." });
    expect(placeProblem("plan.lines[10] is one too many.", draft)).toEqual({ "": "plan.lines[10] is one too many." });
    expect(placeProblem("plan has more than 100 rules.", draft)).toEqual({ "": "plan has more than 100 rules." });
    expect(placeProblem("Something else.", draft)).toEqual({ "": "Something else." });
  });

  it("belong to their rule only", () => {
    const problems = { "lines[1].pay": "One.", "lines[10]": "Other." };
    expect(problemsOf(problems, "lines[1]")).toEqual(["One."]);
  });
});
