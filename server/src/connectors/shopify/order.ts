import type { CouponOfOrder, PaidAmounts, PaidItem, PaymentFact } from "../../domain/connectors/fact.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { apportion } from "../shared/apportion.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { CLICK_FIELD, clickInUrl } from "../shared/click-in-url.ts";
import { partOf } from "../shared/decimal-text.ts";
import type { ExactFields } from "../shared/exact-fields.ts";
import { knownItems } from "../shared/known-items.ts";
import { rankedTime, rankOf } from "../shared/ranked-time.ts";
import { chargeOf, lineCharge, notNegative, shopMoney, sumOf } from "./money.ts";

const PAID: ReadonlySet<string> = new Set(["paid", "partially_paid", "partially_refunded", "refunded"]);
const GONE: ReadonlySet<string> = new Set(["refunded", "voided"]);

export const handleOf = (orderId: string): string => `order:${orderId}`;

export function paymentOf(order: ExactFields): PaymentFact {
  const id = order.text("id");
  const status = order.optionalText("financial_status") ?? "";
  const isPaid = PAID.has(status);
  const isCancelled = order.optionalText("cancelled_at") !== null || GONE.has(status);
  const { amounts, items, currency, taxIncluded } = worthOf(order);
  return {
    kind: "payment",
    objectId: id,
    at: rankedTime(order.time("updated_at"), rankOf({ isPaid, isCancelled })),
    handles: [handleOf(id)],
    orderId: `shopify:${id}`,
    number: order.optionalText("name") ?? undefined,
    currency,
    amounts,
    taxIncluded,
    items,
    // Not the time of the payment: it would change with each capture.
    paidAt: isPaid ? (order.optionalTime("processed_at") ?? order.time("created_at")) : null,
    customer: customerOf(order),
    subscriptionId: null,
    renewal: false,
    country: countryOf(order),
    clickId: clickOf(order),
    coupons: order.list("discount_codes").flatMap((coupon): CouponOfOrder[] => {
      const code = coupon.optionalText("code");
      return code === null ? [] : [{ code }];
    }),
    cancelled: isCancelled,
  };
}

/** The goods of an order. Gift cards are none: they are paid with later. */
export const isGoods = (line: ExactFields): boolean => !line.isTrue("gift_card");

interface Worth {
  readonly amounts: PaidAmounts & { readonly goodsGross: bigint };
  readonly items: readonly PaidItem[];
}

function worthOf(order: ExactFields): Worth & { currency: Currency; taxIncluded: boolean } {
  const currency = order.currency("currency");
  const taxes = { currency, taxesIncluded: order.isTrue("taxes_included") };
  const all = order.list("line_items");
  const goods = all.filter(isGoods).map((line) => ({ line, charge: lineCharge(line, taxes) }));
  const items = goods.map(({ line, charge }) => itemOf(line, charge.net));
  const goodsGross = sumOf(goods.map(({ charge }) => charge.gross));
  const giftCards = sumOf(all.filter((line) => !isGoods(line)).map((line) => lineCharge(line, taxes).gross));
  const net = sumOf(items.map(({ amountMinor }) => amountMinor));
  const shipping = sumOf(order.list("shipping_lines").map((line) => chargeOf(line, 1n, taxes).net));
  const total = shopMoney(order, "total_price", currency);
  const amounts = { net, netAndShipping: net + shipping, gross: notNegative(total - giftCards), goodsGross };
  const owed = order.optionalText("financial_status") === "partially_paid" ? outstandingOf(order, currency) : 0n;
  return {
    currency,
    taxIncluded: taxes.taxesIncluded,
    ...partPaid({ amounts, items }, notNegative(total - owed), total),
  };
}

const outstandingOf = (order: ExactFields, currency: Currency): bigint =>
  shopMoney(order, "total_outstanding", currency);

/** The part of an order that was captured so far. */
function partPaid({ amounts, items }: Worth, paid: bigint, total: bigint): Worth {
  const known = knownItems(items.filter(({ quantity }) => quantity > 0));
  if (paid >= total) return { amounts, items: known };
  const part = (amount: bigint): bigint => partOf(amount, paid, total);
  const net = part(amounts.net);
  const parts = apportion(
    net,
    known.map(({ amountMinor }) => amountMinor),
  );
  return {
    amounts: {
      net,
      netAndShipping: part(amounts.netAndShipping),
      gross: part(amounts.gross),
      goodsGross: part(amounts.goodsGross),
    },
    items: known.map((item, index) => ({ ...item, amountMinor: parts[index] ?? 0n })),
  };
}

function itemOf(line: ExactFields, amountMinor: bigint): PaidItem {
  const id = line.text("id");
  const product = line.optionalText("product_id");
  return {
    lineId: id,
    sku: line.optionalText("sku") ?? line.optionalText("variant_id") ?? product ?? id,
    productId: product,
    category: null,
    quantity: Number(line.whole("quantity")),
    amountMinor,
  };
}

function customerOf(order: ExactFields): PaymentFact["customer"] {
  const customer = order.optionalObject("customer");
  const id = customer?.optionalText("id") ?? null;
  const email =
    order.optionalText("email") ?? order.optionalText("contact_email") ?? customer?.optionalText("email") ?? null;
  return id === null && email === null ? null : { id: id === null ? null : `shopify:${id}`, email };
}

function countryOf(order: ExactFields): string | null {
  for (const address of ["billing_address", "shipping_address"]) {
    const code = order.optionalObject(address)?.optionalText("country_code")?.toUpperCase();
    if (code !== undefined && /^[A-Z]{2}$/.test(code)) return code;
  }
  return null;
}

/** POS and draft orders have no landing page. */
function clickOf(order: ExactFields): string | null {
  const attribute = order.list("note_attributes").find((each) => each.optionalText("name") === CLICK_FIELD);
  return clickIdOf(attribute?.optionalText("value") ?? null, clickInUrl(order.optionalText("landing_site")));
}
