import type { CouponOfOrder, Fact, PaidItem, PaymentFact, RefundFact } from "../../domain/connectors/fact.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { bodyKey } from "../shared/body-key.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { clickInUrl } from "../shared/click-in-url.ts";
import { ExactFields } from "../shared/exact-fields.ts";
import { isSigned, onlyHeader } from "../shared/hmac.ts";
import { knownItems } from "../shared/known-items.ts";
import type { Provider, StoredReceipt } from "../shared/provider.ts";
import { rankedTime, rankOf } from "../shared/ranked-time.ts";
import { siteOf, siteText } from "./site.ts";

const ORDER_TOPICS: ReadonlySet<string> = new Set(["order.created", "order.updated", "order.restored"]);
const PAID: ReadonlySet<string> = new Set(["processing", "completed"]);
const CANCELLED: ReadonlySet<string> = new Set(["cancelled", "failed", "refunded", "trash"]);

/**
 * WooCommerce's webhooks with the API version "WP REST API Integration v3" (wc/v3), which it offers by default.
 * An order is sent as it is at that moment, not as it was when the event happened.
 */
export const woocommerce: Provider = {
  name: "woocommerce",

  verify(request, secrets) {
    const signature = onlyHeader(request, "x-wc-webhook-signature");
    return signature !== undefined && isSigned(request.body, { given: [signature], encoding: "base64" }, secrets);
  },

  /** Sent when a webhook is saved. Without a 200, WooCommerce does not activate it. */
  isPing({ body }) {
    return body.length <= PING_MAX && /^webhook_id=\d+$/.test(body.toString("latin1"));
  },

  /** The delivery ID alone is no key: it is a digest of the webhook's ID and the second. */
  recognize(request) {
    const topic = onlyHeader(request, "x-wc-webhook-topic") ?? "";
    // All that is left of a deleted order is its ID, and an order can be deleted, restored and deleted again.
    const delivery = topic === "order.deleted" ? [onlyHeader(request, "x-wc-webhook-delivery-id") ?? ""] : [];
    return { dedupKey: bodyKey(topic, ...delivery, request.body), topic };
  },

  translate(receipt, { site: known = null, formerKeys = false }) {
    const { topic, body } = receipt;
    // Orders name the text of their coupons.
    if (topic.startsWith("coupon.")) return { ignored: "nothing_to_do" };
    if (topic !== "order.deleted" && !ORDER_TOPICS.has(topic)) return { ignored: "topic" };
    const order = ExactFields.ofBody(body);
    const own = siteOf(order, receipt);
    const site = siteText(own);
    if (known !== null && known !== site) return { ignored: "other_site", site };
    const shop: Shop = { host: own.host, key: formerKeys ? own.host : site };
    const facts =
      topic === "order.deleted" ? [deletionOf(order, { receipt, shop })] : ofOrder(order, { receipt, shop });
    const former = handleOf({ host: own.host, key: own.host }, order.text("id"));
    return { facts, site, ...(own.path !== "" && !formerKeys && { formerHandle: former }) };
  },
};

const PING_MAX = 40;

interface Shop {
  readonly host: string;
  /** Its host and path. Orders from before paths were part of it keep the host alone. */
  readonly key: string;
}

interface Told {
  readonly receipt: StoredReceipt;
  readonly shop: Shop;
}

const keyOf = ({ key }: Shop, id: string): string => `${key}:${id}`;
const handleOf = (shop: Shop, orderId: string): string => `order:${keyOf(shop, orderId)}`;

function ofOrder(order: ExactFields, told: Told): readonly Fact[] {
  const { receipt, shop } = told;
  const payment = paymentOf(order, shop);
  const refunds = order.list("refunds").map((refund) => refundOf(refund, { payment, shop }));
  const listed = { ...payment, refundIds: refunds.map(({ objectId }) => objectId).toSorted() };
  return [listed, ...refunds, ...(receipt.topic === "order.restored" ? [deletionOf(order, told)] : [])];
}

function paymentOf(order: ExactFields, shop: Shop): PaymentFact {
  const id = order.text("id");
  const status = order.text("status");
  const currency = order.currency("currency");
  const items = order.list("line_items").map((line) => itemOf(line, currency));
  const net = items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const paidAt = paidAtOf(order, status);
  const isCancelled = CANCELLED.has(status);
  const renewal = metaOf(order, "_subscription_renewal");
  return {
    kind: "payment",
    objectId: keyOf(shop, id),
    at: rankedTime(order.time("date_modified_gmt"), rankOf({ isPaid: paidAt !== null, isCancelled })),
    handles: [handleOf(shop, id)],
    orderId: `woo:${keyOf(shop, id)}`,
    number: order.optionalText("number") ?? undefined,
    currency,
    amounts: {
      net,
      netAndShipping: net + order.optionalMajor("shipping_total", currency),
      gross: order.major("total", currency),
    },
    items: knownItems(items.filter(({ quantity }) => quantity > 0)),
    paidAt,
    customer: customerOf(order, shop),
    subscriptionId: renewal === null ? null : `woo:${keyOf(shop, renewal)}`,
    renewal: renewal !== null,
    country: countryOf(order),
    clickId: clickIdOf(metaOf(order, "_service_id"), clickInUrl(metaOf(order, "_wc_order_attribution_session_entry"))),
    coupons: order.list("coupon_lines").flatMap((line): CouponOfOrder[] => {
      const code = line.optionalText("code");
      return code === null ? [] : [{ code }];
    }),
    cancelled: isCancelled,
  };
}

/**
 * Cash on delivery is processed before it is paid, and stays so in an order that is cancelled later. Its time is that of
 * the order, because WooCommerce dates the payment only when the order is completed.
 */
function paidAtOf(order: ExactFields, status: string): Date | null {
  const isOnDelivery = order.optionalText("payment_method") === "cod";
  const paidAt = isOnDelivery ? null : order.optionalTime("date_paid_gmt");
  const isPaid = PAID.has(status) || (isOnDelivery && CANCELLED.has(status) && status !== "failed");
  return paidAt ?? (isPaid ? order.time("date_created_gmt") : null);
}

/** Totals of lines are after discounts and without tax. */
function itemOf(line: ExactFields, currency: Currency): PaidItem {
  const total = line.optionalMajor("total", currency);
  const known = (field: string): string | null => {
    const text = line.optionalText(field);
    return text === "0" ? null : text;
  };
  const id = line.text("id");
  const product = known("product_id");
  return {
    lineId: id,
    sku: line.optionalText("sku") ?? known("variation_id") ?? product ?? id,
    productId: product,
    category: null,
    quantity: Number(line.optionalWhole("quantity") ?? 1n),
    amountMinor: total > 0n ? total : 0n,
  };
}

function metaOf(order: ExactFields, key: string): string | null {
  return (
    order
      .list("meta_data")
      .find((meta) => meta.optionalText("key") === key)
      ?.optionalText("value") ?? null
  );
}

/** Customer 0 is a guest. The sites of a network have the same customers. */
function customerOf(order: ExactFields, shop: Shop): PaymentFact["customer"] {
  const id = order.optionalText("customer_id");
  const isGuest = id === null || id === "0";
  const email = order.optionalObject("billing")?.optionalText("email") ?? null;
  if (isGuest) return email === null ? null : { id: null, email };
  return { id: `woo:${shop.host}:${id}`, email };
}

function countryOf(order: ExactFields): string | null {
  const code = order.optionalObject("billing")?.optionalText("country")?.toUpperCase();
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;
}

/** A refund's total is negative and contains tax and shipping. */
function refundOf(refund: ExactFields, { payment, shop }: { payment: PaymentFact; shop: Shop }): RefundFact {
  const total = refund.major("total", payment.currency);
  const amountMinor = total < 0n ? -total : total;
  return {
    kind: "refund",
    objectId: keyOf(shop, refund.text("id")),
    at: payment.at,
    handles: payment.handles,
    counts: amountMinor > 0n,
    refunded: { of: "gross", amountMinor },
    items: [],
    // What the shop's staff wrote may name a person.
    reason: null,
    occurredAt: payment.at,
  };
}

/** More than any order. Only the order's ID is left of a deleted one. */
const EVERYTHING = 10n ** 17n;

/** A deleted order is refunded as a whole, until it is restored or changes. A deletion has no time of its own. */
function deletionOf(order: ExactFields, { receipt, shop }: Told): RefundFact {
  const id = order.text("id");
  return {
    kind: "refund",
    objectId: `deleted:${keyOf(shop, id)}`,
    at: receipt.receivedAt,
    handles: [handleOf(shop, id)],
    counts: receipt.topic === "order.deleted",
    refunded: { of: "total", amountMinor: EVERYTHING },
    items: [],
    reason: null,
    occurredAt: receipt.receivedAt,
    untilChanged: true,
  };
}
