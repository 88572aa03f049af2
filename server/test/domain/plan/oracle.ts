import type { CommissionPlan, LineRule, PlanPay } from "tributary-sdk/plan";
import type { OrderItem, PlannedOrder } from "../../../src/domain/plan/calculation.ts";

/**
 * The commission of an order by the book, slowly and with nothing of the product's own code: fractions, regular
 * expressions and a table of month lengths. For currencies with two decimals.
 */
export function commissionByTheBook(plan: CommissionPlan, order: PlannedOrder): bigint {
  if (!isEligible(plan, order)) return 0n;
  let total = new Fraction(0n);
  let rest = new Fraction(order.amount.minor);
  let allTaken = order.items.length > 0;
  for (const item of order.items) {
    const rule = (plan.lines ?? []).find(({ when }) => isItem(when, item) && isOrder(when, order));
    if (rule) {
      total = total.plus(payOf(rule.pay, new Fraction(item.amountMinor), BigInt(item.quantity)));
      rest = rest.plus(new Fraction(-item.amountMinor));
    } else allTaken = false;
  }
  const anyTaken = (plan.lines ?? []).some(
    ({ when }) => order.items.some((item) => isItem(when, item)) && isOrder(when, order),
  );
  const isGone = rest.over === 0n && (allTaken || anyTaken);
  total = total.plus(payOf(restPay(plan, order), rest, isGone ? 0n : 1n));
  let cents = total.rounded();
  const { order_max: orderMax, customer_max: customerMax } = plan.limits ?? {};
  if (orderMax !== undefined) cents = smaller(cents, Fraction.of(orderMax).times(new Fraction(100n)).rounded());
  if (customerMax !== undefined && order.customer) {
    const left = Fraction.of(customerMax).times(new Fraction(100n)).rounded() - order.customer.spentMinor;
    cents = smaller(cents, left < 0n ? 0n : left);
  }
  return cents;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

class Fraction {
  readonly over: bigint;
  readonly under: bigint;
  constructor(over: bigint, under = 1n) {
    this.over = over;
    this.under = under;
  }
  /** From the decimal text of a number that has at most 6 decimals. */
  static of(value: number): Fraction {
    const [whole = "0", decimals = ""] = value.toFixed(6).split(".");
    return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }
  plus(other: Fraction): Fraction {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under);
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.over * other.over, this.under * other.under);
  }
  /** Half up. */
  rounded(): bigint {
    const whole = this.over / this.under;
    return (this.over - whole * this.under) * 2n >= this.under ? whole + 1n : whole;
  }
}

function payOf(pay: PlanPay, amount: Fraction, times: bigint): Fraction {
  if (pay.type === "none") return new Fraction(0n);
  if (pay.type === "percentage") return amount.times(Fraction.of(pay.value)).times(new Fraction(1n, 100n));
  return Fraction.of(pay.value).times(new Fraction(100n * times));
}

function restPay(plan: CommissionPlan, order: PlannedOrder): PlanPay {
  for (const { when, pay } of plan.orders ?? []) {
    const namesItems = when.sku ?? when.product ?? when.category;
    if (isOrder(when, order) && (!namesItems || order.items.some((item) => isItem(when, item)))) return pay;
  }
  let decided: PlanPay = plan.base;
  for (const { from, pay } of plan.tiers?.steps ?? [])
    if (order.ordinal !== null && order.ordinal >= from) decided = pay;
  return decided;
}

function isItem(when: LineRule["when"], { sku, productId, category }: OrderItem): boolean {
  const fits = (patterns: string[] | undefined, value: string | null): boolean =>
    !patterns ||
    (value !== null &&
      patterns.some((pattern) => {
        const [start = "", end] = pattern.split("*");
        return new RegExp(`^${start.replaceAll(/[^\w]/g, String.raw`\$&`)}${end === undefined ? "$" : ""}`).test(value);
      }));
  return fits(when.sku, sku) && fits(when.product, productId) && fits(when.category, category);
}

function isOrder(when: LineRule["when"], order: PlannedOrder): boolean {
  const { customer } = order;
  const amount = Number(order.amount.minor);
  const asksForMonth = when.month_from !== undefined || when.month_to !== undefined;
  const month = customer && asksForMonth ? monthBy(customer.firstOrderAt, order.paidAt) : null;
  return [
    when.customer === undefined || (customer !== null && (when.customer === "new") === customer.isNew),
    when.order === undefined || when.order === order.kind,
    when.coupon === undefined || when.coupon === order.coupon,
    when.country === undefined || when.country.some((country) => country === order.country),
    when.amount_from === undefined || amount >= Math.round(when.amount_from * 100),
    when.amount_to === undefined || amount <= Math.round(when.amount_to * 100),
    when.month_from === undefined || (month !== null && month >= when.month_from),
    when.month_to === undefined || (month !== null && month <= when.month_to),
  ].every(Boolean);
}

function isEligible({ repeat }: CommissionPlan, { customer, paidAt }: PlannedOrder): boolean {
  if (!repeat || repeat.pay === "every" || !customer) return true;
  if (repeat.pay === "none") return customer.isNew;
  if ("months" in repeat) return monthBy(customer.firstOrderAt, paidAt) <= repeat.months;
  return "payments" in repeat && customer.payments + 1 <= repeat.payments;
}

/** Counts month by month. */
function monthBy(start: Date, at: Date): number {
  let month = 1;
  while (added(start, month) <= at.getTime()) month += 1;
  return month;
}

function added(start: Date, months: number): number {
  const text = start.toISOString();
  const index = Number(text.slice(5, 7)) - 1 + months;
  const year = Number(text.slice(0, 4)) + Math.floor(index / 12);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][index % 12] ?? 31;
  const day = Math.min(Number(text.slice(8, 10)), length);
  const two = (value: number): string => String(value).padStart(2, "0");
  return Date.parse(`${year}-${two((index % 12) + 1)}-${two(day)}${text.slice(10)}`);
}
