import type { LineReason } from "tributary-sdk/plan";
import type { OrderKind } from "tributary-sdk/words";
import type { Money } from "../values/money.ts";
import { monthNumber } from "./months.ts";
import { matches } from "./patterns.ts";
import type { Condition, Coupon } from "./plan.ts";

export interface OrderItem {
  readonly sku: string;
  readonly productId: string | null;
  readonly category: string | null;
  readonly quantity: number;
  readonly amountMinor: bigint;
}

/** An order, and what was counted before it. */
export interface PlannedOrder {
  readonly amount: Money;
  readonly items: readonly OrderItem[];
  readonly paidAt: Date;
  readonly country: string | null;
  readonly kind: OrderKind;
  readonly coupon: Coupon;
  /** null: the shop did not say who ordered. */
  readonly customer: KnownCustomer | null;
  /** The number of the affiliate's order in the month; null if it was not counted. */
  readonly ordinal: number | null;
}

export interface KnownCustomer {
  /** This is the first order that the customer paid. */
  readonly isNew: boolean;
  readonly firstOrderAt: Date;
  /** Earlier orders that paid. */
  readonly payments: number;
  /** What the customer's earlier orders paid. */
  readonly spentMinor: bigint;
  /** Another affiliate's click or code was used, but the binding holds. */
  readonly boundToOther: boolean;
}

/** The first part of the condition that an item does not meet; null if it meets all. */
export function itemReason(when: Condition, item: OrderItem): LineReason | null {
  if (when.sku && !matches(when.sku, item.sku)) return "sku";
  if (when.product && !matches(when.product, item.productId)) return "product";
  if (when.category && !matches(when.category, item.category)) return "category";
  return null;
}

/** Why no item of an order meets the condition: what the item that came closest lacks. */
export function noItemReason(when: Condition, items: readonly OrderItem[]): LineReason | null {
  if (!when.sku && !when.product && !when.category) return null;
  const reasons = new Set(items.map((item) => itemReason(when, item)));
  if (reasons.has(null)) return null;
  const nearest = (["category", "product", "sku"] as const).find((reason) => reasons.has(reason));
  return nearest ?? (when.sku ? "sku" : when.product ? "product" : "category");
}

/** The first part of the condition that the order does not meet, apart from its items; null if it meets all. */
export function orderReason(when: Condition, order: PlannedOrder): LineReason | null {
  const { customer, kind, coupon, country, amount } = order;
  if (when.customer !== null && (!customer || customer.isNew !== (when.customer === "new"))) return "customer";
  if (when.order !== null && when.order !== kind) return "order";
  if (when.coupon !== null && when.coupon !== coupon) return "coupon";
  if (when.country !== null && (country === null || !when.country.includes(country))) return "country";
  if (when.amountFrom && amount.minor < when.amountFrom.minor) return "amount";
  if (when.amountTo && amount.minor > when.amountTo.minor) return "amount";
  return monthReason(when, order);
}

function monthReason({ monthFrom, monthTo }: Condition, { customer, paidAt }: PlannedOrder): LineReason | null {
  if (monthFrom === null && monthTo === null) return null;
  if (!customer) return "month";
  const month = monthNumber(customer.firstOrderAt, paidAt);
  return month < (monthFrom ?? 1) || month > (monthTo ?? month) ? "month" : null;
}
