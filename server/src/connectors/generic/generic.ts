import { ORDER_ID_MAX } from "tributary-sdk/limits";
import type { PaidItem, PaymentFact, RefundFact } from "../../domain/connectors/fact.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { isAtMost, isOneLine } from "../../domain/values/plain-text.ts";
import { bodyKey } from "../shared/body-key.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { cleanText, parseExactJson, parseJson, type ExactJson } from "../shared/exact-json.ts";
import { MappingProblem, parseMapping, type Mapping } from "./mapping.ts";
import { headerParts, isRecent, isSigned, onlyHeader } from "../shared/hmac.ts";
import { knownItems } from "../shared/known-items.ts";
import { valueAt } from "./json-path.ts";
import { MappedFields } from "./mapped-fields.ts";
import { ReceiptProblem, type InboundRequest, type Provider } from "../shared/provider.ts";

const PREFIX = "whsec_";
/** Our own webhooks are signed with the first one. */
const TIMED_HEADERS = ["x-service-signature", "signature"] as const;
const SIGNATURE_HEADERS = ["webhook-signature", ...TIMED_HEADERS] as const;

/**
 * Anyone's webhooks: signed with Standard Webhooks 1.0.0 or like our own (`t=,v1=`), and read through a mapping of JSON
 * paths.
 */
export const generic: Provider = {
  name: "generic",

  verify(request, secrets, now) {
    const sent = SIGNATURE_HEADERS.filter((name) => request.headers[name] !== undefined);
    // Our own webhooks carry both kinds. A header that came twice makes the request ambiguous.
    if (sent.some((name) => onlyHeader(request, name) === undefined)) return false;
    return sent.some((name) =>
      name === "webhook-signature"
        ? isStandard(request, secrets, now)
        : isTimed(request, { header: onlyHeader(request, name) ?? "", secrets, now }),
    );
  },

  recognize(request) {
    const json = parseJson(request.body.toString("utf8")) as ExactJson;
    const [topic] = DEFAULTS.paths.topic.map((path) => valueAt(json, path)).filter((value) => value !== undefined);
    // Only one of the two kinds of signatures covers the ID, so the body is part of the key.
    const dedupKey = bodyKey(onlyHeader(request, "webhook-id") ?? "", request.body);
    return { dedupKey, topic: typeof topic === "string" ? cleanText(topic) : "" };
  },

  topicOf({ body }, { mapping }) {
    return mapping === null ? null : new MappedFields(parseExactJson(body), mappingOf(mapping)).optionalText("topic");
  },

  translate({ body, receivedAt }, { mapping: given, testMode, formerKeys = false }) {
    const mapping = mappingOf(given);
    const event = new MappedFields(parseExactJson(body), mapping);
    const kind = kindOf(event, mapping);
    if (kind === null) return { ignored: "topic" };
    // Most shops mark no event as live, so a test account counts all of them.
    if (event.isTrue("test") && testMode !== true) return { ignored: "test" };
    if (kind === "order") return { facts: [paymentOf(event, receivedAt)] };
    const refund = refundOf(event, receivedAt);
    const formerId = idAt(event, "refund.id");
    return formerKeys ? { facts: [{ ...refund, objectId: formerId }] } : { facts: [refund], formerRefundId: formerId };
  },
};

const DEFAULTS = parseMapping({});

function mappingOf(given: Readonly<Record<string, string>> | null): Mapping {
  if (given === null) return DEFAULTS;
  try {
    return parseMapping(given);
  } catch (error) {
    throw error instanceof MappingProblem ? new ReceiptProblem(error.message) : error;
  }
}

/** Standard Webhooks: `v1,<base64>` over the ID, the time and the body. */
function isStandard(request: InboundRequest, secrets: readonly string[], now: Date): boolean {
  const id = onlyHeader(request, "webhook-id");
  const seconds = onlyHeader(request, "webhook-timestamp");
  if (id === undefined || !isRecent(seconds, now)) return false;
  const header = onlyHeader(request, "webhook-signature") ?? "";
  // HTTP joins two headers of the same name with a comma and a space.
  if (header.includes(", ")) return false;
  const given = header.split(" ").flatMap((each) => (each.startsWith("v1,") ? [each.slice(3)] : []));
  return isSigned(request.body, { given, encoding: "base64", prefix: `${id}.${seconds}.` }, secrets.flatMap(keysOf));
}

/** A secret is Base64, or plain text. Libraries take one without a prefix for Base64 too. */
function keysOf(secret: string): (string | Buffer)[] {
  if (secret.startsWith(PREFIX)) return [Buffer.from(secret.slice(PREFIX.length), "base64")];
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 0;
  return isBase64 ? [secret, Buffer.from(secret, "base64")] : [secret];
}

/** `t=<seconds>,v1=<hex>` over the time and the body; the whole secret is the key. */
function isTimed(
  { body }: InboundRequest,
  { header, secrets, now }: { header: string; secrets: readonly string[]; now: Date },
): boolean {
  const parts = headerParts(header, ",");
  const [seconds, ...others] = parts.get("t") ?? [];
  if (others.length > 0 || !isRecent(seconds, now)) return false;
  return isSigned(body, { given: parts.get("v1") ?? [], encoding: "hex", prefix: `${seconds}.` }, secrets);
}

/** Without a topic, an event that names the order of a refund is a refund. */
function kindOf(event: MappedFields, { orderTopics, refundTopics }: Mapping): "order" | "refund" | null {
  const topic = event.optionalText("topic");
  if (topic === null) return event.optionalText("refund.order_id") === null ? "order" : "refund";
  return orderTopics.has(topic) ? "order" : refundTopics.has(topic) ? "refund" : null;
}

const handleOf = (orderId: string): string => `order:${orderId}`;

/** Refunds of two orders may have the same ID. Without the colon, none starts with `edit:`, which is reserved. */
const refundKeyOf = (orderId: string, id: string): string =>
  `${orderId.replaceAll(/[%/:]/g, encodeURIComponent)}/${id}`;

/** The same rule as for the order IDs of the API. */
function idAt(event: MappedFields, name: "order.id" | "refund.id" | "refund.order_id"): string {
  const id = event.text(name);
  if (isAtMost(id, ORDER_ID_MAX) && isOneLine(id)) return id;
  throw new ReceiptProblem(`${name} must be text of 1 to ${ORDER_ID_MAX} characters without line breaks.`);
}

function paymentOf(event: MappedFields, receivedAt: Date): PaymentFact {
  const id = idAt(event, "order.id");
  const currency = event.orderCurrency();
  const amount = event.amount("order.amount", currency);
  const paidAt = event.optionalTime("order.paid_at");
  const customerId = event.optionalText("order.customer_id");
  const email = event.optionalText("order.customer_email");
  const country = event.optionalText("order.country")?.toUpperCase() ?? "";
  const subscriptionId = event.optionalText("order.subscription_id");
  const items = event.list("order.items").map((item, index) => itemOf(item, currency, index));
  const itemsMinor = items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (itemsMinor > amount) throw new ReceiptProblem("The items are more than the order's amount.");
  return {
    kind: "payment",
    objectId: id,
    // Without a time of its own, a later report is a later state.
    at: event.optionalTime("order.updated_at") ?? receivedAt,
    handles: [handleOf(id)],
    orderId: id,
    currency,
    amounts: { net: amount, netAndShipping: amount, gross: amount },
    items: knownItems(items),
    paidAt: paidAt ?? receivedAt,
    customer: customerId === null && email === null ? null : { id: customerId, email },
    subscriptionId,
    renewal: event.isTrue("order.renewal"),
    ...(subscriptionId !== null && event.isFalse("order.renewal") && { startsSubscription: true }),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    clickId: clickIdOf(event.optionalText("order.click_id")),
    coupons: event.texts("order.coupon").map((code) => ({ code })),
    cancelled: false,
  };
}

function itemOf(item: MappedFields, currency: Currency, index: number): PaidItem {
  const quantity = item.optionalText("item.quantity") ?? "1";
  if (!/^[1-9]\d{0,8}$/.test(quantity)) throw new ReceiptProblem("item.quantity must be a whole number from 1.");
  const sku = item.text("item.sku");
  return {
    lineId: item.optionalText("item.id") ?? String(index),
    sku,
    productId: item.optionalText("item.product_id"),
    category: item.optionalText("item.category"),
    quantity: Number(quantity),
    amountMinor: item.amount("item.amount", currency),
  };
}

function refundOf(event: MappedFields, receivedAt: Date): RefundFact {
  const occurredAt = event.optionalTime("refund.occurred_at") ?? receivedAt;
  const refunded = event.refundedAmount();
  const orderId = idAt(event, "refund.order_id");
  return {
    kind: "refund",
    objectId: refundKeyOf(orderId, idAt(event, "refund.id")),
    at: occurredAt,
    handles: [handleOf(orderId)],
    counts: refunded.amountMinor > 0n,
    refunded: { of: "gross", ...refunded },
    items: [],
    // Free text may name a person.
    reason: null,
    occurredAt,
  };
}
