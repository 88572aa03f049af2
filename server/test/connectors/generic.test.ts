import { describe, expect, it } from "vitest";
import { parseMapping } from "../../src/connectors/generic/mapping.ts";
import { generic } from "../../src/connectors/generic/generic.ts";
import { genericRequest, order, refund, type Body } from "./generic-events.ts";
import { factsBy, onlyOf, RECEIVED_AT, SETTINGS, translatedBy } from "./shop-request.ts";
import { CLICK } from "./stripe-events.ts";

type Mapping = Readonly<Record<string, string>>;
const facts = (body: unknown, mapping: Mapping | null = null) =>
  factsBy(generic, genericRequest(body), { ...SETTINGS, mapping });
const paid = (body: Body, mapping: Mapping | null = null) => onlyOf(facts(body, mapping), "payment");
const refunded = (body: Body, mapping: Mapping | null = null) => onlyOf(facts(body, mapping), "refund");

describe("a shop that sends the fields of our own API", () => {
  const payment = {
    kind: "payment",
    objectId: "order-1001",
    at: RECEIVED_AT,
    handles: ["order:order-1001"],
    orderId: "order-1001",
    currency: "EUR",
    amounts: { net: 4_999n, netAndShipping: 4_999n, gross: 4_999n },
    items: [{ lineId: "0", sku: "PRO-1", productId: "prod-77", category: "plans", quantity: 1, amountMinor: 4_999n }],
    paidAt: new Date("2026-11-16T10:00:00Z"),
    customer: { id: "cus-1001", email: "ada@example.com" },
    subscriptionId: "sub-1",
    renewal: false,
    country: "DE",
    clickId: CLICK,
    coupons: [],
    cancelled: false,
  };

  it("needs no mapping for orders, alone or in `data`", () => {
    expect(facts(order())).toEqual([payment]);
    expect(facts({ type: "order.paid", data: order() })).toEqual([payment]);
    expect(facts({ id: "evt_1", event: "order.completed", data: order() }, {})).toEqual([payment]);
  });

  it("needs no mapping for refunds, whose currency is their own or that of the order", () => {
    const found = {
      kind: "refund",
      objectId: "order-1001/refund-1",
      at: RECEIVED_AT,
      handles: ["order:order-1001"],
      counts: true,
      refunded: { of: "gross", amountMinor: 10_500_000n, decimals: 6 },
      items: [],
      reason: null,
      occurredAt: RECEIVED_AT,
    };
    expect(facts(refund())).toEqual([found]);
    expect(
      facts({ type: "refund.created", timestamp: "2026-11-16T11:00:00Z", data: refund({ currency: "EUR" }) }),
    ).toEqual([
      {
        ...found,
        at: new Date("2026-11-16T11:00:00Z"),
        occurredAt: new Date("2026-11-16T11:00:00Z"),
        refunded: { of: "gross", amountMinor: 1_050n, currency: "EUR" },
      },
    ]);
  });

  it("can name one coupon or several", () => {
    expect(paid(order({ coupon_code: "ADA10" })).coupons).toEqual([{ code: "ADA10" }]);
    expect(paid(order({ coupon: ["ADA10", "", "BOB5"] })).coupons).toEqual([{ code: "ADA10" }, { code: "BOB5" }]);
  });

  it("pays in euros now if it says nothing else, and without a click ID of ours has none", () => {
    const { currency, paidAt, at, clickId } = paid({ external_id: "1", amount: "5", click_id: "abc" });
    expect({ currency, paidAt, at, clickId }).toEqual({
      currency: "EUR",
      paidAt: RECEIVED_AT,
      at: RECEIVED_AT,
      clickId: null,
    });
  });

  it("is ignored for test events and topics that are neither orders nor refunds", () => {
    const ignored = (body: Body) => translatedBy(generic, genericRequest(body), SETTINGS);
    expect(ignored({ type: "order.paid", test: true, data: order() })).toEqual({ ignored: "test" });
    expect(ignored({ type: "customer.created", data: {} })).toEqual({ ignored: "topic" });
  });
});

describe("a mapping", () => {
  const mapping = {
    topic: "meta.action",
    order_topics: "bought, renewed",
    refund_topics: "money_back",
    money: "minor",
    "order.id": "payload.orders[0].number",
    "order.amount": "payload.orders[0].totals.net | payload.orders[0].totals.all",
    "order.currency": "payload.currency",
    "order.paid_at": "payload.orders[0].paid",
    "order.coupon": "payload.codes",
    "order.items": "payload.orders[0].lines",
    "item.sku": "article.number",
    "item.amount": "sum",
    "refund.id": "payload.id",
    "refund.order_id": "payload.order",
    "refund.amount": "payload.sum",
  };
  const lines = [{ article: { number: 7 }, quantity: 2, sum: 900 }];
  const bought = {
    meta: { action: "bought" },
    payload: {
      currency: "usd",
      codes: ["ADA10"],
      orders: [{ number: 9007199254740992, paid: 1_794_823_200, totals: { net: null, all: 1_000 }, lines }],
    },
  };

  it("says where a shop has its fields, and what its topics and amounts mean", () => {
    const body = JSON.stringify(bought).replace("9007199254740992", "9007199254740993");
    expect(onlyOf(facts(body, mapping), "payment")).toMatchObject({
      orderId: "9007199254740993",
      currency: "USD",
      amounts: { net: 1_000n },
      paidAt: new Date(1_794_823_200_000),
      coupons: [{ code: "ADA10" }],
      items: [{ lineId: "0", sku: "7", quantity: 2, amountMinor: 900n }],
    });
    const back = { meta: { action: "money_back" }, payload: { id: 5, order: "1", sum: 250 } };
    expect(refunded(back, mapping)).toMatchObject({
      objectId: "1/5",
      handles: ["order:1"],
      refunded: { of: "gross", amountMinor: 250n },
    });
  });

  it("names the field and the path of what is missing or wrong", () => {
    const problem = (change: (body: typeof bought) => unknown): (() => unknown) => {
      const copy = structuredClone(bought);
      change(copy);
      return () => facts(copy, mapping);
    };
    const [first] = bought.payload.orders;
    expect(problem(({ payload }) => (payload.orders = []))).toThrow(
      "order.id was not found at payload.orders[0].number.",
    );
    expect(problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { totals: {} }))).toThrow(
      "order.amount was not found at payload.orders[0].totals.net or payload.orders[0].totals.all.",
    );
    const amounts = ["12,5", 12.5, -1, "1e3"];
    for (const all of amounts)
      expect(problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { totals: { all } }))).toThrow(
        "order.amount at payload.orders[0].totals.all must be a whole number.",
      );
    expect(problem(({ payload }) => (payload.currency = "XXL"))).toThrow(
      "order.currency at payload.currency must be an ISO 4217 code.",
    );
    expect(problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { paid: "today" }))).toThrow(
      "order.paid_at at payload.orders[0].paid must be an ISO 8601 time or Unix seconds.",
    );
    expect(problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { number: {} }))).toThrow(
      "order.id at payload.orders[0].number must be text or a number.",
    );
    expect(problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { lines: "7" }))).toThrow(
      "order.items at payload.orders[0].lines must be a list.",
    );
    expect(
      problem(({ payload }) => Object.assign(payload.orders[0] ?? {}, { lines: [{ ...lines[0], sum: 1_001 }] })),
    ).toThrow("The items are more than the order's amount.");
    expect(first?.lines).toHaveLength(1);
  });

  it("reads only what the JSON contains", () => {
    const hidden = { ...mapping, "order.id": "payload.constructor.name|payload.orders.length|__proto__.x" };
    expect(() => facts(bought, hidden)).toThrow("order.id was not found");
  });

  it("is refused if it names an unknown field, a wrong path or another word", () => {
    const problems: readonly (readonly [Mapping, string])[] = [
      [{ total: "a" }, "The mapping has no field total."],
      [{ "order.id": "a..b" }, "order.id must be a path such as data.order.id or lines[0].price."],
      [{ "order.id": "a[x]" }, "order.id must be a path"],
      [{ "order.id": "a[0" }, "order.id must be a path"],
      [{ "order.id": "a|" }, "order.id must be a path"],
      [{ "order.id": "a b" }, "order.id must be a path"],
      [{ "order.id": "[0]" }, "order.id must be a path"],
      [{ "order.id": "a(1)" }, "order.id must be a path"],
      [{ "order.id": "a".repeat(1_001) }, "order.id must be at most 1000 characters."],
      [{ money: "cents" }, "money must be major or minor."],
      [{ currency: "euro" }, "currency must be an ISO 4217 code."],
      [JSON.parse('{"__proto__":"a"}') as Mapping, "The mapping has no field __proto__."],
    ];
    for (const [given, text] of problems) expect(() => parseMapping(given)).toThrow(text);
    expect(() => facts(order(), { money: "cents" })).toThrow("money must be major or minor.");
  });

  it("keeps the default of a field that is empty", () => {
    expect(paid(order(), { "order.id": " ", money: "" }).orderId).toBe("order-1001");
  });

  it("can name the currency of orders that do not", () => {
    const yen = paid({ external_id: "1", amount: 1500 }, { currency: "jpy" });
    expect([yen.currency, yen.amounts.net]).toEqual(["JPY", 1_500n]);
  });
});

it("a body that is not JSON has a reason", () => {
  expect(() => facts("amount=1")).toThrow("The body is not JSON.");
});
