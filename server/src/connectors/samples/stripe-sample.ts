import { stripeAmount } from "../stripe/units.ts";
import { hmacOf, lettersOf, requestOf, secondsOf, type Sample, type Sampler } from "./sample.ts";

const PREFIX = "stripe:";
const API_VERSION = "2026-10-28.endive";

/** `checkout.session.completed` of a one-off payment, and `refund.created`. */
export const stripeSampler: Sampler = {
  ownOrderId: (orderId) => /^(?:stripe:)?(\w{1,100})$/.exec(orderId)?.[1],
  externalId: (id) => PREFIX + id,
  newOrderId: (uuid) => `pi_${lettersOf(uuid)}`,
  hasCoupons: true,

  requests(sample, secret) {
    const created = secondsOf(sample.at);
    const isOrder = sample.event === "order";
    const text = JSON.stringify({
      id: `evt_${lettersOf(sample.uuid)}`,
      object: "event",
      api_version: API_VERSION,
      created,
      data: { object: isOrder ? sessionOf(sample, created) : refundOf(sample, created) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: isOrder ? "checkout.session.completed" : "refund.created",
    });
    return [requestOf({ "stripe-signature": `t=${created},v1=${hmacOf("hex", `${created}.${text}`, secret)}` }, text)];
  },
};

function sessionOf({ uuid, orderId, money, clickId, couponCode, customerEmail }: Sample, created: number): object {
  const code = couponCode === null ? "" : lettersOf(couponCode);
  return {
    id: `cs_test_${lettersOf(uuid)}`,
    object: "checkout.session",
    amount_subtotal: stripeAmount(money),
    amount_total: stripeAmount(money),
    client_reference_id: clickId,
    created,
    currency: money.currency.toLowerCase(),
    customer: `cus_${lettersOf(customerEmail).slice(0, 14)}`,
    customer_details: { address: { country: "DE" }, email: customerEmail, name: null, phone: null },
    discounts:
      couponCode === null
        ? []
        : [{ coupon: null, promotion_code: { id: `promo_${code}`, object: "promotion_code", code: couponCode } }],
    invoice: null,
    livemode: false,
    metadata: {},
    mode: "payment",
    payment_intent: orderId,
    payment_status: "paid",
    status: "complete",
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  };
}

const refundOf = ({ uuid, orderId, money }: Sample, created: number): object => ({
  id: `re_${lettersOf(uuid)}`,
  object: "refund",
  amount: stripeAmount(money),
  charge: null,
  created,
  currency: money.currency.toLowerCase(),
  metadata: {},
  payment_intent: orderId,
  reason: "requested_by_customer",
  status: "succeeded",
});
