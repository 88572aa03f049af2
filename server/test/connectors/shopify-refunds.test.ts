import { describe, expect, it } from "vitest";
import { shopify } from "../../src/connectors/shopify/shopify.ts";
import { factsBy, onlyOf, translatedBy } from "./shop-request.ts";
import {
  adjustment,
  giftCard,
  line,
  moneySet,
  order,
  refund,
  refunded,
  refundLine,
  shopifyRequest,
  transaction,
  type Body,
} from "./shopify-events.ts";

const alone = (body: Body) => onlyOf(factsBy(shopify, shopifyRequest(body, { topic: "refunds/create" })), "refund");
const inOrder = (body: Body, more: Body = {}) =>
  onlyOf(factsBy(shopify, shopifyRequest({ ...refunded(body), ...more }, { topic: "orders/updated" })), "refund");
/** Both ways in which Shopify tells of a refund. */
const both = (body: Body) => [alone(body), inOrder(body)].map(({ counts, refunded: money }) => ({ counts, ...money }));
const twice = (of: { counts: boolean; of: string; amountMinor: bigint }) => [of, of];

describe("a refund of Shopify", () => {
  it("with lines counts their goods without tax, and says which ones came back", () => {
    expect(alone(refund())).toEqual({
      kind: "refund",
      objectId: "701",
      at: new Date("2026-11-16T10:30:00Z"),
      handles: ["order:4501"],
      counts: true,
      refunded: { of: "net", amountMinor: 5_000n },
      items: [{ lineId: "11", quantity: 1, amountMinor: 5_000n }],
      reason: null,
      occurredAt: new Date("2026-11-16T10:30:00Z"),
    });
    expect(inOrder(refund())).toEqual({ ...alone(refund()), at: new Date("2026-11-16T10:30:00.001Z") });
  });

  it("with lines whose prices contain tax counts them without it", () => {
    const lines = [refundLine({ subtotal_set: moneySet("59.50"), line_item: line({ price_set: moneySet("59.50") }) })];
    const body = refund({ refund_line_items: lines });
    expect(alone(body).refunded).toEqual({ of: "net", amountMinor: 5_000n });
    expect(inOrder(body, { taxes_included: true }).refunded).toEqual({ of: "net", amountMinor: 5_000n });
  });

  it("without lines counts the money that was paid back, without tax", () => {
    const body = refund({ refund_line_items: [], transactions: [transaction("11.90")] });
    expect(inOrder(body).refunded).toEqual({ of: "net", amountMinor: 1_000n });
    // Without its order, the tax is not known.
    expect(alone(body).refunded).toEqual({ of: "gross", amountMinor: 1_190n });
    const booked = { ...body, order_adjustments: [adjustment("-11.90")] };
    expect(inOrder(booked).refunded).toEqual({ of: "net", amountMinor: 1_000n });
  });

  it("without lines does not count shipping", () => {
    const shipping = adjustment("-5.00", { kind: "shipping_refund", tax_amount_set: moneySet("-0.95") });
    const older = refund({
      refund_line_items: [],
      transactions: [transaction("17.85")],
      order_adjustments: [shipping],
    });
    expect(inOrder(older).refunded.amountMinor).toBe(1_000n);
    const newer = refund({
      refund_line_items: [],
      transactions: [transaction("17.85")],
      refund_shipping_lines: [{ id: 1, subtotal_amount_set: moneySet("5.00"), tax_amount_set: moneySet("0.95") }],
    });
    expect(inOrder(newer).refunded.amountMinor).toBe(1_000n);
    const only = { ...older, transactions: [transaction("5.95")] };
    expect(both(only).map(({ counts }) => counts)).toEqual([false, false]);
  });

  it("with lines and shipping counts the lines only", () => {
    const shipping = adjustment("-5.00", { kind: "shipping_refund", tax_amount_set: moneySet("-0.95") });
    const body = refund({ order_adjustments: [shipping], transactions: [transaction("65.45")] });
    expect(both(body)).toEqual(twice({ counts: true, of: "net", amountMinor: 5_000n }));
  });

  it("of less or more than its lines counts what was paid", () => {
    const less = refund({ order_adjustments: [adjustment("29.75")], transactions: [transaction("29.75")] });
    expect(both(less)).toEqual(twice({ counts: true, of: "net", amountMinor: 2_500n }));
    const more = refund({ order_adjustments: [adjustment("-11.90")], transactions: [transaction("71.40")] });
    expect(both(more)).toEqual(twice({ counts: true, of: "net", amountMinor: 6_000n }));
    expect(alone(more).items).toEqual([]);
  });

  it("counts once if goods come back first and the money is paid later", () => {
    const pair = (amount: string) => [
      adjustment(amount),
      adjustment(amount.startsWith("-") ? amount.slice(1) : `-${amount}`, { reason: "Pending refund discrepancy" }),
    ];
    const returned = refund({ order_adjustments: pair("59.50"), transactions: [] });
    expect(both(returned)).toEqual(twice({ counts: true, of: "net", amountMinor: 5_000n }));
    const paidLater = refund({ id: 702, refund_line_items: [], order_adjustments: pair("-59.50") });
    expect(both(paidLater).map(({ counts }) => counts)).toEqual([false, false]);
  });

  it("counts only once its payment succeeded", () => {
    for (const status of ["pending", "failure", "error"])
      expect(both(refund({ transactions: [transaction("59.50", { status })] })).some(({ counts }) => counts)).toBe(
        false,
      );
    const second = [transaction("59.50", { status: "failure" }), transaction("59.50", { id: 42 })];
    expect(both(refund({ transactions: second }))).toEqual(twice({ counts: true, of: "net", amountMinor: 5_000n }));
  });

  it("of a gift card counts nothing", () => {
    const lines = [refundLine({ line_item_id: 12, subtotal_set: moneySet("30.00"), line_item: giftCard() })];
    const body = refund({ refund_line_items: lines, transactions: [transaction("30.00")] });
    expect(both(body).map(({ counts }) => counts)).toEqual([false, false]);
  });

  it("that only restocks counts nothing", () => {
    const body = refund({ refund_line_items: [], transactions: [] });
    expect(alone(body).counts).toBe(false);
  });

  it("paid in the customer's currency is read from the amounts in the shop's", () => {
    const inDollars = [transaction("23.80", { currency: "USD" })];
    const body = refund({ refund_line_items: [], transactions: inDollars, order_adjustments: [adjustment("-11.90")] });
    expect(inOrder(body).refunded.amountMinor).toBe(1_000n);
    expect(() => inOrder({ ...body, order_adjustments: [] })).toThrow(
      "The refund was paid in USD and names no amount in EUR.",
    );
  });

  it("of a test order is ignored", () => {
    const body = refund({ transactions: [transaction("59.50", { test: true })] });
    expect(translatedBy(shopify, shopifyRequest(body, { topic: "refunds/create" }))).toEqual({ ignored: "test" });
  });

  it("contains no note, which may name a person", () => {
    expect(JSON.stringify(alone(refund()).reason)).toBe("null");
  });
});

it("an order of Shopify names all its refunds", () => {
  const facts = factsBy(shopify, shopifyRequest(refunded(refund(), refund({ id: 702 })), { topic: "orders/updated" }));
  expect(facts.map(({ kind, objectId }) => `${kind} ${objectId}`)).toEqual([
    "payment 4501",
    "refund 701",
    "refund 702",
  ]);
  expect(factsBy(shopify, shopifyRequest(order(), { topic: "orders/paid" }))).toHaveLength(1);
});
