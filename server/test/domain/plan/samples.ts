import type { CommissionPlan, LineRule, PlanBonus, PlanPay, PlanTiers } from "tributary-sdk/plan";
import type { KnownCustomer, OrderItem, PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import { parsePlan } from "../../../src/domain/plan/plan-json.ts";
import type { Plan } from "../../../src/domain/plan/plan.ts";
import type { Trace } from "../../../src/domain/plan/trace.ts";
import { currency, money, NOON } from "../samples.ts";

export const EUR = currency("EUR");

export const percent = (value: number) => ({ type: "percentage", value }) as const;
export const fixed = (value: number) => ({ type: "fixed", value }) as const;
export const none = { type: "none" } as const;

export const rule = (id: string, when: LineRule["when"], pay: PlanPay): LineRule => ({ id, when, pay });
export const steps = (...list: [from: number, pay: PlanPay][]): PlanTiers => ({
  measure: "conversions",
  period: "month",
  steps: list.map(([from, pay]) => ({ from, pay })),
});
export const bonus = (id: string, reach: number, value: number): PlanBonus => ({
  id,
  measure: "conversions",
  counts: "approved",
  period: "month",
  reach,
  value,
});

export function planOf(json: CommissionPlan, code = "EUR"): Plan {
  const plan = parsePlan(json, currency(code));
  if (typeof plan === "string") throw new Error(plan);
  return plan;
}

export const item = (sku: string, minor: number, more: Partial<OrderItem> = {}): OrderItem => ({
  sku,
  productId: null,
  category: null,
  quantity: 1,
  amountMinor: BigInt(minor),
  ...more,
});

export const order = (minor: number, more: Partial<PlannedOrder> = {}): PlannedOrder => ({
  amount: money(minor),
  items: [],
  paidAt: NOON,
  country: null,
  kind: "one_off",
  coupon: "none",
  customer: null,
  ordinal: null,
  ...more,
});

export const customer = (more: Partial<KnownCustomer> = {}): KnownCustomer => ({
  isNew: false,
  firstOrderAt: NOON,
  payments: 1,
  spentMinor: 0n,
  boundToOther: false,
  ...more,
});
export const newCustomer = customer({ isNew: true, payments: 0 });

export const sumOf = ({ lines }: Trace): bigint => lines.reduce((sum, line) => sum + line.commissionMinor, 0n);

/** The plan of the documentation: one of each. */
export const fullPlan: CommissionPlan = {
  base: percent(20),
  repeat: { pay: "limited", months: 12 },
  lines: [rule("l1", { sku: ["PRO-*"] }, percent(30)), rule("l2", { category: ["gift-cards"] }, none)],
  orders: [rule("o1", { customer: "new" }, fixed(50)), rule("o2", { coupon: "own" }, percent(10))],
  tiers: steps([11, percent(25)]),
  bonuses: [bonus("b1", 50, 100)],
  limits: { order_max: 200, customer_max: 500 },
};
