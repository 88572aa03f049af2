import { describe, expect, it } from "vitest";
import { lemonSqueezy } from "../../src/connectors/lemon-squeezy/lemon-squeezy.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { invoice, LEMON_SECRET, lemonRequest, order, refunded, signed } from "./lemon-squeezy-events.ts";
import { factsBy, hmac, onlyOf, RECEIVED_AT, translatedBy } from "./shop-request.ts";
import { CLICK } from "./stripe-events.ts";

const facts = (...args: Parameters<typeof lemonRequest>) => factsBy(lemonSqueezy, lemonRequest(...args));
const ignored = (...args: Parameters<typeof lemonRequest>) => translatedBy(lemonSqueezy, lemonRequest(...args));

describe("an order of Lemon Squeezy", () => {
  it("is a payment in cents, without tax", () => {
    expect(facts("order_created", order())).toEqual([
      {
        kind: "payment",
        objectId: "order:1",
        at: new Date("2026-11-16T10:00:05.001Z"),
        handles: ["order:1"],
        orderId: "ls:order:1",
        currency: "USD",
        amounts: { net: 2_000n, netAndShipping: 2_000n, gross: 2_380n },
        items: [{ lineId: "71", sku: "91", productId: "81", category: null, quantity: 1, amountMinor: 2_000n }],
        paidAt: new Date("2026-11-16T10:00:00Z"),
        customer: { id: "ls:55", email: "ada@example.com" },
        subscriptionId: null,
        renewal: false,
        country: null,
        clickId: CLICK,
        coupons: [],
        cancelled: false,
      },
    ]);
  });

  it("has no click without custom data", () => {
    for (const custom_data of [undefined, null, [], {}, { service_id: "abc" }])
      expect(onlyOf(facts("order_created", order(), { meta: { custom_data } }), "payment").clickId).toBeNull();
  });

  it("is not paid while it is pending, and cancelled if it is fraudulent", () => {
    for (const status of ["pending", "failed"])
      expect(onlyOf(facts("order_created", order({ status })), "payment").paidAt).toBeNull();
    expect(onlyOf(facts("order_created", order({ status: "fraudulent" })), "payment").cancelled).toBe(true);
  });

  it("names the sum of its refunds, each as a fact of its own", () => {
    const refund = (amount: number, at: string) =>
      onlyOf(facts("order_refunded", order(refunded(amount, at))), "refund");
    const [first, second] = [refund(500, "2026-11-17T10:00:00Z"), refund(1_200, "2026-11-18T10:00:00Z")];
    expect(first).toEqual({
      kind: "refund",
      objectId: "order:1:500",
      at: new Date("2026-11-17T10:00:00Z"),
      handles: ["order:1"],
      counts: true,
      refunded: { of: "total", amountMinor: 500n },
      items: [],
      reason: null,
      occurredAt: new Date("2026-11-17T10:00:00Z"),
    });
    expect(second).toMatchObject({ objectId: "order:1:1200", refunded: { of: "total", amountMinor: 1_200n } });
  });

  it("is refunded as a whole if it says so without an amount", () => {
    const refund = onlyOf(facts("order_refunded", order({ refunded: true, refunded_amount: null })), "refund");
    expect(refund.refunded).toEqual({ of: "total", amountMinor: 2_380n });
  });
});

describe("an invoice of a Lemon Squeezy subscription", () => {
  it("is a renewal, without the click that Lemon Squeezy copies to it", () => {
    expect(onlyOf(facts("subscription_payment_success", invoice()), "payment")).toMatchObject({
      orderId: "ls:inv:301",
      handles: ["inv:301"],
      renewal: true,
      subscriptionId: "ls:401",
      clickId: null,
      customer: { id: "ls:55", email: "ada@example.com" },
    });
  });

  it("is skipped if it is the first one, which is an order", () => {
    const first = invoice({ billing_reason: "initial" });
    for (const name of ["subscription_payment_success", "subscription_payment_refunded"] as const)
      expect(ignored(name, first)).toEqual({ ignored: "nothing_to_do" });
  });

  it("is refunded on its own", () => {
    const data = invoice(refunded(2_380, "2026-11-18T10:00:00Z"));
    expect(onlyOf(facts("subscription_payment_refunded", data), "refund")).toMatchObject({
      objectId: "inv:301:2380",
      handles: ["inv:301"],
      refunded: { of: "total", amountMinor: 2_380n },
    });
  });
});

describe("an event of Lemon Squeezy", () => {
  const request = lemonRequest("order_created", order());
  const accepts = (more: Partial<InboundRequest>, secrets = [LEMON_SECRET]): boolean =>
    lemonSqueezy.verify({ ...request, ...more }, secrets, RECEIVED_AT);

  it("in test mode is ignored, as are other events", () => {
    expect(ignored("order_created", order(), { meta: { test_mode: true } })).toEqual({ ignored: "test" });
    expect(ignored("order_created", order({ test_mode: true }))).toEqual({ ignored: "test" });
    expect(ignored("subscription_created", {})).toEqual({ ignored: "topic" });
  });

  it("is accepted with any valid secret of at most 40 letters and digits", () => {
    expect(accepts({})).toBe(true);
    expect(accepts({}, ["another", LEMON_SECRET])).toBe(true);
    expect(LEMON_SECRET).toMatch(/^[A-Za-z0-9]{1,40}$/);
  });

  it("is refused with a changed or empty body, a wrong secret, no header or two", () => {
    const given = String(request.headers["x-signature"]);
    expect(accepts({ body: Buffer.from(request.body.toString().replace("2380", "2381")) })).toBe(false);
    expect(accepts(signed(""))).toBe(false);
    expect(accepts({}, ["another"])).toBe(false);
    expect(accepts({}, [])).toBe(false);
    const base64 = hmac("base64", request.body.toString(), LEMON_SECRET);
    for (const value of [undefined, "", [given, given], base64])
      expect(accepts({ headers: { "x-signature": value } })).toBe(false);
  });

  it("is recognized by its body, and named by the event in its signed body", () => {
    const renamed = { ...request, headers: { ...request.headers, "x-event-name": "order_refunded" } };
    expect(lemonSqueezy.recognize(renamed)).toEqual(lemonSqueezy.recognize(request));
    expect(lemonSqueezy.recognize(request).topic).toBe("order_created");
  });

  it("names the field that a broken body lacks", () => {
    expect(() => facts("order_created", order({ total: 12.5 }))).toThrow(
      "data.attributes.total must be a whole number.",
    );
    expect(() => facts("order_created", { id: "1" })).toThrow("data.attributes is missing.");
  });
});
