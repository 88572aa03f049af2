import type { Fact, PaidItem, PaymentFact, RefundFact } from "../../domain/connectors/fact.ts";
import { bodyKey } from "../shared/body-key.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { CLICK_FIELD } from "../shared/click-in-url.ts";
import { ofOtherMode } from "../shared/event-mode.ts";
import { ExactFields } from "../shared/exact-fields.ts";
import { isSigned, onlyHeader } from "../shared/hmac.ts";
import { knownItems } from "../shared/known-items.ts";
import type { Provider, Translation } from "../shared/provider.ts";
import { rankedTime, rankOf } from "../shared/ranked-time.ts";

const ORDER_EVENTS: ReadonlySet<string> = new Set(["order_created", "order_refunded"]);
const INVOICE_EVENTS: ReadonlySet<string> = new Set(["subscription_payment_success", "subscription_payment_refunded"]);
const PAID: ReadonlySet<string> = new Set(["paid", "refunded", "partial_refund", "fraudulent"]);

/**
 * Lemon Squeezy's webhooks, which have the objects of version 1 of its API. Events have neither an ID nor a signed time.
 */
export const lemonSqueezy: Provider = {
  name: "lemonsqueezy",

  verify(request, secrets) {
    const signature = onlyHeader(request, "x-signature");
    return signature !== undefined && isSigned(request.body, { given: [signature], encoding: "hex" }, secrets);
  },

  recognize({ body }) {
    return {
      dedupKey: bodyKey(body),
      topic: ExactFields.ofBody(body.toString("utf8")).object("meta").text("event_name"),
    };
  },

  translate({ body }, settings) {
    const event = ExactFields.ofBody(body);
    const meta = event.object("meta");
    const name = meta.text("event_name");
    const isOrder = ORDER_EVENTS.has(name);
    if (!isOrder && !INVOICE_EVENTS.has(name)) return { ignored: "topic" };
    const data = event.object("data");
    const attributes = data.object("attributes");
    const other = ofOtherMode(meta.isTrue("test_mode") || attributes.isTrue("test_mode"), settings);
    if (other) return other;
    const object = { id: data.text("id"), attributes, meta };
    return isOrder ? { facts: ofOrder(object) } : ofInvoice(object);
  },
};

interface LemonObject {
  readonly id: string;
  readonly attributes: ExactFields;
  readonly meta: ExactFields;
}

const ofOrder = (order: LemonObject): readonly Fact[] => {
  const handle = `order:${order.id}`;
  return [
    {
      ...paymentOf(order, handle),
      items: itemsOf(order),
      clickId: clickIdOf(order.meta.optionalObject("custom_data")?.optionalText(CLICK_FIELD) ?? null),
    },
    ...refundOf(order, handle),
  ];
};

/** The first invoice of a subscription is its order, which has an event of its own. */
function ofInvoice(invoice: LemonObject): Translation {
  const { attributes } = invoice;
  if (attributes.optionalText("billing_reason") === "initial") return { ignored: "nothing_to_do" };
  const handle = `inv:${invoice.id}`;
  const subscriptionId = `ls:${attributes.text("subscription_id")}`;
  return {
    facts: [{ ...paymentOf(invoice, handle), subscriptionId, renewal: true }, ...refundOf(invoice, handle)],
  };
}

/** Amounts are whole cents. Nothing is shipped. */
function paymentOf({ attributes }: LemonObject, handle: string): PaymentFact {
  const status = attributes.text("status");
  const isPaid = PAID.has(status);
  const isCancelled = status === "fraudulent";
  const customer = attributes.optionalText("customer_id");
  const email = attributes.optionalText("user_email");
  const total = attributes.whole("total");
  const net = netOf(attributes);
  return {
    kind: "payment",
    objectId: handle,
    at: rankedTime(updatedAt(attributes), rankOf({ isPaid, isCancelled })),
    handles: [handle],
    orderId: `ls:${handle}`,
    number: attributes.optionalText("order_number") ?? undefined,
    currency: attributes.currency("currency"),
    amounts: { net, netAndShipping: net, gross: total },
    items: [],
    paidAt: isPaid ? attributes.time("created_at") : null,
    customer: customer === null && email === null ? null : { id: customer === null ? null : `ls:${customer}`, email },
    subscriptionId: null,
    renewal: false,
    country: null,
    clickId: null,
    coupons: [],
    cancelled: isCancelled,
  };
}

const updatedAt = (attributes: ExactFields): Date =>
  attributes.optionalTime("updated_at") ?? attributes.time("created_at");

function netOf(attributes: ExactFields): bigint {
  const net = attributes.whole("total") - (attributes.optionalWhole("tax") ?? 0n);
  return net > 0n ? net : 0n;
}

/** An order has one item, which is the whole of it. Lemon Squeezy has no SKUs: the variant takes its place. */
function itemsOf({ attributes }: LemonObject): readonly PaidItem[] {
  const item = attributes.optionalObject("first_order_item");
  const variant = item?.optionalText("variant_id") ?? null;
  if (!item || variant === null) return [];
  return knownItems([
    {
      lineId: item.optionalText("id") ?? variant,
      sku: variant,
      productId: item.optionalText("product_id"),
      category: null,
      quantity: Math.max(1, Number(item.optionalWhole("quantity") ?? 1n)),
      amountMinor: netOf(attributes),
    },
  ]);
}

/**
 * Events name the sum of all refunds so far. Each sum is a fact of its own, of which the largest one holds, whatever
 * order they arrive in.
 */
function refundOf({ attributes }: LemonObject, handle: string): readonly RefundFact[] {
  const sum = attributes.optionalWhole("refunded_amount") ?? 0n;
  const amountMinor = sum === 0n && attributes.isTrue("refunded") ? attributes.whole("total") : sum;
  if (amountMinor === 0n) return [];
  const at = updatedAt(attributes);
  return [
    {
      kind: "refund",
      objectId: `${handle}:${amountMinor}`,
      at,
      handles: [handle],
      counts: true,
      refunded: { of: "total", amountMinor },
      items: [],
      reason: null,
      occurredAt: attributes.optionalTime("refunded_at") ?? at,
    },
  ];
}
