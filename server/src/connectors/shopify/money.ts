import type { Currency } from "../../domain/values/currency.ts";
import type { ExactFields } from "../shared/exact-fields.ts";

/** An amount in the shop's own currency. Without the set, the shop sells in one currency only. */
export function shopMoney(fields: ExactFields, name: string, currency: Currency): bigint {
  const shop = fields.optionalObject(`${name}_set`)?.optionalObject("shop_money");
  return shop ? shop.major("amount", currency) : fields.optionalMajor(name, currency);
}

/** Goods or shipping of an order. */
export interface Charge {
  /** After discounts, without tax. */
  readonly net: bigint;
  /** What the customer paid for it. */
  readonly gross: bigint;
}

export interface Taxes {
  readonly currency: Currency;
  /** Whether prices contain the tax. */
  readonly taxesIncluded: boolean;
}

export const lineCharge = (line: ExactFields, taxes: Taxes): Charge => chargeOf(line, line.whole("quantity"), taxes);

export function chargeOf(line: ExactFields, quantity: bigint, order: Taxes): Charge {
  const { currency, taxesIncluded } = order;
  const sum = (list: string, field: string): bigint =>
    line.list(list).reduce((total, entry) => total + shopMoney(entry, field, currency), 0n);
  const discounted = shopMoney(line, "price", currency) * quantity - sum("discount_allocations", "amount");
  const tax = sum("tax_lines", "price");
  const net = taxesIncluded ? discounted - tax : discounted;
  return { net: notNegative(net), gross: notNegative(taxesIncluded ? discounted : discounted + tax) };
}

export const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
