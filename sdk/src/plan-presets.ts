import type { CommissionPlan, PlanBase, PlanPay } from "./plan-format.ts";

/** Complete plans to start from, each for a base. */
export const planPresets = {
  flat: (base) => ({ base }),
  recurring: (base) => ({ base, repeat: { pay: "limited", months: 12 } }),
  tiered: (base) => ({
    base,
    tiers: {
      measure: "conversions",
      period: "month",
      steps: [
        { from: 11, pay: raised(base, 1) },
        { from: 51, pay: raised(base, 2) },
      ],
    },
  }),
  by_product: (base) => ({
    base,
    lines: [
      { id: "l1", when: { category: ["gift-cards"] }, pay: { type: "none" } },
      { id: "l2", when: { sku: ["PRO-*"] }, pay: raised(base, 2) },
    ],
  }),
} as const satisfies Readonly<Record<string, (base: PlanBase) => CommissionPlan>>;

/** 5 percentage points more per step, or a quarter of a fixed amount. */
function raised({ type, value }: PlanBase, steps: number): PlanPay {
  return type === "percentage"
    ? { type, value: Math.min(100, round(value + 5 * steps, 4)) }
    : { type, value: Math.min(1_000_000, round(value * (1 + steps / 4), 2)) };
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
