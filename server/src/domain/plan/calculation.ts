import type { LineReason } from "tributary-sdk/plan";
import type { Money } from "../values/money.ts";
import { itemReason, noItemReason, orderReason, type OrderItem, type PlannedOrder } from "./matching.ts";
import { monthsAfter } from "./months.ts";
import { acceptsCurrency, isOnlyBase, type Pay, type Plan, type Rule } from "./plan.ts";
import { cappedLines, roundedLines } from "./rounding.ts";
import { tracePay, type Cap, type PaidLine, type Trace, type TraceLine } from "./trace.ts";

export type { KnownCustomer, OrderItem, PlannedOrder } from "./matching.ts";

/** The commission of an order, and how it was calculated. The lines of the trace add up to it. */
export function commissionUnder(plan: Plan, order: PlannedOrder): { commission: Money; trace: Trace } {
  if (!acceptsCurrency(plan, order.amount.currency)) throw new Error("The plan does not accept the order's currency.");
  const currency = plan.base.type === "fixed" && isOnlyBase(plan) ? plan.currency : order.amount.currency;
  const binding = order.customer?.boundToOther ? [unpaid("binding", null, "bound_to_other")] : [];
  const refusal = repeatReason(plan, order);
  if (refusal) {
    const line = { ...unpaid("repeat", null, refusal), amountMinor: order.amount.minor };
    return { commission: { minor: 0n, currency }, trace: { lines: [line, ...binding], caps: [] } };
  }
  const items = itemLines(plan, order);
  const rest = restLine(plan, order, items.restMinor);
  const paid = roundedLines([...items.paid, rest.paid]);
  const caps = capsOf(plan, order);
  const capped = cappedLines(paid.totalMinor, caps);
  const lines = [...paid.lines, ...capped.lines, ...items.unpaid, ...rest.unpaid, ...binding];
  return { commission: { minor: capped.totalMinor, currency }, trace: { lines, caps } };
}

/** Why the order pays nothing at all. An order of an unknown customer counts as their first. */
function repeatReason({ repeat }: Plan, { customer, paidAt }: PlannedOrder): LineReason | null {
  if (!customer || repeat.pay === "every") return null;
  if (repeat.pay === "none") return customer.isNew ? null : "first_order_only";
  if (repeat.pay === "months") return paidAt < monthsAfter(customer.firstOrderAt, repeat.months) ? null : "months_over";
  return customer.payments < repeat.payments ? null : "payments_over";
}

type NewLine = Omit<PaidLine, "commissionMinor">;

/** The items that take a line rule, what they leave of the amount, and the rules that no item takes. */
function itemLines(
  { lines: rules }: Plan,
  order: PlannedOrder,
): { paid: NewLine[]; unpaid: TraceLine[]; restMinor: bigint } {
  const reasons = new Map(rules.map((rule) => [rule, orderReason(rule.when, order)]));
  const held = rules.filter((rule) => reasons.get(rule) === null);
  const taken = new Set<Rule>();
  const paid: NewLine[] = [];
  let restMinor = order.amount.minor - order.items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (restMinor < 0n) throw new Error("The items exceed the order's amount.");
  for (const item of order.items) {
    const rule = held.find(({ when }) => itemReason(when, item) === null);
    if (rule) {
      taken.add(rule);
      paid.push(lineOf(rule, item));
    } else restMinor += item.amountMinor;
  }
  // A rule whose conditions hold takes no item because the order has no items, or because an earlier rule took them.
  const last = order.items.length === 0 ? "sku" : "earlier_rule";
  const unpaidLines = rules
    .filter((rule) => !taken.has(rule))
    .map((rule) => unpaid(rule.id, rule.pay, noItemReason(rule.when, order.items) ?? reasons.get(rule) ?? last));
  return { paid, unpaid: unpaidLines, restMinor };
}

const lineOf = ({ id, pay }: Rule, { sku, quantity, amountMinor }: OrderItem): NewLine => ({
  rule: id,
  sku,
  quantity,
  amountMinor,
  pay: tracePay(pay),
  reason: null,
});

/** What decides the rest of the order: the first order rule that holds, else the step that was reached, else the base. */
function restLine(plan: Plan, order: PlannedOrder, amountMinor: bigint): { paid: NewLine; unpaid: TraceLine[] } {
  const unpaidLines: TraceLine[] = [];
  let decided: { rule: string; pay: Pay } | null = null;
  for (const { id, when, pay } of plan.orders) {
    const reason = noItemReason(when, order.items) ?? orderReason(when, order);
    if (reason !== null) unpaidLines.push(unpaid(id, pay, reason));
    else if (decided) unpaidLines.push(unpaid(id, pay, "earlier_rule"));
    else decided = { rule: id, pay };
  }
  const step = plan.tiers.findLast(({ from }) => order.ordinal !== null && from <= order.ordinal);
  const [first] = plan.tiers;
  if (step && decided) unpaidLines.push(unpaid("tiers", step.pay, "earlier_rule"));
  else if (first && !step) unpaidLines.push(unpaid("tiers", first.pay, "below_step"));
  const { rule, pay } = decided ?? (step ? { rule: "tiers", pay: step.pay } : { rule: "base", pay: plan.base });
  const paid = { rule, sku: null, quantity: null, amountMinor, pay: tracePay(pay), reason: null };
  return { paid, unpaid: unpaidLines };
}

/** A limit per customer cannot apply to an unknown one. */
function capsOf({ limits: { orderMax, customerMax } }: Plan, { customer }: PlannedOrder): Cap[] {
  const caps: Cap[] = [];
  if (orderMax) caps.push({ rule: "order_max", maxMinor: orderMax.minor, leftMinor: orderMax.minor });
  if (customerMax && customer) {
    const left = customerMax.minor - customer.spentMinor;
    caps.push({ rule: "customer_max", maxMinor: customerMax.minor, leftMinor: left > 0n ? left : 0n });
  }
  return caps;
}

const unpaid = (rule: string, pay: Pay | null, reason: LineReason): TraceLine => ({
  rule,
  sku: null,
  quantity: null,
  amountMinor: null,
  pay: pay && tracePay(pay),
  commissionMinor: 0n,
  reason,
});
