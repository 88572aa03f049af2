import type { CommissionType } from "tributary-sdk/words";
import { FIXED_COMMISSION_MAX, PERCENTAGE_DECIMALS_MAX, PERCENTAGE_MAX } from "tributary-sdk/limits";
import type { Currency } from "./currency.ts";
import { decimalsIn, divideHalfUp, majorOf, moneyOf, scaled, type Money } from "./money.ts";

/** A fixed amount per conversion, or a share of the order amount in parts per million (2.9% = 29,000). */
export type CommissionRule =
  | { readonly type: "fixed"; readonly fixed: Money }
  | { readonly type: "percentage"; readonly partsPerMillion: bigint };

export { commissionTypes, type CommissionType } from "tributary-sdk/words";

const MILLION = 1_000_000n;

export function commissionOf(rule: CommissionRule, amount: Money): Money {
  if (rule.type === "fixed") return rule.fixed;
  return { minor: divideHalfUp(amount.minor * rule.partsPerMillion, MILLION), currency: amount.currency };
}

/** Parses `commission_value`; returns a message if it is invalid. */
export function commissionRule(type: CommissionType, value: number, currency: Currency): CommissionRule | string {
  if (type === "fixed")
    return value > FIXED_COMMISSION_MAX
      ? `commission_value must be from 0 to ${FIXED_COMMISSION_MAX} for a fixed commission.`
      : { type, fixed: moneyOf(value, currency) };
  if (value > PERCENTAGE_MAX || decimalsIn(value) > PERCENTAGE_DECIMALS_MAX)
    return `commission_value must be from 0 to ${PERCENTAGE_MAX} with at most ${PERCENTAGE_DECIMALS_MAX} decimals for a percentage.`;
  return { type, partsPerMillion: scaled(value, PERCENTAGE_DECIMALS_MAX) };
}

export function commissionValueOf(rule: CommissionRule): number {
  return rule.type === "fixed" ? majorOf(rule.fixed) : Number(rule.partsPerMillion) / 10 ** PERCENTAGE_DECIMALS_MAX;
}
