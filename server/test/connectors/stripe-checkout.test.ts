import { describe, expect, it } from "vitest";
import * as a from "./stripe-events.ts";
import {
  CLICK,
  NOON,
  OTHER_CLICK,
  factOf,
  factsOf,
  invoice,
  session,
  stripeBody,
  translated,
} from "./stripe-events.ts";

describe("a Checkout session", () => {
  const completed = (more: a.ObjectOf<"checkout.session.completed"> = {}) =>
    stripeBody("checkout.session.completed", session(more));

  it("without an invoice is an order, without tax and shipping", () => {
    expect(factOf("payment", completed())).toMatchObject({
      objectId: "pi_1",
      orderId: "stripe:pi_1",
      handles: ["payment_intent:pi_1", "session:cs_1"],
      amounts: { net: 2_000n, netAndShipping: 2_500n, gross: 2_880n },
      items: [],
      customer: { id: null, email: "ada@example.com" },
      country: "AT",
      renewal: false,
      paidAt: new Date(NOON * 1_000),
    });
  });

  it.each([
    ["on top of its price", 500, 595],
    ["in its price", 595, 595],
  ])("leaves out the tax on shipping once: %s", (_name, amount_shipping, amount_total) => {
    const body = completed({
      amount_total: 2_975,
      total_details: { amount_tax: 475, amount_shipping, amount_discount: 0 },
      shipping_cost: { amount_subtotal: amount_shipping, amount_tax: 95, amount_total },
    });
    expect(factOf("payment", body).amounts).toEqual({ net: 2_000n, netAndShipping: 2_500n, gross: 2_975n });
  });

  it("of a subscription or an invoice is no order: invoice.paid is", () => {
    const subscription = completed({
      mode: "subscription",
      subscription: "sub_1",
      invoice: "in_1",
      payment_intent: null,
    });
    const withInvoice = completed({ invoice: "in_1" });
    for (const body of [subscription, withInvoice]) expect(factsOf(body).map(({ kind }) => kind)).toEqual(["evidence"]);
    expect(factOf("evidence", subscription)).toMatchObject({
      handles: ["invoice:in_1", "subscription:sub_1", "session:cs_1"],
      clickId: CLICK,
    });
  });

  it("names its promotion codes by ID, and the text comes with promotion_code.created or updated", () => {
    const discounts = [
      { promotion_code: "promo_1", coupon: null },
      { promotion_code: null, coupon: "SUMMER" },
    ];
    expect(factOf("evidence", completed({ client_reference_id: null, discounts }))).toMatchObject({
      clickId: null,
      coupons: [{ couponId: "promo_1" }],
    });
    const code = { id: "promo_1", object: "promotion_code", code: "ADA10" } as const;
    for (const type of ["promotion_code.created", "promotion_code.updated"] as const)
      expect(factsOf(stripeBody(type, code))).toEqual([
        {
          kind: "coupon",
          objectId: "promo_1",
          at: new Date(NOON * 1_000),
          handles: ["promotion_code:promo_1"],
          code: "ADA10",
        },
      ]);
  });

  it("falls back to its metadata if client_reference_id is not a click", () => {
    const metadata = { service_id: OTHER_CLICK };
    expect(factOf("evidence", completed({ metadata })).clickId).toBe(CLICK);
    expect(factOf("evidence", completed({ metadata, client_reference_id: "user-17" })).clickId).toBe(OTHER_CLICK);
    expect(factsOf(completed({ client_reference_id: "user-17" })).map(({ kind }) => kind)).toEqual(["payment"]);
  });

  it("with a delayed payment is an order once async_payment_succeeded arrives", () => {
    const unpaid = completed({ payment_status: "unpaid" });
    expect(factsOf(unpaid).map(({ kind }) => kind)).toEqual(["evidence"]);
    const succeeded = stripeBody("checkout.session.async_payment_succeeded", session());
    expect(factsOf(succeeded).map(({ kind }) => kind)).toEqual(["evidence", "payment"]);
    expect(factOf("evidence", succeeded).at > factOf("evidence", unpaid).at).toBe(true);
  });

  it("that cost nothing binds its customer", () => {
    const free = completed({
      payment_status: "no_payment_required",
      payment_intent: null,
      amount_total: 0,
      total_details: null,
    });
    expect(factOf("payment", free)).toMatchObject({ objectId: "cs_1", amounts: { gross: 0n } });
  });

  it("that only saves a card says nothing about orders", () => {
    const setup = { mode: "setup", client_reference_id: null, payment_intent: null } as const;
    expect(translated(completed(setup))).toEqual({ ignored: "nothing_to_do" });
  });
});

describe("a subscription", () => {
  it("carries the click ID of its metadata to its first invoice", () => {
    const body = stripeBody("customer.subscription.created", {
      id: "sub_1",
      customer: "cus_1",
      latest_invoice: "in_1",
      metadata: { service_id: CLICK },
      discounts: ["di_1"],
    });
    expect(factOf("evidence", body)).toMatchObject({
      objectId: "sub_1",
      handles: ["subscription:sub_1", "invoice:in_1"],
      clickId: CLICK,
      coupons: [],
    });
  });

  it("names its promotion code in API versions before 2025-03-31", () => {
    const object = { id: "sub_1", customer: "cus_1", metadata: {}, discount: { promotion_code: "promo_1" } };
    const body = a.oldBody("customer.subscription.created", object, { api_version: "2024-06-20" });
    expect(factOf("evidence", body)).toMatchObject({ clickId: null, coupons: [{ couponId: "promo_1" }] });
  });

  it("without either says nothing about orders", () => {
    const body = stripeBody("customer.subscription.created", { id: "sub_1", metadata: {}, discounts: [] });
    expect(translated(body)).toEqual({ ignored: "nothing_to_do" });
  });
});

describe("a payment intent", () => {
  const on = { paymentIntents: true, mapping: null };
  const intent = {
    id: "pi_1",
    object: "payment_intent",
    currency: "eur",
    amount_received: 2_880,
    amount_details: { shipping: { amount: 500 }, tax: { total_tax_amount: 380 } },
    customer: "cus_1",
    receipt_email: "ada@example.com",
    latest_charge: "ch_1",
    created: NOON - 30,
    metadata: { service_id: CLICK },
  } as const;
  const succeeded = stripeBody("payment_intent.succeeded", intent);

  it("is an order only if the connector's setting says so", () => {
    expect(factOf("payment", succeeded, on)).toMatchObject({
      orderId: "stripe:pi_1",
      handles: ["payment_intent:pi_1", "charge:ch_1"],
      amounts: { net: 2_000n, netAndShipping: 2_500n, gross: 2_880n },
      customer: { id: "cus_1", email: "ada@example.com" },
      clickId: CLICK,
    });
    expect(factsOf(succeeded).map(({ kind }) => kind)).toEqual(["evidence"]);
    expect(factOf("evidence", succeeded)).toMatchObject({ handles: ["payment_intent:pi_1"], clickId: CLICK });
    const without = stripeBody("payment_intent.succeeded", { ...intent, metadata: {} });
    expect(translated(without)).toEqual({ ignored: "nothing_to_do" });
  });

  it("of a Checkout session is the same order, and the session knows more about it", () => {
    const ofSession = factOf("payment", stripeBody("checkout.session.completed", session(), { created: NOON - 30 }));
    const ofIntent = factOf("payment", succeeded, on);
    expect(ofIntent.objectId).toBe(ofSession.objectId);
    expect(ofSession.at > ofIntent.at).toBe(true);
  });

  it("of an invoice in API versions before 2025-03-31 is no order", () => {
    const body = a.oldBody("payment_intent.succeeded", { ...intent, invoice: "in_1" }, { api_version: "2024-06-20" });
    expect(factsOf(body, on).map(({ kind }) => kind)).toEqual(["evidence"]);
  });
});

describe("an event", () => {
  it("of test mode is ignored, whatever it says", () => {
    expect(translated(stripeBody("invoice.paid", invoice(), { livemode: false }))).toEqual({ ignored: "test" });
    expect(translated(stripeBody("customer.created", {}, { livemode: false }))).toEqual({ ignored: "test" });
  });

  it("of another type is ignored", () => {
    expect(translated(stripeBody("invoice.payment_failed", invoice()))).toEqual({ ignored: "topic" });
    expect(translated(a.oldBody("constructor", {}, { api_version: "" }))).toEqual({ ignored: "topic" });
  });

  it("that is not what Stripe documents fails with one sentence", () => {
    expect(() => translated("[]")).toThrow("The body is not a JSON object.");
    expect(() => translated("{")).toThrow("The body is not JSON.");
    expect(() => translated('{"type":"invoice.paid"}')).toThrow("The body has no data.object.");
    const bad = (more: object) =>
      a.oldBody("invoice.paid", { ...invoice(), ...more }, { api_version: "2026-10-28.endive" });
    expect(() => translated(bad({ amount_paid: 1.5 }))).toThrow("amount_paid is not a whole number.");
    expect(() => translated(bad({ id: 5 }))).toThrow("The body has no id.");
  });
});
