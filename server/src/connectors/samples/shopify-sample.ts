import { moneyText, type Money } from "../../domain/values/money.ts";
import { CLICK_FIELD } from "../shared/click-in-url.ts";
import { digitsOf, hmacOf, laterBySeconds, requestOf, type Sample, type Sampler } from "./sample.ts";

const SHOP = "tributary-test.myshopify.com";

/** A test order (`orders/paid`), and `refunds/create`. */
export const shopifySampler: Sampler = {
  ownOrderId: (orderId) => /^(?:shopify:)?(\d{1,15})$/.exec(orderId)?.[1],
  externalId: (id) => `shopify:${id}`,
  newOrderId: digitsOf,
  hasCoupons: true,

  requests(sample, secret) {
    const text = JSON.stringify(sample.event === "order" ? orderOf(sample) : refundOf(sample));
    const headers = {
      "x-shopify-topic": sample.event === "order" ? "orders/paid" : "refunds/create",
      "x-shopify-hmac-sha256": hmacOf("base64", text, secret),
      "x-shopify-shop-domain": SHOP,
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": sample.uuid,
      "x-shopify-event-id": sample.uuid,
      "x-shopify-triggered-at": sample.at.toISOString(),
    };
    return [requestOf(headers, text)];
  },
};

function orderOf(sample: Sample): object {
  const { at, orderId, money, clickId, couponCode, customerEmail, uuid } = sample;
  const price = moneyText(money);
  return {
    id: Number(orderId),
    admin_graphql_api_id: `gid://shopify/Order/${orderId}`,
    name: `#${orderId}`,
    created_at: at.toISOString(),
    processed_at: at.toISOString(),
    updated_at: at.toISOString(),
    cancelled_at: null,
    currency: money.currency,
    presentment_currency: money.currency,
    financial_status: "paid",
    taxes_included: false,
    test: true,
    total_price: price,
    total_price_set: moneySet(money),
    total_outstanding: "0.00",
    email: customerEmail,
    customer: { id: Number(digitsOf(customerEmail)), email: customerEmail },
    billing_address: { country_code: "DE" },
    note_attributes: clickId === null ? [] : [{ name: CLICK_FIELD, value: clickId }],
    landing_site: "/",
    discount_codes: couponCode === null ? [] : [{ code: couponCode, amount: "0.00", type: "fixed_amount" }],
    line_items: [
      {
        id: Number(digitsOf(`${uuid} line`)),
        sku: "SAMPLE",
        product_id: 1,
        variant_id: 1,
        quantity: 1,
        price,
        price_set: moneySet(money),
        gift_card: false,
        discount_allocations: [],
        tax_lines: [],
      },
    ],
    shipping_lines: [],
    refunds: [],
  };
}

function refundOf(sample: Sample): object {
  const { orderId, money, uuid } = sample;
  const at = laterBySeconds(sample).toISOString();
  const id = Number(digitsOf(uuid));
  return {
    id,
    order_id: Number(orderId),
    created_at: at,
    processed_at: at,
    note: null,
    refund_line_items: [],
    order_adjustments: [],
    transactions: [
      {
        id: Number(digitsOf(`${uuid} transaction`)),
        order_id: Number(orderId),
        kind: "refund",
        status: "success",
        amount: moneyText(money),
        currency: money.currency,
        test: true,
      },
    ],
  };
}

const moneySet = (money: Money): object => {
  const set = { amount: moneyText(money), currency_code: money.currency };
  return { shop_money: set, presentment_money: set };
};
