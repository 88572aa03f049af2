import { ORDER_ID_MAX } from "tributary-sdk/limits";
import { majorOf } from "../../domain/values/money.ts";
import { isAtMost, isOneLine } from "../../domain/values/plain-text.ts";
import { hmacOf, lettersOf, requestOf, secondsOf, type Sample, type Sampler } from "./sample.ts";

/** In the fields that a connector without a mapping reads, signed like Tributary's own webhooks. */
export const genericSampler: Sampler = {
  ownOrderId: (orderId) => (isAtMost(orderId, ORDER_ID_MAX) && isOneLine(orderId) ? orderId : undefined),
  externalId: (id) => id,
  newOrderId: (uuid) => `order-${lettersOf(uuid).slice(0, 12)}`,
  hasCoupons: true,

  requests(sample, secret) {
    const text = JSON.stringify(sample.event === "order" ? orderOf(sample) : refundOf(sample));
    const t = secondsOf(sample.at);
    return [requestOf({ "x-service-signature": `t=${t},v1=${hmacOf("hex", `${t}.${text}`, secret)}` }, text)];
  },
};

const orderOf = ({ at, orderId, money, clickId, couponCode, customerEmail }: Sample): object => ({
  type: "order.paid",
  data: {
    external_id: orderId,
    amount: majorOf(money),
    currency: money.currency,
    paid_at: at.toISOString(),
    ...(clickId !== null && { click_id: clickId }),
    ...(couponCode !== null && { coupon_code: couponCode }),
    customer_email: customerEmail,
    items: [{ sku: "SAMPLE", quantity: 1, amount: majorOf(money) }],
  },
});

const refundOf = ({ at, uuid, orderId, money }: Sample): object => ({
  type: "refund.created",
  data: {
    external_id: `refund-${lettersOf(uuid).slice(0, 12)}`,
    order_id: orderId,
    amount: majorOf(money),
    currency: money.currency,
    occurred_at: at.toISOString(),
  },
});
