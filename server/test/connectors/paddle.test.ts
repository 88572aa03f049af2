import { Paddle } from "@paddle/paddle-node-sdk";
import { describe, expect, it, vi } from "vitest";
import { paddle } from "../../src/connectors/paddle/paddle.ts";
import * as a from "./paddle-events.ts";
import {
  PADDLE_NOON,
  PADDLE_SECRET,
  paddleBody,
  paddleFact,
  paddleRequest,
  translatedByPaddle,
} from "./paddle-events.ts";
import { CLICK } from "./stripe-events.ts";

const now = new Date(PADDLE_NOON);
const body = paddleBody("transaction.completed", a.transaction());
const request = paddleRequest(body, now);
const header = String(request.headers["paddle-signature"]);
const accepts = (more: Partial<typeof request>, secrets = [PADDLE_SECRET], at = now): boolean =>
  paddle.verify({ ...request, ...more }, secrets, at);

describe("a Paddle signature", () => {
  it("is accepted by us and by Paddle's own library, which finds the event in it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    try {
      const event = await new Paddle("unused").webhooks.unmarshal(body, PADDLE_SECRET, header);
      expect(event).toMatchObject({ eventType: "transaction.completed", data: { id: "txn_1", origin: "web" } });
    } finally {
      vi.useRealTimers();
    }
    expect(accepts({})).toBe(true);
  });

  it("is accepted wherever it stands among several, and with either secret during a rotation", () => {
    for (const secrets of [
      ["old", PADDLE_SECRET],
      [PADDLE_SECRET, "old"],
    ])
      expect(accepts(paddleRequest(body, now, secrets))).toBe(true);
    expect(accepts({}, ["new", PADDLE_SECRET])).toBe(true);
  });

  it("is accepted up to five minutes before and after its time, and not longer", () => {
    const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
    const tries = [-301, -300, 6, 300, 301].map((seconds) => accepts({}, [PADDLE_SECRET], at(seconds)));
    expect(tries).toEqual([false, true, true, true, false]);
  });

  it("is refused for a changed or empty body, a wrong secret, and a header that is missing, doubled or incomplete", () => {
    expect(accepts({ body: Buffer.from(body.replace("2380", "2381")) })).toBe(false);
    expect(accepts(paddleRequest("", now))).toBe(false);
    expect(accepts({}, ["pdl_ntfset_other"])).toBe(false);
    expect(accepts({}, [])).toBe(false);
    expect(accepts({ headers: {} })).toBe(false);
    expect(accepts({ headers: { "paddle-signature": [header, header] } })).toBe(false);
    const changed = [
      `${header}, ${header}`,
      `${header};ts=1`,
      header.replace(/ts=\d+;/, ""),
      header.replace("h1", "h2"),
    ];
    for (const text of changed) expect(accepts({ headers: { "paddle-signature": text } })).toBe(false);
  });

  it("of Paddle Classic is refused with a text that says so", () => {
    const classic = { headers: {}, body: Buffer.from("alert_name=payment_succeeded&p_signature=abc%3D") };
    expect(paddle.verify(classic, [PADDLE_SECRET], now)).toBe(false);
    expect(paddle.refusal?.(classic)).toBe("paddle_classic");
    expect(paddle.refusal?.(request)).toBeUndefined();
  });
});

it("an event is recognized by its ID", () => {
  const expected = { dedupKey: "evt_01hv8x29kz0t586xy6zn1a62ny", topic: "transaction.completed" };
  expect(paddle.recognize(request)).toEqual(expected);
});

const completed = (more: a.Transaction = {}) =>
  paddleFact("payment", paddleBody("transaction.completed", a.transaction(more)));
const detailsOf = (more: Parameters<typeof a.totals>[0], amounts: readonly number[]): a.Transaction => ({
  details: {
    totals: a.totals(more),
    line_items: amounts.map((subtotal, index) => ({
      id: `txnitm_${index}`,
      price_id: `pri_${index}`,
      quantity: 2,
      product: { id: "pro_1" },
      totals: { subtotal: String(subtotal), discount: "0", tax: "0", total: String(subtotal) },
    })),
  },
});

describe("a completed transaction", () => {
  it("is an order with its base, customer, subscription, click and items", () => {
    expect(completed()).toEqual({
      kind: "payment",
      objectId: "txn_1",
      at: now,
      handles: ["transaction:txn_1", "subscription:sub_1"],
      orderId: "paddle:txn_1",
      currency: "EUR",
      amounts: { net: 2_000n, netAndShipping: 2_000n, gross: 2_380n },
      items: [
        { lineId: "txnitm_1", sku: "pri_1", productId: "pro_1", category: null, quantity: 1, amountMinor: 2_000n },
      ],
      paidAt: new Date("2026-11-16T11:59:30Z"),
      customer: { id: "ctm_1", email: null },
      subscriptionId: "sub_1",
      renewal: false,
      startsSubscription: true,
      country: null,
      clickId: CLICK,
      coupons: [],
      cancelled: false,
    });
  });

  it("counts after discounts, and names the discount by its ID", () => {
    const totals = { subtotal: "2500", discount: "500", tax: "380", total: "2380", grand_total: "2380" };
    expect(completed({ discount_id: "dsc_1", ...detailsOf(totals, []) })).toMatchObject({
      amounts: { net: 2_000n, gross: 2_380n },
      items: [],
      coupons: [{ couponId: "dsc_1" }],
    });
  });

  it("counts only the share that the customer's credit left to pay", () => {
    const fact = completed(detailsOf({ credit: "1190", grand_total: "1190" }, [1_500, 500]));
    expect(fact.amounts).toEqual({ net: 1_000n, netAndShipping: 1_000n, gross: 1_190n });
    expect(fact.items.map(({ quantity, amountMinor }) => [quantity, amountMinor])).toEqual([
      [2, 750n],
      [2, 250n],
    ]);
  });

  it("is a renewal if its subscription created it, although Paddle copies the custom data", () => {
    const origins = ["web", "api", "subscription_recurring", "subscription_update", "subscription_charge"] as const;
    expect(origins.map((origin) => completed({ origin }).renewal)).toEqual([false, false, true, true, true]);
    expect(completed({ origin: "subscription_recurring" }).clickId).toBe(CLICK);
  });

  it("of 0 binds its customer, but a changed card says nothing", () => {
    const free = detailsOf({ subtotal: "0", tax: "0", total: "0", grand_total: "0" }, []);
    expect(completed(free)).toMatchObject({ amounts: { net: 0n, gross: 0n }, renewal: false });
    const card = a.transaction({ ...free, origin: "subscription_payment_method_change" });
    expect(translatedByPaddle(paddleBody("transaction.completed", card))).toEqual({ ignored: "nothing_to_do" });
  });

  it("that gives money back is no order, and prorated items are unknown", () => {
    const back = { subtotal: "-500", tax: "-95", total: "-595", grand_total: "0" };
    expect(completed(detailsOf(back, [-500]))).toMatchObject({ amounts: { net: 0n, gross: 0n }, items: [] });
    expect(completed(detailsOf({}, [2_500, -500]))).toMatchObject({ amounts: { net: 2_000n }, items: [] });
  });

  it("was paid when it was captured, or else when it was completed", () => {
    const payments = ["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"].map((captured_at, index) => ({
      status: index === 0 ? ("captured" as const) : ("error" as const),
      captured_at,
    }));
    expect(completed({ payments }).paidAt).toEqual(new Date("2026-11-01T00:00:00Z"));
    expect(completed({ payments: [] }).paidAt).toEqual(now);
  });

  it("in yen has no decimals", () => {
    expect(completed({ currency_code: "JPY" })).toMatchObject({ currency: "JPY", amounts: { gross: 2_380n } });
  });
});

describe("an adjustment", () => {
  const adjusted = (more: a.Adjustment, occurred_at = PADDLE_NOON) =>
    paddleFact("refund", paddleBody("adjustment.updated", a.adjustment(more), { occurred_at }));

  it("is a refund in money of the transaction", () => {
    expect(adjusted({})).toEqual({
      kind: "refund",
      objectId: "adj_1",
      at: now,
      handles: ["transaction:txn_1"],
      counts: true,
      refunded: { of: "gross", amountMinor: 1_190n, currency: "EUR" },
      items: [],
      reason: null,
      occurredAt: new Date("2026-11-16T11:00:00Z"),
    });
  });

  it.each([
    ["refund", "pending_approval", false],
    ["refund", "approved", true],
    ["refund", "rejected", false],
    ["refund", "reversed", false],
    ["chargeback", "approved", true],
    ["chargeback", "reversed", false],
    ["chargeback_reverse", "approved", false],
  ] as const)("%s that is %s: counts is %s", (action, status, counts) => {
    expect(adjusted({ action, status }).counts).toBe(counts);
  });

  it("that reverses a chargeback replaces it, whichever arrives first", () => {
    const chargeback = adjusted({ id: "adj_2", action: "chargeback" }, "2026-11-16T10:00:00.000001Z");
    const reversal = adjusted({ id: "adj_3", action: "chargeback_reverse" });
    expect(reversal.objectId).toBe(chargeback.objectId);
    expect(reversal.at > chargeback.at).toBe(true);
    expect(adjusted({ id: "adj_4", action: "refund" }).objectId).toBe("adj_4");
  });

  it.each([
    ["credit", "approved"],
    ["credit_reverse", "approved"],
    ["chargeback_warning", "approved"],
    ["chargeback_warning_reverse", "approved"],
    ["chargeback_reverse", "pending_approval"],
  ] as const)("%s that is %s says nothing about orders", (action, status) => {
    const created = paddleBody("adjustment.created", a.adjustment({ action, status }));
    expect(translatedByPaddle(created)).toEqual({ ignored: "nothing_to_do" });
  });

  it("of tax alone does not count", () => {
    expect(adjusted({ totals: { subtotal: "0", tax: "380", total: "380" } }).counts).toBe(false);
  });
});

describe("other events", () => {
  it("a subscription carries the click ID and the discount to its first transaction", () => {
    const created = paddleBody("subscription.created", {
      id: "sub_1",
      transaction_id: "txn_1",
      customer_id: "ctm_1",
      custom_data: { service_id: CLICK },
      discount: { id: "dsc_1" },
    });
    expect(paddleFact("evidence", created)).toMatchObject({
      objectId: "sub_1",
      handles: ["subscription:sub_1", "transaction:txn_1"],
      clickId: CLICK,
      coupons: [{ couponId: "dsc_1" }],
    });
    const without = paddleBody("subscription.created", { id: "sub_1", transaction_id: "txn_1", custom_data: null });
    expect(translatedByPaddle(without)).toEqual({ ignored: "nothing_to_do" });
  });

  it("a discount says its code, if it has one", () => {
    for (const type of ["discount.created", "discount.updated"] as const)
      expect(paddleFact("coupon", paddleBody(type, { id: "dsc_1", code: "ADA10" }))).toEqual({
        kind: "coupon",
        objectId: "dsc_1",
        at: now,
        handles: ["discount:dsc_1"],
        code: "ADA10",
      });
    const without = paddleBody("discount.created", { id: "dsc_1", code: null });
    expect(translatedByPaddle(without)).toEqual({ ignored: "nothing_to_do" });
  });

  it("simulated events and other topics are ignored", () => {
    const simulated = paddleBody("transaction.completed", a.transaction(), { event_id: "ntfsimevt_1" });
    expect(translatedByPaddle(simulated)).toEqual({ ignored: "test" });
    const other = body.replace("transaction.completed", "transaction.billed");
    expect(translatedByPaddle(other)).toEqual({ ignored: "topic" });
  });

  it("a body that Paddle does not document fails with one sentence", () => {
    expect(() => translatedByPaddle("x")).toThrow("The body is not JSON.");
    expect(() => translatedByPaddle(body.replace('"subtotal":"2000"', '"subtotal":"20.00"'))).toThrow(
      "details.totals.subtotal is not a whole number.",
    );
    expect(() => translatedByPaddle(body.replace(PADDLE_NOON, "soon"))).toThrow("soon is not a time.");
  });
});
