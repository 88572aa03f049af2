import type { EvidenceFact, Fact, RefundFact } from "../../domain/connectors/fact.ts";
import { clickIdOf } from "../shared/click-id.ts";
import { ofOtherMode } from "../shared/event-mode.ts";
import { headerParts, isRecent, isSigned, onlyHeader } from "../shared/hmac.ts";
import { fieldsAt, neededInteger, neededText, parseFields, textAt } from "../shared/json-fields.ts";
import { couponsAt, currencyOf, timeOf, transactionCompleted, type PaddleEvent } from "./transaction.ts";
import { ReceiptProblem, type Provider } from "../shared/provider.ts";

const translations: Readonly<Record<string, (event: PaddleEvent) => readonly Fact[]>> = {
  "transaction.completed": transactionCompleted,
  "adjustment.created": adjustmentChanged,
  "adjustment.updated": adjustmentChanged,
  "subscription.created": subscriptionCreated,
  "discount.created": discountChanged,
  "discount.updated": discountChanged,
};

/** Paddle Billing, API version 1. */
export const paddle: Provider = {
  name: "paddle",

  verify(request, secrets, now) {
    const header = onlyHeader(request, "paddle-signature") ?? "";
    const parts = headerParts(header, ";");
    const times = parts.get("ts") ?? [];
    // HTTP joins two headers of the same name with a comma.
    if (header.includes(",") || times.length !== 1 || !isRecent(times[0], now)) return false;
    return isSigned(request.body, { given: parts.get("h1") ?? [], encoding: "hex", prefix: `${times[0]}:` }, secrets);
  },

  refusal: ({ body }) => (/(?:^|&)p_signature=/.test(body.toString("latin1")) ? "paddle_classic" : undefined),

  recognize({ body }) {
    const event = parseFields(body.toString("utf8"));
    return { dedupKey: neededText(event, "event_id"), topic: neededText(event, "event_type") };
  },

  translate({ body }, settings) {
    const event = parseFields(body);
    // Events of a sandbox look like others, so the merchant says so. The simulator has IDs of its own.
    const isTest = settings.sandbox === true || neededText(event, "event_id").startsWith("ntfsim");
    const other = ofOtherMode(isTest, settings);
    if (other) return other;
    const type = neededText(event, "event_type");
    const translate = Object.hasOwn(translations, type) ? translations[type] : undefined;
    if (translate === undefined) return { ignored: "topic" };
    const data = fieldsAt(event, "data");
    if (data === null) throw new ReceiptProblem("The body has no data.");
    const facts = translate({ type, data, occurredAt: timeOf(neededText(event, "occurred_at")) });
    return facts.length === 0 ? { ignored: "nothing_to_do" } : { facts };
  },
};

/** A refund counts while it is approved. Credits and warnings take no money back. */
function adjustmentChanged({ data, occurredAt }: PaddleEvent): readonly RefundFact[] {
  const action = textAt(data, "action");
  const status = textAt(data, "status");
  const isReversal = action === "chargeback_reverse" && status === "approved";
  if (action !== "refund" && action !== "chargeback" && !isReversal) return [];
  const transaction = neededText(data, "transaction_id");
  const total = absolute(neededInteger(data, "totals.total"));
  const tax = absolute(neededInteger(data, "totals.tax"));
  return [
    {
      kind: "refund",
      // A reversal is an adjustment of its own that does not name the chargeback, only its transaction and amount.
      objectId: action === "refund" ? neededText(data, "id") : `chargeback:${transaction}:${total}`,
      at: occurredAt,
      handles: [`transaction:${transaction}`],
      // Refunded tax alone leaves the goods paid.
      counts: !isReversal && status === "approved" && total > tax,
      refunded: {
        of: "gross",
        amountMinor: total,
        ...(textAt(data, "currency_code") && { currency: currencyOf(data) }),
      },
      items: [],
      // What the merchant's staff wrote may name a person.
      reason: null,
      occurredAt: timeOf(textAt(data, "created_at") ?? occurredAt.toISOString()),
    },
  ];
}

function subscriptionCreated({ data, occurredAt }: PaddleEvent): readonly EvidenceFact[] {
  const id = neededText(data, "id");
  const transaction = textAt(data, "transaction_id");
  const clickId = clickIdOf(textAt(data, "custom_data.service_id"));
  const coupons = couponsAt(data, "discount.id");
  if (clickId === null && coupons.length === 0) return [];
  const handles = [`subscription:${id}`, ...(transaction === null ? [] : [`transaction:${transaction}`])];
  const customer = { id: textAt(data, "customer_id"), email: null };
  return [{ kind: "evidence", objectId: id, at: occurredAt, handles, clickId, coupons, customer }];
}

/** A discount that customers need no code for has none. */
function discountChanged({ data, occurredAt }: PaddleEvent): readonly Fact[] {
  const id = neededText(data, "id");
  const code = textAt(data, "code");
  return code === null ? [] : [{ kind: "coupon", objectId: id, at: occurredAt, handles: [`discount:${id}`], code }];
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
