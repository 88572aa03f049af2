import type { LineRule } from "./plan-format.ts";
import { countText, listText, ordinalText, type PlanFormat } from "./plan-text.ts";

type When = LineRule["when"];

const some = (values: readonly string[] | undefined): values is readonly string[] => (values?.length ?? 0) > 0;

/** `item in category gift-cards with SKU PRO-* or BASIC` */
export function itemPhrase(when: When, noun: string): string {
  const { category, product, sku } = when;
  return [
    noun,
    some(category) ? (isAny(category) ? "with a category" : `in category ${listText(category, "or")}`) : "",
    some(product) ? (isAny(product) ? "with a product ID" : `with product ID ${listText(product, "or")}`) : "",
    some(sku) && !isAny(sku) ? `with SKU ${listText(sku, "or")}` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const isAny = (values: readonly string[]): boolean => values.includes("*");

export const namesItems = ({ category, product, sku }: When): boolean => some(category) || some(product) || some(sku);

const kinds = { first: "first subscription order", renewal: "subscription renewal", one_off: "one-off order" } as const;

/** `orders worth €100.00 or more from new customers in DE` */
export function orderPhrase(when: When, number: "one" | "many", format: PlanFormat): string {
  const noun = when.order ? kinds[when.order] : "order";
  const customers = customerPhrase(when);
  return [
    number === "one" ? noun : `${noun}s`,
    amountPhrase(when, format),
    customers,
    namesItems(when) ? `containing ${itemPhrase(when, "items")}` : "",
    couponPhrase(when),
    monthPhrase(when, { whose: customers === "" ? "a customer's" : "their", format }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** The part of a line rule that is about the order. */
export function ofOrders(when: When, format: PlanFormat): string {
  const { sku: _sku, product: _product, category: _category, ...order } = when;
  return Object.keys(order).length === 0 ? "" : ` in ${orderPhrase(order, "many", format)}`;
}

function customerPhrase({ customer, country }: When): string {
  const where = some(country) ? ` in ${listText(country, "or")}` : "";
  if (!customer) return where === "" ? "" : `from customers${where}`;
  return `from ${customer} customers${where}`;
}

const couponPhrase = ({ coupon }: When): string =>
  coupon ? `${coupon === "own" ? "with" : "without"} your coupon code` : "";

/** `worth €100.00 to €500.00` */
export function amountPhrase({ amount_from: from, amount_to: to }: When, { money }: PlanFormat): string {
  if (from !== undefined && to !== undefined)
    return from === to ? `worth ${money(from)}` : `worth ${money(from)} to ${money(to)}`;
  if (from !== undefined) return `worth ${money(from)} or more`;
  return to === undefined ? "" : `worth up to ${money(to)}`;
}

/** `in a customer's first 3 months` */
export function monthPhrase(
  { month_from: from = 1, month_to: to }: When,
  { whose, format }: { whose: string; format: PlanFormat },
): string {
  if (to === undefined) return from === 1 ? "" : `from ${whose} ${ordinalText(from, format)} month on`;
  if (from === 1) return to === 1 ? `in ${whose} first month` : `in ${whose} first ${countText(to, "month", format)}`;
  if (from === to) return `in ${whose} ${ordinalText(from, format)} month`;
  return `in ${whose} ${ordinalText(from, format)} to ${ordinalText(to, format)} month`;
}

const customers = {
  new: "the customer is not new",
  returning: "the customer is not a returning customer",
  other: "the customer does not match",
} as const;
const coupons = {
  own: "your coupon code was not used",
  none: "your coupon code was used",
  other: "the coupon code does not match",
} as const;

/** Why an order did not meet a condition. Without the condition, the reason stays general. */
export function unmetPhrase(reason: string, when: When, format: PlanFormat): string {
  if (reason === "customer") return customers[when.customer ?? "other"];
  if (reason === "order") return when.order ? `the order is not a ${kinds[when.order]}` : "it is another kind of order";
  if (reason === "coupon") return coupons[when.coupon ?? "other"];
  if (reason === "country")
    return some(when.country) ? `the customer is not in ${listText(when.country, "or")}` : "the country does not match";
  if (reason === "amount") return `the order is not ${amountPhrase(when, format) || "in the range of amounts"}`;
  if (reason === "month") {
    const months = monthPhrase(when, { whose: "the customer's", format });
    return months === "" ? "the month does not match" : `the order is not ${months}`;
  }
  return namesItems(when) ? `the order has no ${itemPhrase(when, "item")}` : "the order has no such item";
}
