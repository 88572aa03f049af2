import { describe, expect, it } from "vitest";
import { commissionBases, type CommissionBase } from "tributary-sdk/words";
import { shopify } from "../../src/connectors/shopify/shopify.ts";
import { namesCustomer, withoutCustomer, type KnownFact } from "../../src/domain/connectors/fact-json.ts";
import { KnownFacts } from "./known-facts.ts";
import { permutations } from "./story.ts";
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
  taxLine,
  transaction,
  type Body,
} from "./shopify-events.ts";

const alone = (body: Body) => onlyOf(factsBy(shopify, shopifyRequest(body, { topic: "refunds/create" })), "refund");
const inOrder = (body: Body, more: Body = {}) =>
  onlyOf(factsBy(shopify, shopifyRequest({ ...refunded(body), ...more }, { topic: "orders/updated" })), "refund");

const factsOf = (body: Body, topic: string): readonly KnownFact[] =>
  factsBy(shopify, shopifyRequest(body, { topic })).map((fact) =>
    namesCustomer(fact) ? withoutCustomer(fact, null) : fact,
  );

/** What a refund comes to for each commission base, in cents. */
type PerBase = Readonly<Record<CommissionBase, string>>;

/** The same, whether Shopify tells of the refund by itself, in the order, or both, and in whatever order they arrive. */
function refundOf(body: Body, more: Body = {}): PerBase {
  const paid = factsOf(order(more), "orders/paid");
  const updated = factsOf({ ...refunded(body), ...more }, "orders/updated");
  const own = factsOf(body, "refunds/create");
  const ways = [[paid, own], [own, paid], [updated], ...permutations([paid, own, updated])];
  const results = ways.map((way) => Object.fromEntries(commissionBases.map((base) => [base, sumAfter(way, base)])));
  const [first] = results;
  for (const result of results) expect(result).toEqual(first);
  return first as PerBase;
}

function sumAfter(way: readonly (readonly KnownFact[])[], base: CommissionBase): string {
  const known = new KnownFacts();
  for (const facts of way) known.add(facts);
  const { refunds } = JSON.parse(known.orders(base)) as { refunds: readonly { amountMinor: string }[] };
  return String(refunds.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n));
}

const NONE: PerBase = { net: "0", net_and_shipping: "0", gross: "0" };
const oldShipping = adjustment("-5.00", { kind: "shipping_refund", tax_amount_set: moneySet("-0.95") });
const newShipping = { id: 1, subtotal_amount_set: moneySet("5.00"), tax_amount_set: moneySet("0.95") };
/** The same shop with prices that contain the tax. */
const included = {
  taxes_included: true,
  line_items: [line({ price_set: moneySet("59.50") })],
  shipping_lines: [{ id: 21, price_set: moneySet("5.95"), discount_allocations: [], tax_lines: [taxLine("0.95")] }],
};

describe("a refund of Shopify", () => {
  it("with lines says which ones came back", () => {
    expect(alone(refund())).toEqual({
      kind: "refund",
      objectId: "701",
      at: new Date("2026-11-16T10:30:00Z"),
      handles: ["order:4501"],
      counts: true,
      refunded: {
        of: "parts",
        goods: { amountMinor: 5_000n, taxMinor: 950n },
        shipping: { amountMinor: 0n, taxMinor: 0n },
        beyondMinor: 0n,
        taxIncluded: false,
      },
      items: [{ lineId: "11", quantity: 1, amountMinor: 5_000n }],
      reason: null,
      occurredAt: new Date("2026-11-16T10:30:00Z"),
    });
    expect(inOrder(refund())).toEqual({ ...alone(refund()), at: new Date("2026-11-16T10:30:00.001Z") });
  });

  it("with lines counts their goods, with tax only if commission is paid on it", () => {
    expect(refundOf(refund())).toEqual({ net: "5000", net_and_shipping: "5000", gross: "5950" });
  });

  it("with lines whose prices contain tax counts the same", () => {
    const lines = [refundLine({ subtotal_set: moneySet("59.50"), line_item: line({ price_set: moneySet("59.50") }) })];
    const body = refund({ refund_line_items: lines });
    expect(refundOf(body, included)).toEqual({ net: "5000", net_and_shipping: "5000", gross: "5950" });
    expect([alone(body), inOrder(body, included)].map((fact) => fact.refunded)).toMatchObject([
      { taxIncluded: true },
      { taxIncluded: true },
    ]);
    // Without rates, only the order knows it.
    const bare = [refundLine({ subtotal_set: moneySet("59.50"), line_item: line({ tax_lines: [] }) })];
    expect(refundOf(refund({ refund_line_items: bare }), included).net).toBe("5000");
  });

  it("without lines counts the money that was paid back", () => {
    const body = refund({ refund_line_items: [], transactions: [transaction("11.90")] });
    expect(refundOf(body)).toEqual({ net: "1000", net_and_shipping: "1000", gross: "1190" });
    const booked = { ...body, order_adjustments: [adjustment("-11.90")] };
    expect(refundOf(booked)).toEqual({ net: "1000", net_and_shipping: "1000", gross: "1190" });
  });

  it("of shipping counts only where commission is paid on it", () => {
    const only = { net: "0", net_and_shipping: "500", gross: "595" };
    const older = refund({
      refund_line_items: [],
      transactions: [transaction("5.95")],
      order_adjustments: [oldShipping],
    });
    expect(refundOf(older)).toEqual(only);
    expect(refundOf(older, included)).toEqual(only);
    const newer = { ...older, order_adjustments: [], refund_shipping_lines: [newShipping] };
    expect(refundOf(newer)).toEqual(only);
    const withTax = { ...newShipping, subtotal_amount_set: moneySet("5.95") };
    expect(refundOf({ ...newer, refund_shipping_lines: [withTax] }, included)).toEqual(only);
  });

  it("of shipping and of money for goods counts both by themselves", () => {
    const body = refund({ refund_line_items: [], transactions: [transaction("17.85")] });
    const both = { net: "1000", net_and_shipping: "1500", gross: "1785" };
    expect(refundOf({ ...body, order_adjustments: [oldShipping] })).toEqual(both);
    expect(refundOf({ ...body, refund_shipping_lines: [newShipping] })).toEqual(both);
    const withTax = { ...newShipping, subtotal_amount_set: moneySet("5.95") };
    expect(refundOf({ ...body, refund_shipping_lines: [withTax] }, included)).toEqual(both);
  });

  it("of lines and shipping counts both by themselves", () => {
    const body = refund({ order_adjustments: [oldShipping], transactions: [transaction("65.45")] });
    expect(refundOf(body)).toEqual({ net: "5000", net_and_shipping: "5500", gross: "6545" });
    const all = refund({
      refund_line_items: [
        refundLine({ quantity: 2, subtotal_set: moneySet("100.00"), total_tax_set: moneySet("19.00") }),
      ],
      refund_shipping_lines: [newShipping],
      transactions: [transaction("124.95")],
    });
    expect(refundOf(all)).toEqual({ net: "10000", net_and_shipping: "10500", gross: "12495" });
  });

  it("of less or more than its lines counts what was paid", () => {
    const less = refund({ order_adjustments: [adjustment("29.75")], transactions: [transaction("29.75")] });
    expect(refundOf(less)).toEqual({ net: "2500", net_and_shipping: "2500", gross: "2975" });
    const more = refund({ order_adjustments: [adjustment("-11.90")], transactions: [transaction("71.40")] });
    expect(refundOf(more)).toEqual({ net: "6000", net_and_shipping: "6000", gross: "7140" });
    expect(alone(more).items).toEqual([]);
  });

  it("counts once if goods come back first and the money is paid later", () => {
    const pair = (amount: string) => [
      adjustment(amount),
      adjustment(amount.startsWith("-") ? amount.slice(1) : `-${amount}`, { reason: "Pending refund discrepancy" }),
    ];
    const returned = refund({ order_adjustments: pair("59.50"), transactions: [] });
    expect(refundOf(returned).net).toBe("5000");
    const paidLater = refund({ id: 702, refund_line_items: [], order_adjustments: pair("-59.50") });
    expect(refundOf(paidLater)).toEqual(NONE);
  });

  it("counts only once its payment succeeded", () => {
    for (const status of ["pending", "failure", "error"])
      expect(refundOf(refund({ transactions: [transaction("59.50", { status })] }))).toEqual(NONE);
    const second = [transaction("59.50", { status: "failure" }), transaction("59.50", { id: 42 })];
    expect(refundOf(refund({ transactions: second })).net).toBe("5000");
  });

  it("of a gift card counts nothing", () => {
    const lines = [refundLine({ line_item_id: 12, subtotal_set: moneySet("30.00"), line_item: giftCard() })];
    const body = refund({ refund_line_items: lines, transactions: [transaction("30.00")] });
    expect(refundOf(body)).toEqual(NONE);
  });

  it("that only restocks counts nothing", () => {
    const body = refund({ refund_line_items: [], transactions: [] });
    expect(alone(body).counts).toBe(false);
  });

  it("paid in the customer's currency is read from the amounts in the shop's", () => {
    const inDollars = [transaction("23.80", { currency: "USD" })];
    const body = refund({ refund_line_items: [], transactions: inDollars, order_adjustments: [adjustment("-11.90")] });
    expect(refundOf(body).net).toBe("1000");
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
