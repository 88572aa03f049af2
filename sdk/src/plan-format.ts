import type {
  BonusCount,
  BonusMeasure,
  OrderCustomer,
  OrderKind,
  PlanPeriod,
  RepeatPay,
  TierMeasure,
} from "./words.ts";

/** What a campaign pays. One plan decides an order: the affiliate's own, else the group's, else the campaign's. */
export interface CommissionPlan {
  /** What an order pays if no rule says otherwise. */
  base: PlanBase;
  /** What repeat orders of a customer pay. Absent: every order pays. */
  repeat?: PlanRepeat;
  /** Rules for items. Each item takes the first one that matches. */
  lines?: LineRule[];
  /** Rules for the rest of the order. It takes the first one that matches. */
  orders?: OrderRule[];
  /** Another rate from a number of orders on. */
  tiers?: PlanTiers;
  /** Fixed amounts for what was reached in a month. */
  bonuses?: PlanBonus[];
  limits?: PlanLimits;
  /** false: a new version also applies to customers who ordered before. Default: true. */
  bound_customers_keep?: boolean;
}

export interface FixedPay {
  type: "fixed";
  /** In the campaign's currency. */
  value: number;
}
export interface PercentagePay {
  type: "percentage";
  value: number;
}
export type PlanBase = FixedPay | PercentagePay;
export type PlanPay = PlanBase | { type: "none" };

export type PlanRepeat =
  | { pay: Exclude<RepeatPay, "limited"> }
  | { pay: "limited"; months: number }
  | { pay: "limited"; payments: number };

/** What an item must be. Each value is exact, or ends with `*`. */
export interface ItemCondition {
  sku?: string[];
  product?: string[];
  category?: string[];
}

/** What an order must be. All keys must hold. */
export interface OrderCondition {
  customer?: OrderCustomer;
  order?: OrderKind;
  /** own: the affiliate's coupon was used. */
  coupon?: "own" | "none";
  /** ISO 3166-1 codes. */
  country?: string[];
  amount_from?: number;
  amount_to?: number;
  /** Months since the customer's first order; the first month is 1. */
  month_from?: number;
  month_to?: number;
}

/** A line rule may also require something of the order. */
export interface LineRule {
  id: string;
  when: ItemCondition & OrderCondition;
  pay: PlanPay;
}
/** An order rule that names products matches if one of the items does. */
export interface OrderRule {
  id: string;
  when: ItemCondition & OrderCondition;
  pay: PlanPay;
}

export interface PlanTiers {
  measure: TierMeasure;
  period: PlanPeriod;
  steps: { from: number; pay: PlanPay }[];
}

export interface PlanBonus {
  id: string;
  measure: BonusMeasure;
  counts: BonusCount;
  period: PlanPeriod;
  reach: number;
  /** In the campaign's currency. */
  value: number;
}

export interface PlanLimits {
  order_max?: number;
  /** Of all orders of one customer. */
  customer_max?: number;
}

/** A line of how a commission was calculated. The commissions of all lines add up to the conversion's. */
export interface CommissionLine {
  /** The ID of a rule, or `base`, `tiers`, `repeat`, `order_max`, `customer_max`, `binding`. */
  rule: string;
  /** The item; null for the rest of the order. */
  sku: string | null;
  quantity: number | null;
  /** The part of the order that it is about. */
  amount: number | null;
  pay: PlanPay | null;
  /** Below 0 for what a limit takes away. */
  commission: number;
  /** Why a rule did not pay; null for lines that count. */
  reason: LineReason | null;
}

/** The first condition that did not hold, or why it was not needed. */
export const lineReasons = [
  "sku",
  "product",
  "category",
  "customer",
  "order",
  "coupon",
  "country",
  "amount",
  "month",
  "earlier_rule",
  "below_step",
  "first_order_only",
  "months_over",
  "payments_over",
  "bound_to_other",
] as const;
export type LineReason = (typeof lineReasons)[number];
