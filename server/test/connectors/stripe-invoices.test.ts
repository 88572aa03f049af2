import { describe, expect, it } from "vitest";
import * as a from "./stripe-events.ts";
import { CLICK, NOON, OTHER_CLICK, factOf, invoice, stripeBody } from "./stripe-events.ts";

const paid = (more: a.ObjectOf<"invoice.paid"> = {}, envelope: a.Envelope = {}) =>
  factOf("payment", stripeBody("invoice.paid", invoice(more), envelope));
const oldInvoice = (more: object) => {
  const { parent: _, ...rest } = invoice();
  return factOf("payment", a.oldBody("invoice.paid", { ...rest, ...more }, { api_version: "2024-06-20" }));
};
const noItems = { items: [] };

describe("a paid invoice", () => {
  it("is an order with its base, customer, subscription and items", () => {
    expect(paid()).toEqual({
      kind: "payment",
      objectId: "in_1",
      at: new Date(NOON * 1_000),
      handles: ["invoice:in_1", "subscription:sub_1"],
      orderId: "stripe:in_1",
      currency: "EUR",
      amounts: { net: 2_000n, netAndShipping: 2_000n, gross: 2_380n },
      items: [
        { lineId: "il_1", sku: "price_pro", productId: "prod_1", category: null, quantity: 1, amountMinor: 2_000n },
      ],
      paidAt: new Date((NOON - 5) * 1_000),
      customer: { id: "cus_1", email: "ada@example.com" },
      subscriptionId: "sub_1",
      renewal: false,
      startsSubscription: true,
      evidenceFollows: true,
      country: "DE",
      clickId: null,
      coupons: [],
      cancelled: false,
    });
  });

  it("counts shipping only where the base includes it", () => {
    const shipping = { amount_subtotal: 500, amount_tax: 95, amount_total: 595, shipping_rate: null };
    const more = { amount_paid: 2_975, total: 2_975, total_excluding_tax: 2_500, shipping_cost: shipping };
    expect(paid(more).amounts).toEqual({ net: 2_000n, netAndShipping: 2_500n, gross: 2_975n });
    expect(paid(more).items).toHaveLength(1);
  });

  it("counts only the share that the customer's credit left to pay, of the order and of its items", () => {
    const data = [a.line({ amount: 1_500 }), a.line({ id: "il_2", amount: 500 })];
    const { amounts, items } = paid({ amount_paid: 1_000, ...a.lines(data) });
    // 1000 × 2000 / 2380 = 840.34
    expect(amounts).toEqual({ net: 840n, netAndShipping: 840n, gross: 1_000n });
    expect(items.map(({ amountMinor }) => amountMinor)).toEqual([630n, 210n]);
  });

  it("counts an old debt that it collects", () => {
    expect(paid({ amount_paid: 2_499 }).amounts).toEqual({ net: 2_100n, netAndShipping: 2_100n, gross: 2_499n });
  });

  it("of 0 is still a payment, so that a trial binds its customer", () => {
    const trial = paid({
      amount_paid: 0,
      total: 0,
      total_excluding_tax: 0,
      ...a.lines([a.line({ amount: 0, taxes: [] })]),
    });
    expect(trial.amounts).toEqual({ net: 0n, netAndShipping: 0n, gross: 0n });
    expect(trial).toMatchObject({ renewal: false, customer: { id: "cus_1" }, subscriptionId: "sub_1" });
  });

  it("is a renewal unless it is the first invoice of a subscription, a manual one or an accepted quote", () => {
    const reasons = [
      "subscription_create",
      "manual",
      "quote_accept",
      "subscription_cycle",
      "subscription_update",
      "subscription_threshold",
    ];
    expect(reasons.map((billing_reason) => paid({ billing_reason }).renewal)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(paid({ billing_reason: null }).renewal).toBe(false);
  });

  it("takes the click ID from the metadata of its subscription, then from its own", () => {
    const details = (service_id: string) => ({
      parent: { subscription_details: { subscription: "sub_1", metadata: { service_id } } },
      metadata: { service_id: OTHER_CLICK },
    });
    expect(paid(details(CLICK)).clickId).toBe(CLICK);
    expect(paid(details("not a click")).clickId).toBe(OTHER_CLICK);
  });

  it("of an API version before 2025-03-31 names its subscription, payment, promotion code and prices elsewhere", () => {
    const fact = oldInvoice({
      subscription: "sub_1",
      payment_intent: "pi_1",
      charge: "ch_1",
      subscription_details: { metadata: { service_id: CLICK } },
      discount: { id: "di_1", promotion_code: "promo_1" },
      lines: {
        has_more: false,
        data: [
          {
            id: "il_1",
            amount: 2_380,
            quantity: 2,
            price: { id: "price_pro", product: "prod_1" },
            tax_amounts: [{ amount: 380, inclusive: true }],
          },
        ],
      },
    });
    expect(fact).toMatchObject({
      handles: ["invoice:in_1", "subscription:sub_1", "payment_intent:pi_1", "charge:ch_1"],
      subscriptionId: "sub_1",
      clickId: CLICK,
      coupons: [{ couponId: "promo_1" }],
      items: [{ sku: "price_pro", productId: "prod_1", quantity: 2, amountMinor: 2_000n }],
    });
  });

  it("of an API version without total_excluding_tax takes the tax off the total", () => {
    expect(oldInvoice({ total_excluding_tax: null, tax: 380 }).amounts.net).toBe(2_000n);
    expect(paid({ total_excluding_tax: null, total_taxes: [{ amount: 380 }] }).amounts.net).toBe(2_000n);
  });
});

describe("the items of an invoice", () => {
  it("are after discounts and without included tax", () => {
    const discounted = a.line({
      amount: 2_380,
      discount_amounts: [{ amount: 238, discount: "di_1" }],
      taxes: [{ amount: 342, tax_behavior: "inclusive" }],
    });
    const { items } = paid({ amount_paid: 2_142, total: 2_142, total_excluding_tax: 1_800, ...a.lines([discounted]) });
    expect(items.map(({ amountMinor }) => amountMinor)).toEqual([1_800n]);
  });

  it("are unknown if the list is paged", () => {
    expect(paid(a.lines([a.line()], true))).toMatchObject({ ...noItems, amounts: { net: 2_000n } });
  });

  it("are unknown if a proration takes money back; the order counts what was paid", () => {
    const data = [a.line({ amount: 3_000 }), a.line({ id: "il_2", amount: -1_000 })];
    expect(paid({ billing_reason: "subscription_update", ...a.lines(data) })).toMatchObject({
      ...noItems,
      amounts: { net: 2_000n },
      renewal: true,
    });
  });

  it("are unknown if they do not add up to the goods, or if a line has no price", () => {
    expect(paid(a.lines([a.line({ amount: 1_999 })]))).toMatchObject(noItems);
    expect(paid(a.lines([a.line({ pricing: null })]))).toMatchObject(noItems);
  });
});

describe("an amount", () => {
  const of = (currency: string, amount: number) =>
    paid({ currency, amount_paid: amount, total: amount, total_excluding_tax: amount }).amounts.gross;

  it("of ISK and UGX has two decimals at Stripe, though the currencies have none", () => {
    expect([of("isk", 150_000), of("ugx", 150_000)]).toEqual([1_500n, 1_500n]);
  });

  it("of three-decimal currencies has three", () => {
    expect(["bhd", "jod", "kwd", "omr", "tnd"].map((currency) => of(currency, 5_120))).toEqual(Array(5).fill(5_120n));
  });

  it("of zero-decimal currencies has none, also for MGA, which ISO 4217 counts with two", () => {
    expect([of("jpy", 500), of("krw", 500), of("mga", 500)]).toEqual([500n, 500n, 50_000n]);
  });

  it("in an unknown currency fails with a sentence", () => {
    expect(() => of("xyz", 1)).toThrow("Tributary does not know the currency XYZ.");
  });
});
