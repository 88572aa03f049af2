import { bodyKey } from "../shared/body-key.ts";
import { ofOtherMode } from "../shared/event-mode.ts";
import { ExactFields } from "../shared/exact-fields.ts";
import { isSigned, onlyHeader } from "../shared/hmac.ts";
import type { ConnectorSettings, InboundRequest, Provider, Translation } from "../shared/provider.ts";
import { refundOf, refundsIn } from "./refund.ts";
import { paymentOf } from "./order.ts";

/** Older and newer deliveries spell their headers differently. */
const PREFIXES = ["x-shopify-", "shopify-"] as const;
const ORDER_TOPICS: ReadonlySet<string> = new Set([
  "orders/create",
  "orders/paid",
  "orders/updated",
  "orders/cancelled",
]);

/**
 * Shopify's webhooks in JSON, as documented for the versions 2024-10 to 2026-10 of the Admin API. Their order and refund
 * are those of the REST API.
 */
export const shopify: Provider = {
  name: "shopify",

  verify(request, secrets) {
    const given = PREFIXES.filter((prefix) => request.headers[`${prefix}hmac-sha256`] !== undefined).map((prefix) =>
      onlyHeader(request, `${prefix}hmac-sha256`),
    );
    const [first] = given;
    // Both spellings at once must say the same.
    if (first === undefined || given.some((signature) => signature !== first)) return false;
    return isSigned(request.body, { given: [first], encoding: "base64" }, secrets);
  },

  recognize(request) {
    const topic = headerOf(request, "topic") ?? "";
    return { dedupKey: bodyKey(topic, request.body), topic };
  },

  translate({ topic, body }, settings) {
    if (ORDER_TOPICS.has(topic)) return ofOrder(ExactFields.ofBody(body), settings);
    if (topic === "refunds/create") return ofRefund(ExactFields.ofBody(body), settings);
    // It has no prices. The update that follows has.
    return { ignored: topic === "orders/edited" ? "nothing_to_do" : "topic" };
  },
};

const headerOf = (request: InboundRequest, name: string): string | undefined =>
  PREFIXES.map((prefix) => onlyHeader(request, `${prefix}${name}`)).find((value) => value !== undefined);

function ofOrder(order: ExactFields, settings: ConnectorSettings): Translation {
  const other = ofOtherMode(order.isTrue("test"), settings);
  if (other) return other;
  const payment = paymentOf(order);
  return { facts: [payment, ...refundsIn(order, payment)] };
}

/** A refund without transactions does not say what it is. Then its order decides. */
function ofRefund(refund: ExactFields, settings: ConnectorSettings): Translation {
  const transactions = refund.list("transactions");
  const isTest = transactions.every((transaction) => transaction.isTrue("test"));
  const other = transactions.length > 0 ? ofOtherMode(isTest, settings) : undefined;
  if (other) return other;
  return { facts: [refundOf(refund, null)] };
}
