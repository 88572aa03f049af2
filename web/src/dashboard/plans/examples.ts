import type { ExampleOrder } from "tributary-sdk/pages";
import type { Typed } from "./draft.ts";

/** An order to try the plan on, while it is being typed. */
export interface ExampleDraft {
  readonly amount: Typed;
  readonly customer: "new" | "returning";
  /** Only for a returning customer. */
  readonly month: Typed;
  readonly ordinal: Typed;
  readonly coupon: "own" | "none";
  /** Empty: an order without items. */
  readonly sku: string;
  readonly itemAmount: Typed;
  /** Of the item. Empty here and below: none. */
  readonly category: string;
  readonly country: string;
}

const usual = { coupon: "none", sku: "", itemAmount: "", category: "", country: "" } as const;

/** A first order, a renewal late in a busy month, and an order with a product. */
export const firstExamples: readonly ExampleDraft[] = [
  { ...usual, amount: 100, customer: "new", month: 1, ordinal: 1 },
  { ...usual, amount: 100, customer: "returning", month: 13, ordinal: 12 },
  { ...usual, amount: 250, customer: "new", month: 1, ordinal: 2, sku: "PRO-1", itemAmount: 150 },
];

const COUNTRY = /^([A-Za-z]{2})?$/;

const isMissing = ({ amount, customer, month, ordinal, sku, itemAmount, country }: ExampleDraft): boolean =>
  amount === "" ||
  ordinal === "" ||
  (customer === "returning" && month === "") ||
  (sku.trim() !== "" && itemAmount === "") ||
  !COUNTRY.test(country);

/** undefined while a field is empty. */
export const ordersOf = (examples: readonly ExampleDraft[]): ExampleOrder[] | undefined =>
  examples.some(isMissing) ? undefined : examples.map(orderOf);

const orderOf = ({
  amount,
  customer,
  month,
  ordinal,
  coupon,
  sku,
  itemAmount,
  category,
  country,
}: ExampleDraft): ExampleOrder => ({
  amount: Number(amount),
  customer,
  month: customer === "new" ? 1 : Number(month),
  ordinal: Number(ordinal),
  coupon,
  ...(country === "" ? {} : { country }),
  ...(sku.trim() === ""
    ? {}
    : {
        items: [
          {
            sku: sku.trim(),
            ...(category.trim() === "" ? {} : { category: category.trim() }),
            quantity: 1,
            amount: Number(itemAmount),
          },
        ],
      }),
});
