import type { CommissionPlan, LineRule, PlanFormat, PlanPay } from "../src/plan.ts";

export const format: PlanFormat = {
  money: (value) => `€${Number.isInteger(value) ? value : value.toFixed(2)}`,
  percent: (value) => `${value}%`,
  date: (iso) => iso.slice(0, 10),
};
export const percent = (value: number) => ({ type: "percentage", value }) as const;
export const fixed = (value: number) => ({ type: "fixed", value }) as const;
export const none = { type: "none" } as const;
export const rule = (id: string, when: LineRule["when"], pay: PlanPay): LineRule => ({ id, when, pay });
export const bonus = {
  id: "b1",
  measure: "conversions",
  counts: "approved",
  period: "month",
  reach: 50,
  value: 100,
} as const;
export const steps = (...list: [number, PlanPay][]): CommissionPlan["tiers"] & object => ({
  measure: "conversions",
  period: "month",
  steps: list.map(([from, pay]) => ({ from, pay })),
});
export const plan: CommissionPlan = {
  base: percent(20),
  repeat: { pay: "limited", months: 12 },
  lines: [rule("l1", { sku: ["PRO-*"] }, percent(30)), rule("l2", { category: ["gift-cards"] }, none)],
  orders: [rule("o1", { customer: "new" }, fixed(50)), rule("o2", { coupon: "own" }, percent(10))],
  tiers: steps([11, percent(25)]),
  bonuses: [bonus],
  limits: { order_max: 200, customer_max: 500 },
};
