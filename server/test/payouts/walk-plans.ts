import type { ModelTerms } from "./model-types.ts";

/** A campaign, and the same terms for the model. */
export interface Plan {
  readonly campaign: Record<string, unknown>;
  readonly terms: ModelTerms;
  readonly currencies: readonly string[];
}
const all = ["EUR", "EUR", "JPY", "KWD"];
const fixed = { commission_type: "fixed", commission_value: 4.99 };
/** A commission in another currency than the campaign's is possible only without a budget. */
export const plans = (): Plan[] => [
  { campaign: { commission_value: 100 }, terms: { rule: { share: 1_000_000n }, budget: null }, currencies: all },
  { campaign: { commission_value: 33.3333 }, terms: { rule: { share: 333_333n }, budget: null }, currencies: all },
  {
    campaign: { commission_value: 20, max_budget: 100 },
    terms: { rule: { share: 200_000n }, budget: 10_000n },
    currencies: ["EUR"],
  },
  {
    campaign: { ...fixed, max_budget: 50 },
    terms: { rule: { fixed: 499n, scales: false }, budget: 5_000n },
    currencies: all,
  },
  {
    campaign: { ...fixed, fixed_commission_on_refund: "scale" },
    terms: { rule: { fixed: 499n, scales: true }, budget: null },
    currencies: all,
  },
];
