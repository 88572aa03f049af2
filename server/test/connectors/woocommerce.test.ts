import { describe, expect, it } from "vitest";
import { connectorSecretOf } from "../../src/domain/connectors/connector.ts";
import { woocommerce } from "../../src/connectors/woocommerce/woocommerce.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { factsBy, ofKind, onlyOf, RECEIVED_AT, translatedBy } from "./shop-request.ts";
import { item, order, refund, WOO_SECRET, wooRequest, type Body, type Delivery } from "./woocommerce-events.ts";
import { CLICK, OTHER_CLICK } from "./stripe-events.ts";

const facts = (body: Body, delivery: Delivery = {}) => factsBy(woocommerce, wooRequest(body, delivery));
const paid = (more: Body = {}, delivery: Delivery = {}) => onlyOf(facts(order(more), delivery), "payment");
const accepts = (more: Partial<InboundRequest>, secrets = [WOO_SECRET]): boolean =>
  woocommerce.verify({ ...wooRequest(order()), ...more }, secrets, RECEIVED_AT);

describe("an order of WooCommerce", () => {
  it("is a payment of its goods after discounts, without tax and shipping", () => {
    expect(facts(order())).toEqual([
      {
        kind: "payment",
        objectId: "shop.example:727",
        at: new Date("2026-11-16T10:00:05.001Z"),
        handles: ["order:shop.example:727"],
        orderId: "woo:shop.example:727",
        currency: "EUR",
        amounts: { net: 10_000n, netAndShipping: 10_500n, gross: 12_495n },
        items: [{ lineId: "31", sku: "MUG", productId: "93", category: null, quantity: 2, amountMinor: 10_000n }],
        paidAt: new Date("2026-11-16T10:00:00Z"),
        customer: { id: "woo:shop.example:26", email: "ada@example.com" },
        subscriptionId: null,
        renewal: false,
        country: "DE",
        clickId: CLICK,
        coupons: [],
        cancelled: false,
        refundIds: [],
      },
    ]);
  });

  it("belongs to the shop that its signed body names", () => {
    expect(paid({}, { source: "https://attacker.example/" }).orderId).toBe("woo:shop.example:727");
    expect(paid({ _links: undefined }, { source: "https://other.example:8443/shop/" }).orderId).toBe(
      "woo:other.example:8443/shop:727",
    );
    expect(() => paid({ _links: undefined }, { source: "shop" })).toThrow(
      "The header X-WC-Webhook-Source must be the address of the shop.",
    );
  });

  it("names the variation or product if a line has no SKU", () => {
    const skus = paid({ line_items: [item({ sku: "" }), item({ id: 32, sku: null, variation_id: 94 })] }).items;
    expect(skus.map(({ sku }) => sku)).toEqual(["93", "94"]);
  });

  it("has the decimals of its currency", () => {
    const yen = paid({ currency: "JPY", total: "1500", shipping_total: "0", line_items: [item({ total: "1500" })] });
    expect(yen.amounts).toEqual({ net: 1_500n, netAndShipping: 1_500n, gross: 1_500n });
  });
});

describe("the evidence of a WooCommerce order", () => {
  const entry = {
    key: "_wc_order_attribution_session_entry",
    value: `https://shop.example/?service_id=${OTHER_CLICK}`,
  };

  it("is the click in its meta data, before the page that WooCommerce attributes it to", () => {
    expect(paid({ meta_data: [entry, { key: "_service_id", value: CLICK }] }).clickId).toBe(CLICK);
    expect(paid({ meta_data: [entry] }).clickId).toBe(OTHER_CLICK);
    expect(paid({ meta_data: [entry, { key: "_service_id", value: "abc" }] }).clickId).toBe(OTHER_CLICK);
    expect(paid({ meta_data: [] }).clickId).toBeNull();
  });

  it("is its coupons and its customer, where 0 is a guest with an email address", () => {
    const { coupons, customer } = paid({ coupon_lines: [{ id: 1, code: "ada10" }], customer_id: 0 });
    expect(coupons).toEqual([{ code: "ada10" }]);
    expect(customer).toEqual({ id: null, email: "ada@example.com" });
    expect(paid({ customer_id: 0, billing: { email: "" } }).customer).toBeNull();
  });

  it("says which subscription it renews", () => {
    const renewal = paid({ meta_data: [{ key: "_subscription_renewal", value: "700" }] });
    expect(renewal).toMatchObject({ renewal: true, subscriptionId: "woo:shop.example:700" });
  });
});

describe("the state of a WooCommerce order", () => {
  it("is paid once it has a time of payment or is being processed", () => {
    const unpaid = { date_paid_gmt: null };
    for (const status of ["pending", "on-hold", "checkout-draft"])
      expect(paid({ ...unpaid, status }).paidAt).toBeNull();
    for (const status of ["processing", "completed"])
      expect(paid({ ...unpaid, status }).paidAt).toEqual(new Date("2026-11-16T09:59:00Z"));
    expect(paid({ status: "shipped" }).paidAt).toEqual(new Date("2026-11-16T10:00:00Z"));
  });

  it("has one time of payment if it is paid on delivery, also after it was cancelled", () => {
    const onDelivery = { payment_method: "cod", date_paid_gmt: null };
    const states = [
      { status: "processing" },
      { status: "completed", date_paid_gmt: "2026-11-18T10:00:00" },
      { status: "cancelled" },
    ];
    for (const state of states)
      expect(paid({ ...onDelivery, ...state }).paidAt).toEqual(new Date("2026-11-16T09:59:00Z"));
    for (const status of ["pending", "failed"]) expect(paid({ ...onDelivery, status }).paidAt).toBeNull();
  });

  it("is fully refunded when it is cancelled, failed, refunded or in the trash", () => {
    for (const status of ["cancelled", "failed", "refunded", "trash"]) expect(paid({ status }).cancelled).toBe(true);
    for (const status of ["completed", "on-hold"]) expect(paid({ status }).cancelled).toBe(false);
  });

  it("is dated by its last change, and within a second the further state is the later one", () => {
    const at = (more: Body) => paid(more).at.getTime();
    const states = [{ status: "pending", date_paid_gmt: null }, {}, { status: "cancelled" }].map(at);
    expect(states).toEqual(states.toSorted((a, b) => a - b));
    expect(new Set(states).size).toBe(3);
    expect(at({ date_modified_gmt: "2026-11-16T10:00:06", status: "pending", date_paid_gmt: null })).toBeGreaterThan(
      Math.max(...states),
    );
  });

  it("counts each refund as its share of what was paid", () => {
    const refunds = ofKind(facts(order({ refunds: [refund(801, "-10.00"), refund(802, "-2.50")] })), "refund");
    expect(refunds.map(({ objectId, refunded, counts, handles }) => ({ objectId, refunded, counts, handles }))).toEqual(
      [
        {
          objectId: "shop.example:801",
          refunded: { of: "gross", amountMinor: 1_000n },
          counts: true,
          handles: ["order:shop.example:727"],
        },
        {
          objectId: "shop.example:802",
          refunded: { of: "gross", amountMinor: 250n },
          counts: true,
          handles: ["order:shop.example:727"],
        },
      ],
    );
  });

  it("lists its refunds, so that a deleted one no longer counts", () => {
    const [payment] = ofKind(facts(order({ refunds: [refund(802, "-2.50"), refund(801, "-10.00")] })), "payment");
    expect(payment?.refundIds).toEqual(["shop.example:801", "shop.example:802"]);
  });

  it("can be deleted a second time", () => {
    const keyOf = (deliveryId: string): string =>
      woocommerce.recognize(wooRequest({ id: 727 }, { topic: "order.deleted", deliveryId })).dedupKey;
    expect(keyOf("first")).toBe(keyOf("first"));
    expect(keyOf("second")).not.toBe(keyOf("first"));
  });

  it("is refunded as a whole while it is deleted", () => {
    const deleted = onlyOf(facts({ id: 727 }, { topic: "order.deleted" }), "refund");
    expect(deleted).toMatchObject({ counts: true, handles: ["order:shop.example:727"] });
    const restored = onlyOf(facts(order(), { topic: "order.restored" }), "refund");
    expect(restored).toEqual({ ...deleted, counts: false });
  });

  it("ignores coupons, whose text is in the orders, and other topics", () => {
    const ignored = (topic: string) => translatedBy(woocommerce, wooRequest({ id: 1, code: "ada10" }, { topic }));
    expect(ignored("coupon.updated")).toEqual({ ignored: "nothing_to_do" });
    expect(ignored("product.updated")).toEqual({ ignored: "topic" });
  });
});

describe("a request of WooCommerce", () => {
  it("is signed with letters and digits, which WordPress leaves as they are", () => {
    expect(accepts({})).toBe(true);
    expect(accepts({}, ["another", WOO_SECRET])).toBe(true);
    let byte = 0;
    expect(connectorSecretOf((size) => Buffer.from(Array.from({ length: size }, () => (byte += 7) % 256)))).toMatch(
      /^[A-Za-z0-9]{32}$/,
    );
  });

  it("is refused with a changed or empty body, a wrong secret, no header or two", () => {
    const given = String(wooRequest(order()).headers["x-wc-webhook-signature"]);
    expect(accepts({ body: Buffer.from(JSON.stringify(order({ id: 728 }))) })).toBe(false);
    expect(accepts(wooRequest(""))).toBe(false);
    expect(accepts({}, ["another"])).toBe(false);
    expect(accepts({}, [])).toBe(false);
    for (const value of [undefined, "", [given, given]])
      expect(accepts({ headers: { "x-wc-webhook-signature": value } })).toBe(false);
  });

  it("is a ping only if it is exactly that form", () => {
    const isPing = (body: string): boolean | undefined =>
      woocommerce.isPing?.({ headers: {}, body: Buffer.from(body) });
    expect(isPing("webhook_id=12")).toBe(true);
    for (const body of [
      "",
      "webhook_id=",
      "webhook_id=12&a=1",
      " webhook_id=12",
      "webhook_id=12\n",
      '{"webhook_id":12}',
    ])
      expect(isPing(body)).toBe(false);
  });

  it("is the same if its topic and body are, whatever its delivery ID says", () => {
    const keyOf = (body: Body, delivery: Delivery = {}) => woocommerce.recognize(wooRequest(body, delivery)).dedupKey;
    expect(keyOf(order(), { deliveryId: "d-2" })).toBe(keyOf(order()));
    expect(keyOf(order({ status: "completed" }))).not.toBe(keyOf(order()));
    expect(keyOf(order(), { topic: "order.created" })).not.toBe(keyOf(order()));
  });
});
