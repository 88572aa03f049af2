import type { CommissionPlan, OrderCondition } from "tributary-sdk/plan";

/** Whether a rule of the plan has one of the conditions. */
export const asksAbout = (
  plan: CommissionPlan,
  ...conditions: readonly (keyof OrderCondition | "category")[]
): boolean =>
  [...(plan.lines ?? []), ...(plan.orders ?? [])].some(({ when }) => conditions.some((name) => name in when));

const needsCustomers = (plan: CommissionPlan): boolean =>
  (plan.repeat !== undefined && plan.repeat.pay !== "every") ||
  plan.limits?.customer_max !== undefined ||
  asksAbout(plan, "customer", "month_from", "month_to");

/** What rules ask about, but the campaign's latest orders came without. */
export function unsentFacts(
  plan: CommissionPlan,
  sent: { readonly items: boolean; readonly customers: boolean },
): readonly string[] {
  return [
    ...((plan.lines ?? []).length > 0 && !sent.items
      ? ["Product rules need the items of each order (items), but your shop's latest orders came without."]
      : []),
    ...(needsCustomers(plan) && !sent.customers
      ? [
          "Rules on customers and repeat orders need to know who ordered (customer_id or customer_email), but your shop's latest orders came without.",
        ]
      : []),
  ];
}
