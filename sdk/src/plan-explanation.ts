import { unmetPhrase } from "./plan-conditions.ts";
import type { CommissionLine, CommissionPlan, LineRule } from "./plan-format.ts";
import { bonusText, ruleSubject, ruleText, stepText } from "./plan-terms.ts";
import { countText, numberText, ordinalText, paysNothing, payText, type PlanFormat } from "./plan-text.ts";

export interface ExplainedLine {
  text: string;
  commission: number;
}

/** Which rules paid what, and which did not and why. Rules are described by `plan`, the version that decided. */
export function explainLines(
  lines: readonly CommissionLine[],
  plan: CommissionPlan | undefined,
  format: PlanFormat,
): ExplainedLine[] {
  const hasItems = lines.some(({ sku }) => sku !== null);
  // Items with rules of their own can leave nothing of the order.
  const isEmpty = ({ sku, amount, commission, reason }: CommissionLine): boolean =>
    hasItems && sku === null && amount === 0 && commission === 0 && reason === null;
  return lines
    .filter((line) => !isEmpty(line))
    .map((line) => ({ text: lineText(line, { plan, format, hasItems }), commission: line.commission }));
}

interface Explaining {
  readonly plan: CommissionPlan | undefined;
  readonly format: PlanFormat;
  readonly hasItems: boolean;
}

function lineText(line: CommissionLine, explaining: Explaining): string {
  const { plan, format } = explaining;
  if (line.rule === "repeat") return repeatText(line, plan, format);
  if (line.rule === "binding")
    return "Another affiliate's link or code was used, but the customer stays with the affiliate of their first order";
  if (line.reason !== null) return unpaidText(line, plan, format);
  if (line.rule === "order_max" || line.rule === "customer_max") {
    const limit = line.pay ? `at most ${payText(line.pay, format)} ` : "";
    return `Limit: ${limit}per ${line.rule === "order_max" ? "order" : "customer"}`;
  }
  const bonus = plan?.bonuses?.find(({ id }) => id === line.rule);
  return bonus ? bonusText(bonus, format) : paidText(line, explaining);
}

function repeatText({ reason }: CommissionLine, plan: CommissionPlan | undefined, format: PlanFormat): string {
  const repeat = plan?.repeat;
  if (reason === "first_order_only") return "No commission: only a customer's first order pays";
  if (reason === "months_over")
    return repeat && "months" in repeat
      ? `No commission: orders pay for ${countText(repeat.months, "month", format)} after a customer's first order`
      : "No commission: orders of this customer no longer pay";
  return repeat && "payments" in repeat
    ? `No commission: only a customer's first ${repeat.payments === 1 ? "order pays" : `${countText(repeat.payments, "order", format)} pay`}`
    : "No commission: orders of this customer no longer pay";
}

function unpaidText(line: CommissionLine, plan: CommissionPlan | undefined, format: PlanFormat): string {
  if (line.rule === "tiers") {
    const step = stepOf(line, plan);
    const text = step ? `“${stepText(step, format)}”` : "The rate for more orders in a month";
    return line.reason === "below_step" ? `${text} did not apply yet` : `${text} did not apply: a rule for orders did`;
  }
  const found = ruleOf(line.rule, plan);
  const text = found ? `“${ruleText(found.rule, found.list, format)}”` : `Rule ${line.rule}`;
  const why =
    line.reason === "earlier_rule"
      ? "an earlier rule did"
      : unmetPhrase(line.reason ?? "", found?.rule.when ?? {}, format);
  return `${text} did not apply: ${why}`;
}

function paidText(line: CommissionLine, { plan, format, hasItems }: Explaining): string {
  const note = noteOf(line, plan, format);
  return `${partText(line, { format, hasItems })}: ${sumText(line, format)}${note === "" ? "" : ` (${note})`}`;
}

/** `2 × PRO-1`, or the order or its rest. */
function partText(
  { sku, quantity }: CommissionLine,
  { format, hasItems }: Pick<Explaining, "format" | "hasItems">,
): string {
  if (sku === null) return hasItems ? "Rest of the order" : "Order";
  return quantity === null || quantity === 1 ? sku : `${numberText(quantity, format)} × ${sku}`;
}

function sumText({ pay, amount, sku, quantity }: CommissionLine, format: PlanFormat): string {
  if (!pay || paysNothing(pay)) return "no commission";
  if (pay.type === "percentage" && amount !== null) return `${payText(pay, format)} of ${format.money(amount)}`;
  return sku !== null && quantity !== 1 ? `${payText(pay, format)} each` : payText(pay, format);
}

/** What the rule is about. */
function noteOf(line: CommissionLine, plan: CommissionPlan | undefined, format: PlanFormat): string {
  if (line.rule === "base") return "base rate";
  if (line.rule === "tiers") {
    const step = stepOf(line, plan);
    return step ? `from your ${ordinalText(step.from, format)} order in a month` : "";
  }
  const found = ruleOf(line.rule, plan);
  return found ? ruleSubject(found.rule, found.list, format).many : "";
}

function ruleOf(
  id: string,
  plan: CommissionPlan | undefined,
): { rule: LineRule; list: "lines" | "orders" } | undefined {
  for (const list of ["lines", "orders"] as const) {
    const rule = plan?.[list]?.find((each) => each.id === id);
    if (rule) return { rule, list };
  }
  return undefined;
}

/** A line names the tiers, not the step: the step is the one with the same pay. */
function stepOf({ pay }: CommissionLine, plan: CommissionPlan | undefined) {
  const valueOf = (each: CommissionLine["pay"]): number | null => (each && each.type !== "none" ? each.value : null);
  return plan?.tiers?.steps.find((step) => step.pay.type === pay?.type && valueOf(step.pay) === valueOf(pay));
}
