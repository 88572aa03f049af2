import type { CommissionPlan, PlanBonus } from "./plan-format.ts";
import { countText, numberText, ordinalText, payText, paysNothing, type PlanFormat } from "./plan-text.ts";

/** How far an affiliate is from the next step. Empty for a plan without steps. */
export function nextStepText({ tiers }: CommissionPlan, ordersThisMonth: number, format: PlanFormat): string {
  const steps = tiers?.steps ?? [];
  const next = steps.find(({ from }) => from > ordersThisMonth + 1);
  const reached = steps.findLast(({ from }) => from <= ordersThisMonth + 1);
  if (next) {
    const more = countText(next.from - 1 - ordersThisMonth, "more order", format);
    return `${more} this month, then ${rateText(next.pay, format)} from your ${ordinalText(next.from, format)} order on`;
  }
  if (!reached) return "";
  if (paysNothing(reached.pay)) return "Further orders this month pay nothing";
  return `You earn ${rateText(reached.pay, format)} ${reached.pay.type === "fixed" ? "" : "of each order "}for the rest of the month`;
}

const rateText = (pay: Parameters<typeof payText>[0], format: PlanFormat): string =>
  pay.type === "fixed" && !paysNothing(pay) ? `${payText(pay, format)} per order` : payText(pay, format);

/** How far an affiliate is from a bonus. */
export function bonusProgressText({ reach, value }: PlanBonus, approvedThisMonth: number, format: PlanFormat): string {
  const bonus = `${format.money(value)} bonus`;
  if (approvedThisMonth >= reach)
    return `${bonus} reached with ${countText(approvedThisMonth, "approved order", format)} this month`;
  const orders = countText(reach, "approved order", format);
  return `${numberText(approvedThisMonth, format)} of ${orders} this month for the ${bonus}`;
}
