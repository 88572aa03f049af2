import type { InboundRequest } from "../shared/provider.ts";
import { hmacOf, lettersOf, requestOf, secondsOf, type Sample, type Sampler } from "./sample.ts";

/** `transaction.completed` and `adjustment.created`, like those of Paddle's own simulator. */
export const paddleSampler: Sampler = {
  ownOrderId: (orderId) => /^(?:paddle:)?(\w{1,100})$/.exec(orderId)?.[1],
  externalId: (id) => `paddle:${id}`,
  newOrderId: (uuid) => `txn_${lettersOf(uuid)}`,
  hasCoupons: true,

  requests(sample, secret) {
    const { event, couponCode } = sample;
    const send = (type: string, data: object): InboundRequest => signed(sample, { type, data, secret });
    if (event === "refund") return [send("adjustment.created", adjustmentOf(sample))];
    const completed = send("transaction.completed", transactionOf(sample));
    // A transaction names its discount by the ID only.
    return couponCode === null ? [completed] : [send("discount.created", discountOf(couponCode)), completed];
  },
};

function signed(
  { uuid, at }: Sample,
  { type, data, secret }: { type: string; data: object; secret: string },
): InboundRequest {
  const id = lettersOf(`${uuid} ${type}`);
  const text = JSON.stringify({
    event_id: `ntfsimevt_${id}`,
    event_type: type,
    occurred_at: at.toISOString(),
    notification_id: `ntfsimntf_${id}`,
    data,
  });
  const ts = secondsOf(at);
  return requestOf({ "paddle-signature": `ts=${ts};h1=${hmacOf("hex", `${ts}:${text}`, secret)}` }, text);
}

const discountId = (code: string): string => `dsc_${lettersOf(code)}`;

const discountOf = (code: string): object => ({
  id: discountId(code),
  status: "active",
  description: "Sample",
  enabled_for_checkout: true,
  code,
  type: "percentage",
  amount: "10",
});

function transactionOf({ uuid, at, orderId, money, clickId, couponCode, customerEmail }: Sample): object {
  const amount = String(money.minor);
  const totals = { subtotal: amount, discount: "0", tax: "0", total: amount };
  return {
    id: orderId,
    status: "completed",
    customer_id: `ctm_${lettersOf(customerEmail)}`,
    currency_code: money.currency,
    origin: "web",
    subscription_id: null,
    invoice_number: null,
    discount_id: couponCode === null ? null : discountId(couponCode),
    custom_data: clickId === null ? null : { service_id: clickId },
    payments: [{ status: "captured", captured_at: at.toISOString(), amount }],
    items: [],
    details: {
      tax_rates_used: [],
      totals: { ...totals, credit: "0", balance: "0", grand_total: amount, currency_code: money.currency },
      line_items: [
        {
          id: `txnitm_${lettersOf(uuid)}`,
          price_id: "pri_sample",
          quantity: 1,
          product: { id: "pro_sample" },
          totals,
        },
      ],
    },
  };
}

function adjustmentOf({ uuid, at, orderId, money, customerEmail }: Sample): object {
  const amount = String(money.minor);
  return {
    id: `adj_${lettersOf(uuid)}`,
    action: "refund",
    type: "partial",
    transaction_id: orderId,
    subscription_id: null,
    customer_id: `ctm_${lettersOf(customerEmail)}`,
    reason: "requested_by_customer",
    currency_code: money.currency,
    status: "approved",
    items: [],
    totals: { subtotal: amount, tax: "0", total: amount, currency_code: money.currency },
    created_at: at.toISOString(),
  };
}
