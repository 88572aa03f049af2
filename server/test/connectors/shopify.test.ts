import { describe, expect, it } from "vitest";
import { shopify } from "../../src/connectors/shopify/shopify.ts";
import { factsBy, onlyOf, translatedBy } from "./shop-request.ts";
import { edit, giftCard, line, moneySet, order, shopifyRequest, taxLine, type Body } from "./shopify-events.ts";
import { CLICK, OTHER_CLICK } from "./stripe-events.ts";

const paid = (body: Body = order(), topic = "orders/paid") =>
  onlyOf(factsBy(shopify, shopifyRequest(body, { topic })), "payment");
const ignored = (body: Body, topic: string) => translatedBy(shopify, shopifyRequest(body, { topic }));

describe("a paid order of Shopify", () => {
  it("is a payment in the shop's currency, without tax and shipping", () => {
    expect(paid()).toEqual({
      kind: "payment",
      objectId: "4501",
      at: new Date("2026-11-16T10:00:05.001Z"),
      handles: ["order:4501"],
      orderId: "shopify:4501",
      currency: "EUR",
      amounts: { net: 10_000n, netAndShipping: 10_500n, gross: 12_495n, goodsGross: 11_900n },
      taxIncluded: false,
      items: [{ lineId: "11", sku: "MUG", productId: "501", category: null, quantity: 2, amountMinor: 10_000n }],
      paidAt: new Date("2026-11-16T10:00:00Z"),
      customer: { id: "shopify:9001", email: "ada@example.com" },
      subscriptionId: null,
      renewal: false,
      country: "DE",
      clickId: CLICK,
      coupons: [],
      cancelled: false,
    });
  });

  it("subtracts the tax that is in its prices", () => {
    const lines = [line({ price_set: moneySet("59.50") })];
    const shipping = [{ id: 21, price: "5.95", tax_lines: [taxLine("0.95")] }];
    const { amounts } = paid(order({ taxes_included: true, line_items: lines, shipping_lines: shipping }));
    expect(amounts).toEqual({ net: 10_000n, netAndShipping: 10_500n, gross: 12_495n, goodsGross: 11_900n });
  });

  it("subtracts discounts of a line and of the whole order", () => {
    const discounts = [
      { amount: "20.00", amount_set: moneySet("10.00") },
      { amount: "2.50", amount_set: moneySet("1.25") },
    ];
    const { amounts, items } = paid(order({ line_items: [line({ discount_allocations: discounts, tax_lines: [] })] }));
    expect(amounts.net).toBe(8_875n);
    expect(items[0]?.amountMinor).toBe(8_875n);
  });

  it("does not count gift cards that were bought", () => {
    const both = paid(order({ line_items: [line(), giftCard()], total_price_set: moneySet("154.95") }));
    expect(both.amounts).toMatchObject({ net: 10_000n, netAndShipping: 10_500n, gross: 12_495n });
    expect(both.items.map(({ sku }) => sku)).toEqual(["MUG"]);
    const only = paid(order({ line_items: [giftCard()], shipping_lines: [], total_price_set: moneySet("30.00") }));
    expect(only.amounts).toMatchObject({ net: 0n, netAndShipping: 0n, gross: 0n });
  });

  it("keeps long IDs and large amounts exact", () => {
    const body = JSON.stringify(order({ total_price_set: moneySet("90071992547409.93") })).replaceAll(
      "4501",
      "820982911946154508",
    );
    const payment = onlyOf(factsBy(shopify, shopifyRequest(body, { topic: "orders/paid" })), "payment");
    expect(payment.orderId).toBe("shopify:820982911946154508");
    expect(payment.amounts.gross).toBe(9_007_199_254_740_993n);
  });

  it("uses plain amounts where there are no sets, and the currency's decimals", () => {
    const lines = [{ id: 1, quantity: 3, price: "1500", product_id: null, variant_id: null, sku: null }];
    const yen = paid(
      order({ currency: "JPY", line_items: lines, shipping_lines: [], total_price: "4500", total_price_set: null }),
    );
    expect(yen.amounts).toMatchObject({ net: 4_500n, netAndShipping: 4_500n, gross: 4_500n });
    expect(yen.items).toEqual([
      { lineId: "1", sku: "1", productId: null, category: null, quantity: 3, amountMinor: 4_500n },
    ]);
  });

  it("names the variant if a line has no SKU", () => {
    expect(paid(order({ line_items: [line({ sku: "" })] })).items[0]?.sku).toBe("601");
  });
});

describe("the evidence of a Shopify order", () => {
  const landing = `/products/mug?utm_source=x&service_id=${OTHER_CLICK}#top`;

  it("is the click in its note attributes, before the one of its landing page", () => {
    expect(paid(order({ landing_site: landing })).clickId).toBe(CLICK);
  });

  it("is the click of its landing page if there is no valid attribute", () => {
    for (const attributes of [[], null, [{ name: "service_id", value: "" }], [{ name: "service_id", value: "abc" }]])
      expect(paid(order({ note_attributes: attributes, landing_site: landing })).clickId).toBe(OTHER_CLICK);
  });

  it("is its coupons and its customer if there is no click, such as for orders of the till", () => {
    const till = order({
      note_attributes: [],
      landing_site: null,
      source_name: "pos",
      discount_codes: [{ code: "ADA10", amount: "10.00" }, { code: "" }],
      customer: null,
      email: "",
      contact_email: "ada@example.com",
    });
    const { clickId, coupons, customer } = paid(till);
    expect({ clickId, coupons, customer }).toEqual({
      clickId: null,
      coupons: [{ code: "ADA10" }],
      customer: { id: null, email: "ada@example.com" },
    });
  });

  it("is missing for an anonymous order", () => {
    expect(paid(order({ customer: null, email: null, note_attributes: [] })).customer).toBeNull();
  });
});

describe("the state of a Shopify order", () => {
  it("ignores test orders, edits without prices and other topics", () => {
    expect(ignored(order({ test: true }), "orders/paid")).toEqual({ ignored: "test" });
    expect(ignored(edit, "orders/edited")).toEqual({ ignored: "nothing_to_do" });
    expect(ignored({ id: 1 }, "products/update")).toEqual({ ignored: "topic" });
  });

  it("stays one payment with one time when a second capture pays it again", () => {
    const first = paid();
    const again = paid(order({ updated_at: "2026-11-17T09:00:00+01:00" }));
    expect(again).toEqual({ ...first, at: new Date("2026-11-17T08:00:00.001Z") });
  });

  it("counts what was captured so far", () => {
    const part = paid(
      order({ financial_status: "partially_paid", total_outstanding: null, total_outstanding_set: moneySet("62.48") }),
      "orders/updated",
    );
    expect(part.amounts).toMatchObject({ net: 5_000n, netAndShipping: 5_250n, gross: 6_247n });
    expect(part.items[0]?.amountMinor).toBe(5_000n);
  });

  it("takes the money of an edit from the update that follows", () => {
    const lines = [line(), line({ id: 13, sku: "CUP", quantity: 1, price_set: moneySet("20.00") })];
    const updated = paid(order({ line_items: lines, updated_at: "2026-11-16T11:10:00+01:00" }), "orders/updated");
    expect(updated.amounts.net).toBe(12_000n);
    expect(updated.at.getTime()).toBeGreaterThan(paid().at.getTime());
  });

  it("is not paid while the payment is pending or only authorized", () => {
    for (const status of ["pending", "authorized", null])
      expect(paid(order({ financial_status: status }), "orders/updated").paidAt).toBeNull();
  });

  it("is cancelled if the shop cancelled, voided or fully refunded it", () => {
    expect(paid(order({ cancelled_at: "2026-11-16T11:20:00+01:00" }), "orders/cancelled").cancelled).toBe(true);
    for (const status of ["voided", "refunded"])
      expect(paid(order({ financial_status: status }), "orders/updated").cancelled).toBe(true);
  });

  it("is the further one if two states have the same second", () => {
    const times = ["pending", "paid", "refunded"].map((status) =>
      paid(order({ financial_status: status })).at.getTime(),
    );
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(3);
  });

  it("names the field that a broken order lacks", () => {
    expect(() => paid(order({ currency: "EURO" }))).toThrow("currency must be an ISO 4217 currency code.");
    expect(() => paid(order({ updated_at: undefined }))).toThrow("updated_at is missing.");
    expect(() => paid(order({ line_items: [line({ price_set: moneySet("12,00") })] }))).toThrow(
      "line_items[0].price_set.shop_money.amount must be a decimal number.",
    );
    expect(() => factsBy(shopify, shopifyRequest("[]", { topic: "orders/paid" }))).toThrow(
      "The body is not a JSON object.",
    );
    expect(() => factsBy(shopify, shopifyRequest("{", { topic: "orders/paid" }))).toThrow("The body is not JSON.");
  });
});
