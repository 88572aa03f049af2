import { countText, decimalsOf, moneyText } from "../../ui/numbers.ts";

export interface RuleDraft {
  readonly type: "fixed" | "percentage";
  readonly value: number;
  readonly currency: string;
  readonly maturationDays: number;
}

const SAMPLES = [20, 120, 499.9];
const PARTS = 10_000n;

/** What the rule pays on a few orders, counted as the service counts: in the smallest unit, rounded half up. */
export function commissionSentence(rule: RuleDraft): string {
  const when =
    rule.maturationDays === 0
      ? "withdrawable once it is approved"
      : `withdrawable ${countText(rule.maturationDays, "day")} later`;
  if (rule.type === "fixed")
    return `Every conversion pays ${moneyText(rule.value, rule.currency)}, whatever its amount; ${when}.`;
  const parts = SAMPLES.map((amount, index) => {
    const order = moneyText(amount, rule.currency);
    const paid = moneyText(percentageOf(amount, rule.value, rule.currency), rule.currency);
    return index === 0 ? `An order of ${order} pays ${paid}` : `${order} pays ${paid}`;
  });
  return `${parts.join(", ")}; ${when}.`;
}

export function percentageOf(amount: number, percentage: number, currency: string): number {
  const unit = 10 ** decimalsOf(currency);
  const minor = BigInt(Math.round(amount * unit));
  const rate = BigInt(Math.round(percentage * Number(PARTS)));
  const whole = 100n * PARTS;
  return Number((2n * minor * rate + whole) / (2n * whole)) / unit;
}
