import { itemPhrase, ofOrders, orderPhrase } from "./plan-conditions.ts";
import type { CommissionPlan, LineRule, OrderRule, PlanBonus, PlanLimits, PlanPay } from "./plan-format.ts";
import { countText, ordinalText, paysFor, paysNothing, payText, type PlanFormat } from "./plan-text.ts";

/** What a plan pays, one sentence per part, as affiliates read it. */
export function planTerms(plan: CommissionPlan, format: PlanFormat): string[] {
  return [
    ...baseTexts(plan, format),
    ...(plan.lines ?? []).map((rule) => ruleText(rule, "lines", format)),
    ...(plan.orders ?? []).map((rule) => ruleText(rule, "orders", format)),
    ...(plan.tiers?.steps ?? []).map((step) => stepText(step, format)),
    ...(plan.bonuses ?? []).map((bonus) => bonusText(bonus, format)),
    ...limitTexts(plan.limits ?? {}, format),
  ];
}

/** `20% of every order for 12 months after a customer's first order` */
export function baseTexts(plan: CommissionPlan, format: PlanFormat): string[] {
  if (paysNothing(plan.base)) return nothingTexts(plan, format);
  const { base, repeat } = plan;
  const pay = payText(base, format);
  const word = base.type === "fixed" ? "for" : "of";
  if (!repeat || repeat.pay === "every") return [`${pay} ${word} every order`];
  if (repeat.pay !== "limited") return [`${pay} ${word} a customer's first order`];
  if ("months" in repeat)
    return [
      `${pay} ${word} every order for ${countText(repeat.months, "month", format)} after a customer's first order`,
    ];
  if (repeat.payments === 1) return [`${pay} ${word} a customer's first order`];
  const orders = `a customer's first ${countText(repeat.payments, "order", format)}`;
  return [base.type === "fixed" ? `${pay} for each of ${orders}` : `${pay} of ${orders}`];
}

/** A base of 0 leaves the commission to the rules, and `repeat` still limits them. */
function nothingTexts({ lines = [], orders = [], tiers, repeat }: CommissionPlan, format: PlanFormat): string[] {
  if (lines.length + orders.length === 0 && !tiers) return ["Orders pay nothing"];
  const base = "Orders pay nothing unless a rule below applies";
  if (!repeat || repeat.pay === "every") return [base];
  if (repeat.pay !== "limited") return [base, "Only a customer's first order pays"];
  if ("months" in repeat)
    return [base, `Orders pay for ${countText(repeat.months, "month", format)} after a customer's first order`];
  const one = repeat.payments === 1;
  const first = one ? "first order pays" : `first ${countText(repeat.payments, "order", format)} pay`;
  return [base, `Only a customer's ${first}`];
}

/** `30% of items with SKU PRO-*`, `€50.00 for each order from new customers` */
export function ruleText(rule: LineRule | OrderRule, list: "lines" | "orders", format: PlanFormat): string {
  const { one, many } = ruleSubject(rule, list, format);
  return paysFor(rule.pay, { one, many }, format);
}

/** What a rule is about. */
export function ruleSubject(
  { when }: Pick<LineRule, "when">,
  list: "lines" | "orders",
  format: PlanFormat,
): { one: string; many: string } {
  if (list === "orders") return { one: orderPhrase(when, "one", format), many: orderPhrase(when, "many", format) };
  const orders = ofOrders(when, format);
  return { one: `${itemPhrase(when, "item")}${orders}`, many: `${itemPhrase(when, "items")}${orders}` };
}

/** `25% from your 11th order in a month` */
export function stepText({ from, pay }: { from: number; pay: PlanPay }, format: PlanFormat): string {
  const ordinal = ordinalText(from, format);
  if (paysNothing(pay)) return `Nothing from your ${ordinal} order in a month`;
  const text = payText(pay, format);
  return pay.type === "fixed"
    ? `${text} for each order from your ${ordinal} in a month`
    : `${text} from your ${ordinal} order in a month`;
}

/** `€100.00 bonus for 50 approved orders in a month` */
export const bonusText = ({ value, reach }: PlanBonus, format: PlanFormat): string =>
  `${format.money(value)} bonus for ${countText(reach, "approved order", format)} in a month`;

export function limitTexts({ order_max: order, customer_max: customer }: PlanLimits, { money }: PlanFormat): string[] {
  return [
    ...(order == null ? [] : [`At most ${money(order)} per order`]),
    ...(customer == null ? [] : [`At most ${money(customer)} per customer`]),
  ];
}
