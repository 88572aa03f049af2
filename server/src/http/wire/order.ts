import {
  AMOUNT_MAX,
  CUSTOMER_ID_MAX,
  ITEM_QUANTITY_MAX,
  ORDER_ITEMS_MAX,
  PAID_DAYS_MAX,
  SKU_MAX,
  SUBSCRIPTION_ID_MAX,
} from "tributary-sdk/limits";
import { z } from "zod";
import { decimalsOf } from "../../domain/values/currency.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { AppError } from "../../domain/errors.ts";
import { divideHalfUp, scaled, type Money } from "../../domain/values/money.ts";
import type { OrderFacts } from "../../domain/order.ts";
import type { CustomerReference } from "../../usecases/plans/customer-key.ts";
import { amount, emailAddress, optional, text } from "./fields.ts";

const wholeQuantity = `items[].quantity must be a whole number from 1 to ${ITEM_QUANTITY_MAX}.`;

const item = z
  .object(
    {
      sku: text("items[].sku", { max: SKU_MAX, content: "any" }).describe("The item's SKU.").meta({ example: "PRO-1" }),
      product_id: optional(text("items[].product_id", { max: SKU_MAX, content: "any" }))
        .describe("Your product ID, for rules on products.")
        .meta({ example: "prod-77" }),
      category: optional(text("items[].category", { max: SKU_MAX, content: "any" }))
        .describe("The item's category, for rules on categories.")
        .meta({ example: "subscriptions" }),
      quantity: z
        .int(wholeQuantity)
        .min(1, wholeQuantity)
        .max(ITEM_QUANTITY_MAX, wholeQuantity)
        .describe("How many were ordered.")
        .meta({ example: 1 }),
      amount: amount("items[].amount", AMOUNT_MAX)
        .describe("What the customer paid for all of them.")
        .meta({ example: 49.99 }),
    },
    "items must be a list of objects, each with a sku, a quantity and an amount.",
  )
  .meta({ id: "OrderItem", description: "An item of an order." });

const tooManyItems = `items must be a list of up to ${ORDER_ITEMS_MAX} items.`;
const country = "country must be a two-letter ISO 3166-1 code.";
const instant = "paid_at must be an ISO 8601 time with a time zone.";

/** What plans ask about an order. */
export const orderFields = {
  customer_id: optional(text("customer_id", { max: CUSTOMER_ID_MAX, content: "any" }))
    .describe(
      "Your ID of the customer. Stored only as a keyed hash. A customer who ordered before needs neither click_id nor affiliate_code.",
    )
    .meta({ example: "cus-1001" }),
  customer_email: optional(emailAddress("customer_email"))
    .describe("The customer's email address, used if there is no customer_id. Stored only as a keyed hash.")
    .meta({ example: "customer@shop.example" }),
  items: optional(z.array(item, tooManyItems).max(ORDER_ITEMS_MAX, tooManyItems))
    .describe("The items of the order, for rules on products. Their amounts are part of the order's amount.")
    .meta({ example: [{ sku: "PRO-1", quantity: 1, amount: 49.99 }] }),
  subscription_id: optional(text("subscription_id", { max: SUBSCRIPTION_ID_MAX, content: "any" }))
    .describe("Your ID of the subscription. Its later orders are renewals.")
    .meta({ example: "sub-1001" }),
  country: optional(
    z
      .string(country)
      .regex(/^[A-Za-z]{2}$/, country)
      .transform((code) => code.toUpperCase()),
  )
    .describe("The customer's country, ISO 3166-1 alpha-2.")
    .meta({ example: "DE" }),
  paid_at: optional(
    z.iso
      .datetime({ offset: true, error: instant })
      .transform((value) => new Date(value))
      .refine((value) => !Number.isNaN(value.getTime()), instant),
  )
    .describe(`When the order was paid, at most ${PAID_DAYS_MAX} days ago. Default: now.`)
    .meta({ example: "2026-03-01T12:00:00.000Z" }),
};

type OrderBody = z.output<z.ZodObject<typeof orderFields>>;

export const customerFrom = ({
  customer_id: customerId,
  customer_email: customerEmail,
}: OrderBody): CustomerReference => ({
  customerId,
  customerEmail,
});

/** The time that decides, and the real one, which differs in a test account. */
export interface Times {
  readonly now: Date;
  readonly real: Date;
}

export function detailsFrom(body: OrderBody, total: Money, times: Times): Partial<OrderFacts> {
  return {
    items: body.items ? itemsFrom(body.items, total) : [],
    subscriptionId: body.subscription_id ?? null,
    country: body.country ?? null,
    ...(body.paid_at ? { paidAt: paidWithin(body.paid_at, times) } : {}),
  };
}

function paidWithin(paidAt: Date, { now, real }: Times): Date {
  // A shop sends the real time. While a test clock is behind it, the order was paid just now.
  if (paidAt > now && paidAt <= real) return now;
  if (paidAt > now) throw new AppError("invalid_request", { text: "paid_at must not be in the future." });
  if (now.getTime() - paidAt.getTime() > PAID_DAYS_MAX * DAY_MS)
    throw new AppError("invalid_request", { text: `paid_at must be at most ${PAID_DAYS_MAX} days ago.` });
  return paidAt;
}

function itemsFrom(items: NonNullable<OrderBody["items"]>, total: Money): OrderFacts["items"] {
  const minors = sharesOf(
    items.map(({ amount: paid }) => paid),
    total,
  );
  return items.map(({ sku, product_id: product, category, quantity }, index) => ({
    sku,
    productId: product ?? null,
    category: category ?? null,
    quantity,
    amountMinor: minors[index] ?? 0n,
  }));
}

/** Of a minor unit. More decimals than any shop sends. */
const EXTRA_DECIMALS = 4;

/**
 * Items of 4.995 each are not above an order of 9.99, although each one rounds up. So they are added up before they are
 * rounded, and the rounding goes to those with the largest remainders.
 */
function sharesOf(amounts: readonly number[], total: Money): bigint[] {
  const unit = 10n ** BigInt(EXTRA_DECIMALS);
  const exact = amounts.map((paid) => scaled(paid, decimalsOf(total.currency) + EXTRA_DECIMALS));
  const rounded = divideHalfUp(
    exact.reduce((sum, part) => sum + part, 0n),
    unit,
  );
  if (rounded > total.minor) throw new AppError("items_exceed_amount");
  const whole = exact.map((part) => part / unit);
  const missing = Number(rounded - whole.reduce((sum, part) => sum + part, 0n));
  const largest = [...exact.keys()].toSorted(
    (a, b) => Number((exact[b] ?? 0n) % unit) - Number((exact[a] ?? 0n) % unit),
  );
  const roundedUp = new Set(largest.slice(0, missing));
  return whole.map((part, index) => (roundedUp.has(index) ? part + 1n : part));
}
