import { CLICK_FIELD } from "../shared/click-in-url.ts";
import { digitsOf, hmacOf, laterBySeconds, requestOf, type Sample, type Sampler } from "./sample.ts";

/** `order_created` and `order_refunded`, in test mode. */
export const lemonSqueezySampler: Sampler = {
  ownOrderId: (orderId) => /^(?:ls:order:)?(\d{1,15})$/.exec(orderId)?.[1],
  externalId: (id) => `ls:order:${id}`,
  newOrderId: digitsOf,
  hasCoupons: false,

  requests(sample, secret) {
    const { event, clickId } = sample;
    const name = event === "order" ? "order_created" : "order_refunded";
    const text = JSON.stringify({
      meta: {
        test_mode: true,
        event_name: name,
        webhook_id: sample.uuid,
        ...(clickId !== null && { custom_data: { [CLICK_FIELD]: clickId } }),
      },
      data: { type: "orders", id: sample.orderId, attributes: attributesOf(sample) },
    });
    return [requestOf({ "x-event-name": name, "x-signature": hmacOf("hex", text, secret) }, text)];
  },
};

/** An order says how much of it is refunded in all. */
function attributesOf(sample: Sample): object {
  const { event, at, orderId, money, order, customerEmail } = sample;
  const total = order.total.minor;
  const earlier = order.refunds.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const refunded = event === "order" ? 0n : earlier + money.minor;
  const updatedAt = laterBySeconds(sample).toISOString();
  return {
    store_id: 1,
    customer_id: Number(digitsOf(customerEmail)),
    identifier: sample.uuid,
    order_number: 1,
    user_name: "Sample",
    user_email: customerEmail,
    currency: order.total.currency,
    subtotal: Number(total),
    discount_total: 0,
    tax: 0,
    tax_inclusive: false,
    total: Number(total),
    status: refunded === 0n ? "paid" : refunded < total ? "partial_refund" : "refunded",
    refunded: refunded > 0n,
    refunded_amount: Number(refunded),
    refunded_at: refunded === 0n ? null : updatedAt,
    first_order_item: {
      id: Number(orderId),
      order_id: Number(orderId),
      product_id: 1,
      variant_id: 1,
      price: Number(total),
      quantity: 1,
    },
    created_at: at.toISOString(),
    updated_at: updatedAt,
    test_mode: true,
  };
}
