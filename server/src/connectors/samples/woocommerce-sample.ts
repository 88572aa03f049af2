import { moneyText } from "../../domain/values/money.ts";
import { digitsOf, hmacOf, laterBySeconds, requestOf, type Sample, type Sampler } from "./sample.ts";

const HOST = "shop.example";
const SHOP = `https://${HOST}/`;

/** `order.updated`: a paid order, and the same order with its refunds. */
export const woocommerceSampler: Sampler = {
  ownOrderId: (orderId) => /^(?:woo:shop\.example:)?(\d{1,15})$/.exec(orderId)?.[1],
  externalId: (id) => `woo:${HOST}:${id}`,
  newOrderId: digitsOf,
  hasCoupons: true,

  requests(sample, secret) {
    const text = JSON.stringify(orderOf(sample));
    const headers = {
      "x-wc-webhook-source": SHOP,
      "x-wc-webhook-topic": "order.updated",
      "x-wc-webhook-resource": "order",
      "x-wc-webhook-event": "updated",
      "x-wc-webhook-id": "1",
      "x-wc-webhook-delivery-id": digitsOf(sample.uuid),
      "x-wc-webhook-signature": hmacOf("base64", text, secret),
    };
    return [requestOf(headers, text)];
  },
};

function orderOf(sample: Sample): object {
  const { at, orderId, order, clickId, couponCode, customerEmail } = sample;
  const refunds = refundsOf(sample);
  const created = wooTime(at);
  return {
    id: Number(orderId),
    number: orderId,
    status: "processing",
    currency: order.total.currency,
    date_created_gmt: created,
    date_modified_gmt: wooTime(laterBySeconds(sample)),
    date_paid_gmt: created,
    discount_total: "0.00",
    shipping_total: "0.00",
    shipping_tax: "0.00",
    total: moneyText(order.total),
    total_tax: "0.00",
    customer_id: Number(digitsOf(customerEmail)),
    billing: { email: customerEmail, country: "DE" },
    meta_data: clickId === null ? [] : [{ id: 1, key: "_service_id", value: clickId }],
    line_items: [
      {
        id: 1,
        name: "Sample",
        product_id: 1,
        variation_id: 0,
        quantity: 1,
        subtotal: moneyText(order.total),
        total: moneyText(order.total),
        total_tax: "0.00",
        sku: "SAMPLE",
      },
    ],
    coupon_lines: couponCode === null ? [] : [{ id: 1, code: couponCode, discount: "0", discount_tax: "0" }],
    refunds,
    _links: { self: [{ href: `${SHOP}wp-json/wc/v3/orders/${orderId}` }] },
  };
}

/** An order lists all its refunds. One that is missing would count as deleted. */
function refundsOf({ event, uuid, money, order }: Sample): readonly object[] {
  if (event === "order") return [];
  const earlier = order.refunds.flatMap(({ externalId, amount }) => {
    const id = /^shop\.example:(\d+)$/.exec(externalId)?.[1];
    return id === undefined ? [] : [{ id: Number(id), reason: "", total: `-${moneyText(amount)}` }];
  });
  return [...earlier, { id: Number(digitsOf(uuid)), reason: "", total: `-${moneyText(money)}` }];
}

const wooTime = (at: Date): string => at.toISOString().slice(0, 19);
