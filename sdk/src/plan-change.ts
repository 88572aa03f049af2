import type { CommissionPlan } from "./plan-format.ts";
import { baseTexts, bonusText, limitTexts, ruleText, stepText } from "./plan-terms.ts";
import type { PlanFormat } from "./plan-text.ts";

/** What changes from one version to another, one sentence per part. Empty if both pay the same. */
export function describeChange(before: CommissionPlan, after: CommissionPlan, format: PlanFormat): string[] {
  const lists = [
    (plan: CommissionPlan) => texts(plan.lines, (rule) => [rule.id, ruleText(rule, "lines", format)]),
    (plan: CommissionPlan) => texts(plan.orders, (rule) => [rule.id, ruleText(rule, "orders", format)]),
    (plan: CommissionPlan) => texts(plan.tiers?.steps, (step) => [String(step.from), stepText(step, format)]),
    (plan: CommissionPlan) => texts(plan.bonuses, (bonus) => [bonus.id, bonusText(bonus, format)]),
    ({ limits = {} }: CommissionPlan) => limitsOf(limits, format),
  ];
  return [
    ...baseChange(before, after, format),
    ...lists.flatMap((list) => partChanges(list(before), list(after))),
    ...orderChange("items", idsOf(before.lines), idsOf(after.lines)),
    ...orderChange("orders", idsOf(before.orders), idsOf(after.orders)),
    ...bindingChange(before.bound_customers_keep !== false, after.bound_customers_keep !== false),
  ];
}

type Texts = ReadonlyMap<string, string>;

const texts = <Part>(parts: readonly Part[] | undefined, textOf: (part: Part) => [string, string]): Texts =>
  new Map((parts ?? []).map(textOf));

const limitsOf = ({ order_max, customer_max }: NonNullable<CommissionPlan["limits"]>, format: PlanFormat): Texts =>
  new Map([
    ...limitTexts(order_max === undefined ? {} : { order_max }, format).map((text) => ["order", text] as const),
    ...limitTexts(customer_max === undefined ? {} : { customer_max }, format).map(
      (text) => ["customer", text] as const,
    ),
  ]);

function baseChange(before: CommissionPlan, after: CommissionPlan, format: PlanFormat): string[] {
  const [old, next] = [before, after].map((plan) => baseTexts(plan, format).join(". "));
  return old === undefined || next === undefined || old === next ? [] : [changed(old, next)];
}

function partChanges(before: Texts, after: Texts): string[] {
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, text]) => `Removed: ${text}`);
  const rest = [...after].flatMap(([key, text]) => {
    const old = before.get(key);
    if (old === undefined) return [`New: ${text}`];
    return old === text ? [] : [changed(old, text)];
  });
  return [...removed, ...rest];
}

const changed = (old: string, next: string): string => `Changed: ${next} (was: ${old})`;

const idsOf = (rules: readonly { id: string }[] = []): string[] => rules.map(({ id }) => id);

/** The first rule that matches applies, so another sequence can pay differently. */
function orderChange(of: "items" | "orders", before: readonly string[], after: readonly string[]): string[] {
  const stays = before.filter((id) => after.includes(id));
  const moved = after.filter((id) => before.includes(id)).some((id, index) => id !== stays[index]);
  return moved ? [`The rules for ${of} are in a new sequence`] : [];
}

function bindingChange(before: boolean, after: boolean): string[] {
  if (before === after) return [];
  return [
    after
      ? "Customers who already ordered keep the terms of their first order"
      : "New versions also apply to customers who already ordered",
  ];
}
