import type { OrderCustomer, OrderKind } from "tributary-sdk/words";
import type { CommissionRule } from "../values/commission.ts";
import type { Currency } from "../values/currency.ts";
import { recount, type Money } from "../values/money.ts";

/** What a campaign, a group or an affiliate pays, validated and in exact units. Amounts are in `currency`. */
export interface Plan {
  readonly currency: Currency;
  readonly base: CommissionRule;
  readonly repeat: Repeat;
  readonly lines: readonly Rule[];
  readonly orders: readonly Rule[];
  /** Rising. Empty: the plan has no tiers. */
  readonly tiers: readonly Step[];
  readonly bonuses: readonly Bonus[];
  readonly limits: Limits;
  /** Whether customers bound under an earlier version keep it. */
  readonly boundCustomersKeep: boolean;
}

export type Pay = CommissionRule | { readonly type: "none" };

export type Repeat =
  | { readonly pay: "every" }
  | { readonly pay: "none" }
  | { readonly pay: "months"; readonly months: number }
  | { readonly pay: "payments"; readonly payments: number };

export interface Rule {
  readonly id: string;
  readonly when: Condition;
  readonly pay: Pay;
}

/** All parts must hold; null holds for every order. */
export interface Condition {
  readonly sku: readonly string[] | null;
  readonly product: readonly string[] | null;
  readonly category: readonly string[] | null;
  readonly customer: OrderCustomer | null;
  readonly order: OrderKind | null;
  readonly coupon: Coupon | null;
  readonly country: readonly string[] | null;
  readonly amountFrom: Money | null;
  readonly amountTo: Money | null;
  readonly monthFrom: number | null;
  readonly monthTo: number | null;
}

/** Whether the order used the affiliate's own coupon. */
export type Coupon = "own" | "none";

export interface Step {
  readonly from: number;
  readonly pay: Pay;
}

/** Paid for a number of approved orders in a calendar month. */
export interface Bonus {
  readonly id: string;
  readonly reach: number;
  readonly value: Money;
}

export interface Limits {
  readonly orderMax: Money | null;
  readonly customerMax: Money | null;
}

export const planOfBase = (base: CommissionRule, currency: Currency): Plan => ({
  currency,
  base,
  repeat: { pay: "every" },
  lines: [],
  orders: [],
  tiers: [],
  bonuses: [],
  limits: { orderMax: null, customerMax: null },
  boundCustomersKeep: true,
});

export const withBase = (plan: Plan, base: CommissionRule): Plan => ({ ...plan, base });

/** What must be counted before an order can be calculated. */
export interface Counts {
  /** Whether the customer is new, and their earlier orders. */
  readonly customer: boolean;
  /** The number of the affiliate's order in the month. */
  readonly ordinal: boolean;
  /** What the customer's orders have paid so far. */
  readonly customerSpend: boolean;
}

export function countsOf(plan: Plan): Counts & { readonly any: boolean } {
  const rules = [...plan.lines, ...plan.orders];
  const customerSpend = plan.limits.customerMax !== null;
  const customer = customerSpend || plan.repeat.pay !== "every" || rules.some(({ when }) => asksForCustomer(when));
  const ordinal = plan.tiers.length > 0;
  return { customer, ordinal, customerSpend, any: customer || ordinal };
}

const asksForCustomer = ({ customer, order, monthFrom, monthTo }: Condition): boolean =>
  customer !== null || order !== null || monthFrom !== null || monthTo !== null;

/** Amounts of a plan are in its own currency, so they cannot be compared with or added to orders in another one. */
export function acceptsCurrency(plan: Plan, currency: Currency): boolean {
  return currency === plan.currency || isOnlyBase(plan) || !namesAmounts(plan);
}

/** A fixed base alone pays the same for any order in any currency. */
export const isOnlyBase = ({ lines, orders, tiers, limits }: Plan): boolean =>
  lines.length + orders.length + tiers.length === 0 && limits.orderMax === null && limits.customerMax === null;

function namesAmounts({ base, lines, orders, tiers, limits }: Plan): boolean {
  const rules = [...lines, ...orders];
  return (
    [base, ...[...rules, ...tiers].map(({ pay }) => pay)].some(({ type }) => type === "fixed") ||
    rules.some(({ when }) => when.amountFrom !== null || when.amountTo !== null) ||
    limits.orderMax !== null ||
    limits.customerMax !== null
  );
}

/** The same major amounts in another currency. */
export function recountPlan(plan: Plan, currency: Currency): Plan {
  const into = (money: Money): Money => recount(money, currency);
  const intoOrNull = (money: Money | null): Money | null => money && into(money);
  // A limit or a bonus of 0 is not valid, and rounding must not create one.
  const above0 = (money: Money): Money => (into(money).minor > 0n ? into(money) : { minor: 1n, currency });
  const base = (rule: CommissionRule): CommissionRule =>
    rule.type === "fixed" ? { ...rule, fixed: into(rule.fixed) } : rule;
  const pay = (rule: Pay): Pay => (rule.type === "none" ? rule : base(rule));
  const rules = (list: readonly Rule[]): Rule[] =>
    list.map((rule) => ({
      ...rule,
      when: {
        ...rule.when,
        amountFrom: intoOrNull(rule.when.amountFrom),
        amountTo: intoOrNull(rule.when.amountTo),
      },
      pay: pay(rule.pay),
    }));
  const { orderMax, customerMax } = plan.limits;
  return {
    ...plan,
    currency,
    base: base(plan.base),
    lines: rules(plan.lines),
    orders: rules(plan.orders),
    tiers: plan.tiers.map((step) => ({ ...step, pay: pay(step.pay) })),
    bonuses: plan.bonuses.map((bonus) => ({ ...bonus, value: above0(bonus.value) })),
    limits: { orderMax: orderMax && above0(orderMax), customerMax: customerMax && above0(customerMax) },
  };
}
