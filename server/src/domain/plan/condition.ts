import type { ItemCondition, OrderCondition } from "tributary-sdk/plan";
import { AMOUNT_MAX, CONDITION_VALUES_MAX, REPEAT_MONTHS_MAX, SKU_MAX } from "tributary-sdk/limits";
import { orderCoupons, orderCustomers, orderKinds } from "tributary-sdk/words";
import type { Currency } from "../values/currency.ts";
import { majorOf, moneyOf } from "../values/money.ts";
import { amount, fieldsOf, listOf, must, oneOf, text, wholeNumber, type Field } from "./fields.ts";
import type { Condition } from "./plan.ts";

type When = ItemCondition & OrderCondition;

const keys = [
  "sku",
  "product",
  "category",
  "customer",
  "order",
  "coupon",
  "country",
  "amount_from",
  "amount_to",
  "month_from",
  "month_to",
] as const satisfies readonly (keyof When)[];

export function parseCondition(field: Field, currency: Currency): Condition {
  const read = fieldsOf(field, keys);
  if (keys.every((key) => !read(key))) return must(field, "have at least one condition");
  const take = <Value>(key: (typeof keys)[number], parse: (part: Field) => Value): Value | null => {
    const part = read(key);
    return part ? parse(part) : null;
  };
  const money = (part: Field) => moneyOf(amount(part, AMOUNT_MAX), currency);
  const month = (part: Field) => wholeNumber(part, { min: 1, max: REPEAT_MONTHS_MAX });
  const condition: Condition = {
    sku: take("sku", patterns),
    product: take("product", patterns),
    category: take("category", patterns),
    customer: take("customer", (part) => oneOf(part, orderCustomers)),
    order: take("order", (part) => oneOf(part, orderKinds)),
    coupon: take("coupon", (part) => oneOf(part, orderCoupons)),
    country: take("country", countries),
    amountFrom: take("amount_from", money),
    amountTo: take("amount_to", money),
    monthFrom: take("month_from", month),
    monthTo: take("month_to", month),
  };
  const { amountFrom, amountTo, monthFrom, monthTo } = condition;
  const { path } = field;
  if (amountFrom && amountTo && amountFrom.minor > amountTo.minor)
    return must({ ...field, path: `${path}.amount_to` }, "not be below amount_from");
  if (monthFrom !== null && monthTo !== null && monthFrom > monthTo)
    return must({ ...field, path: `${path}.month_to` }, "not be below month_from");
  return condition;
}

function valuesOf(field: Field): Field[] {
  const values = listOf(field);
  if (values.length >= 1 && values.length <= CONDITION_VALUES_MAX) return values;
  return must(field, `have 1 to ${CONDITION_VALUES_MAX} values`);
}

function patterns(field: Field): string[] {
  return valuesOf(field).map((value) => {
    const pattern = text(value, SKU_MAX);
    return pattern.slice(0, -1).includes("*") ? must(value, "have * only at the end") : pattern;
  });
}

function countries(field: Field): string[] {
  return valuesOf(field).map((value) =>
    typeof value.value === "string" && /^[A-Z]{2}$/.test(value.value)
      ? value.value
      : must(value, "be a country code of two capital letters"),
  );
}

/** Only what is set. */
export function conditionJson(condition: Condition): When {
  const { sku, product, category, customer, order, coupon, country } = condition;
  const { amountFrom, amountTo, monthFrom, monthTo } = condition;
  return {
    ...(sku && { sku: [...sku] }),
    ...(product && { product: [...product] }),
    ...(category && { category: [...category] }),
    ...(customer && { customer }),
    ...(order && { order }),
    ...(coupon && { coupon }),
    ...(country && { country: [...country] }),
    ...(amountFrom && { amount_from: majorOf(amountFrom) }),
    ...(amountTo && { amount_to: majorOf(amountTo) }),
    ...(monthFrom !== null && { month_from: monthFrom }),
    ...(monthTo !== null && { month_to: monthTo }),
  };
}
