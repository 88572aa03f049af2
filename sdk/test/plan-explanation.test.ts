import { describe, expect, it } from "vitest";
import { describeChange, explainLines, type CommissionLine, type CommissionPlan, type LineRule } from "../src/plan.ts";
import { fixed, format, none, percent, plan, rule, steps } from "./plan-samples.ts";

const line = (id: string, more: Partial<CommissionLine>): CommissionLine => ({
  rule: id,
  sku: null,
  quantity: null,
  amount: null,
  pay: null,
  commission: 0,
  reason: null,
  ...more,
});

describe("the explanation of a commission", () => {
  const textsOf = (lines: CommissionLine[], of: CommissionPlan | undefined = plan): string[] =>
    explainLines(lines, of, format).map(({ text }) => text);

  it("says which rule paid what", () => {
    const lines = [
      line("l1", { sku: "PRO-1", quantity: 2, amount: 600, pay: percent(30), commission: 180 }),
      line("l2", { sku: "CARD", quantity: 1, amount: 100, pay: none }),
      line("o1", { amount: 300, pay: fixed(50), commission: 50 }),
      line("order_max", { pay: fixed(200), commission: -30 }),
      line("customer_max", { pay: fixed(500), commission: -10 }),
    ];
    expect(explainLines(lines, plan, format)).toEqual([
      { text: "2 × PRO-1: 30% of €600 (items with SKU PRO-*)", commission: 180 },
      { text: "CARD: no commission (items in category gift-cards)", commission: 0 },
      { text: "Rest of the order: €50 (orders from new customers)", commission: 50 },
      { text: "Limit: at most €200 per order", commission: -30 },
      { text: "Limit: at most €500 per customer", commission: -10 },
    ]);
  });

  it("says which rule did not pay, and why", () => {
    expect(
      textsOf([
        line("base", { amount: 40, pay: percent(20), commission: 8 }),
        line("l1", { reason: "sku", pay: percent(30) }),
        line("o1", { reason: "customer", pay: fixed(50) }),
        line("o2", { reason: "coupon", pay: percent(10) }),
        line("tiers", { reason: "below_step", pay: percent(25) }),
        line("binding", { reason: "bound_to_other" }),
      ]),
    ).toEqual([
      "Order: 20% of €40 (base rate)",
      "“30% of items with SKU PRO-*” did not apply: the order has no item with SKU PRO-*",
      "“€50 for each order from new customers” did not apply: the customer is not new",
      "“10% of orders with your coupon code” did not apply: your coupon code was not used",
      "“25% from your 11th order in a month” did not apply yet",
      "Another affiliate's link or code was used, but the customer stays with the affiliate of their first order",
    ]);
  });

  it("names the step that paid, and a rule that came before it", () => {
    expect(textsOf([line("tiers", { amount: 40, pay: percent(25), commission: 10 })])).toEqual([
      "Order: 25% of €40 (from your 11th order in a month)",
    ]);
    const earlier = { reason: "earlier_rule", pay: percent(25) } as const;
    expect(textsOf([line("tiers", earlier), line("o2", earlier)])).toEqual([
      "“25% from your 11th order in a month” did not apply: a rule for orders did",
      "“10% of orders with your coupon code” did not apply: an earlier rule did",
    ]);
  });

  it.each<[CommissionLine["reason"], LineRule["when"], string]>([
    ["customer", { customer: "returning" }, "the customer is not a returning customer"],
    ["order", { order: "renewal" }, "the order is not a subscription renewal"],
    ["coupon", { coupon: "none" }, "your coupon code was used"],
    ["country", { country: ["DE", "AT"] }, "the customer is not in DE or AT"],
    ["amount", { amount_from: 100 }, "the order is not worth €100 or more"],
    ["month", { month_to: 3 }, "the order is not in the customer's first 3 months"],
    ["product", { product: ["7"] }, "the order has no item with product ID 7"],
    ["sku", { customer: "new" }, "the order has no such item"],
  ])("gives the reason %s of %j: %s", (reason, when, text) => {
    const of = { base: percent(1), orders: [rule("o1", when, percent(2))] };
    expect(textsOf([line("o1", { reason })], of)[0]?.split(" did not apply: ")[1]).toBe(text);
  });

  it("stays general without the plan", () => {
    const reasons = ["customer", "order", "coupon", "country", "amount", "month", "category"] as const;
    expect(
      textsOf(
        reasons.map((reason) => line("o1", { reason })),
        { base: percent(1) },
      ),
    ).toEqual([
      "Rule o1 did not apply: the customer does not match",
      "Rule o1 did not apply: it is another kind of order",
      "Rule o1 did not apply: the coupon code does not match",
      "Rule o1 did not apply: the country does not match",
      "Rule o1 did not apply: the order is not in the range of amounts",
      "Rule o1 did not apply: the month does not match",
      "Rule o1 did not apply: the order has no such item",
    ]);
    expect(
      explainLines([line("l1", { sku: "A", quantity: 3, amount: 9, pay: fixed(1), commission: 3 })], undefined, format),
    ).toEqual([{ text: "3 × A: €1 each", commission: 3 }]);
  });

  it("says why a later order of a customer does not pay", () => {
    const repeat = (reason: CommissionLine["reason"], of?: CommissionPlan["repeat"]): string[] =>
      textsOf([line("repeat", { reason, amount: 10 })], { base: percent(1), ...(of && { repeat: of }) });
    expect([
      ...repeat("first_order_only", { pay: "none" }),
      ...repeat("months_over", { pay: "limited", months: 12 }),
      ...repeat("payments_over", { pay: "limited", payments: 3 }),
      ...repeat("payments_over", { pay: "limited", payments: 1 }),
      ...repeat("months_over"),
    ]).toEqual([
      "No commission: only a customer's first order pays",
      "No commission: orders pay for 12 months after a customer's first order",
      "No commission: only a customer's first 3 orders pay",
      "No commission: only a customer's first order pays",
      "No commission: orders of this customer no longer pay",
    ]);
  });

  it("names the bonus", () => {
    expect(textsOf([line("b1", { amount: 0, pay: fixed(100), commission: 100 })])).toEqual([
      "€100 bonus for 50 approved orders in a month",
    ]);
  });

  it("leaves out the rest if items leave nothing of the order", () => {
    const item = line("l1", { sku: "PRO-1", quantity: 1, amount: 10, pay: percent(30), commission: 3 });
    expect(textsOf([item, line("base", { amount: 0, pay: percent(20) })])).toHaveLength(1);
    expect(textsOf([line("base", { amount: 0, pay: percent(20) })])).toEqual(["Order: 20% of €0 (base rate)"]);
  });
});

describe("a change of a plan", () => {
  it("is empty if both versions pay the same", () => {
    expect(describeChange(plan, structuredClone(plan), format)).toEqual([]);
    expect(
      describeChange({ base: percent(1) }, { base: percent(1), repeat: { pay: "every" }, lines: [] }, format),
    ).toEqual([]);
  });

  it("names what is new, changed and removed", () => {
    const after: CommissionPlan = {
      ...plan,
      base: percent(25),
      lines: [rule("l1", { sku: ["PRO-*"] }, percent(35)), rule("l3", { sku: ["X"] }, none)],
      tiers: steps([11, percent(30)], [21, percent(35)]),
      bonuses: [],
      limits: { order_max: 100 },
      bound_customers_keep: false,
    };
    expect(describeChange(plan, after, format)).toEqual([
      "Changed: 25% of every order for 12 months after a customer's first order (was: 20% of every order for 12 months after a customer's first order)",
      "Removed: Items in category gift-cards pay nothing",
      "Changed: 35% of items with SKU PRO-* (was: 30% of items with SKU PRO-*)",
      "New: Items with SKU X pay nothing",
      "Changed: 30% from your 11th order in a month (was: 25% from your 11th order in a month)",
      "New: 35% from your 21st order in a month",
      "Removed: €100 bonus for 50 approved orders in a month",
      "Removed: At most €500 per customer",
      "Changed: At most €100 per order (was: At most €200 per order)",
      "New versions also apply to customers who already ordered",
    ]);
    expect(describeChange(after, { ...after, bound_customers_keep: true }, format)).toEqual([
      "Customers who already ordered keep the terms of their first order",
    ]);
  });

  it("tells if rules move, but not if one is added between them", () => {
    const [first, second] = plan.orders ?? [];
    if (!first || !second) throw new Error("The plan has two order rules.");
    expect(describeChange(plan, { ...plan, orders: [second, first] }, format)).toEqual([
      "The rules for orders are in a new sequence",
    ]);
    const added = rule("o3", { country: ["DE"] }, percent(1));
    expect(describeChange(plan, { ...plan, orders: [first, added, second] }, format)).toEqual([
      "New: 1% of orders from customers in DE",
    ]);
  });
});
