import type { CommissionPlan } from "tributary-sdk/plan";
import fc, { type Arbitrary, type IRawProperty } from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { commissionUnder, type PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import { parsePlan, planJson } from "../../../src/domain/plan/plan-json.ts";
import type { Plan } from "../../../src/domain/plan/plan.ts";
import { commissionLeft, grownTrace } from "../../../src/domain/plan/remainder.ts";
import { parseTrace, traceJson, type Trace } from "../../../src/domain/plan/trace.ts";
import { rounds } from "../../support/rounds.ts";
import { orders, plans, refundLists, type AnyRefund } from "./arbitraries.ts";
import { commissionByTheBook } from "./oracle.ts";
import { EUR, planOf, sumOf } from "./samples.ts";

/** Each property takes 2,500 pairs: 25 times 10 plans with 10 orders each. */
const numRuns = rounds(25);
const ten = <Value>(arbitrary: Arbitrary<Value>): Arbitrary<Value[]> =>
  fc.array(arbitrary, { minLength: 10, maxLength: 10 });

interface Pair {
  readonly json: CommissionPlan;
  readonly plan: Plan;
  readonly order: PlannedOrder;
}

/** The check returns a boolean: an assertion per pair would take most of the time. */
function expectForAll<Extra>(extras: Arbitrary<Extra>, check: (pair: Pair, extra: Extra) => boolean): void {
  fc.assert(
    fc.property(ten(plans), ten(fc.tuple(orders, extras)), (jsons, placed) => {
      const parsed = jsons.map((json) => ({ json, plan: planOf(json) }));
      for (const { json, plan } of parsed)
        for (const [order, extra] of placed)
          if (!check({ json, plan, order }, extra)) throw new Error(fc.stringify([json, order, extra]));
    }),
    { numRuns },
  );
}
const expectAlways = (property: IRawProperty<unknown, false>, runs: number): void =>
  fc.assert(property, { numRuns: runs });
const minorOf = (items: readonly { readonly amountMinor: bigint }[]): bigint =>
  items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
const nothing = fc.constant(null);
const refunding = fc.tuple(refundLists, fc.boolean());

function left(trace: Trace, refunds: readonly AnyRefund[], scalesFixed: boolean): bigint {
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const itemized = refunds.flatMap(({ amountMinor, items }) => (items ? [{ amountMinor, items }] : []));
  return commissionLeft(trace, { refundedMinor, itemized, scalesFixed });
}

describe("for random plans and orders", () => {
  test("the commission is what a slow calculation in fractions gives", () => {
    expectForAll(nothing, ({ json, plan, order }) => {
      return commissionUnder(plan, order).commission.minor === commissionByTheBook(json, order);
    });
  });

  test("lines add up, limits hold, nothing is negative, and traces survive JSON", () => {
    expectForAll(nothing, ({ json, plan, order }) => {
      const { commission, trace } = commissionUnder(plan, order);
      return (
        sumOf(trace) === commission.minor &&
        holdsLimits(json, order, commission.minor) &&
        trace.lines.every(({ rule, commissionMinor }) => commissionMinor >= 0n || rule.endsWith("_max")) &&
        isDeepStrictEqual(parseTrace(JSON.parse(JSON.stringify(traceJson(trace)))), trace)
      );
    });
  });

  test("more refunds never raise the commission, and refunding everything leaves 0", () => {
    expectForAll(refunding, ({ plan, order }, [refunds, scales]) => {
      const { commission, trace } = commissionUnder(plan, order);
      const lefts = [...refunds.keys(), refunds.length].map((count) => left(trace, refunds.slice(0, count), scales));
      const all = { amountMinor: order.amount.minor, items: null };
      return (
        lefts[0] === commission.minor &&
        lefts.every((after, index) => after >= 0n && after <= (lefts[index - 1] ?? after)) &&
        (order.amount.minor === 0n || left(trace, [...refunds, all], scales) === 0n)
      );
    });
  });

  test("the order of the refunds and how they are split do not matter", () => {
    expectForAll(refunding, ({ plan, order }, [refunds, scales]) => {
      const { trace } = commissionUnder(plan, order);
      const result = left(trace, refunds, scales);
      return (
        left(trace, refunds.toReversed(), scales) === result &&
        left(trace, refunds.flatMap(halved), scales) === result &&
        returnsOneByOne(trace, order, scales)
      );
    });
  });

  test("refunds without items leave the commission in proportion, rounded half up", () => {
    expectForAll(fc.integer({ min: 0, max: 20_000 }), ({ plan, order }, any) => {
      const { commission, trace } = commissionUnder(plan, order);
      const amount = order.amount.minor;
      const refunded = BigInt(any) % (amount + 1n);
      const exact = amount === 0n ? commission.minor * 2n : (commission.minor * (amount - refunded) * 2n) / amount;
      return left(trace, [{ amountMinor: refunded, items: null }], true) === (exact + 1n) / 2n;
    });
  });

  test("a larger total pays what the larger order would have paid, in any number of steps", () => {
    const more = fc.tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 9_999 }));
    expectForAll(more, ({ plan: any, order }, [a, b]) => {
      const plan = withoutAmounts(any);
      const { commission, trace } = commissionUnder(plan, order);
      const grown = grownTrace(trace, BigInt(a + b));
      const amount = { ...order.amount, minor: order.amount.minor + BigInt(a + b) };
      const larger = commissionUnder(plan, { ...order, amount });
      return (
        grown.commissionMinor >= commission.minor &&
        grown.commissionMinor === larger.commission.minor &&
        isDeepStrictEqual(grown.trace, larger.trace) &&
        isDeepStrictEqual(grownTrace(grownTrace(trace, BigInt(a)).trace, BigInt(b)), grown)
      );
    });
  });

  test("an order that is paid in two parts pays what it would have paid at once", () => {
    expectForAll(fc.integer({ min: 0, max: 100 }), ({ plan: any, order: placed }, percent) => {
      const plan = withoutAmounts(any);
      const items = placed.items.filter(
        ({ sku }, index) => placed.items.findIndex((item) => item.sku === sku) === index,
      );
      const part = (minor: bigint): bigint => (minor * BigInt(percent)) / 100n;
      const paid = items.map((item) => ({ ...item, amountMinor: part(item.amountMinor) }));
      const rest = placed.amount.minor - minorOf(items);
      const minor = minorOf(paid) + part(rest);
      const { trace } = commissionUnder(plan, { ...placed, items: paid, amount: { ...placed.amount, minor } });
      const whole = commissionUnder(plan, { ...placed, items });
      const grown = grownTrace(trace, placed.amount.minor - minor, items);
      return grown.commissionMinor === whole.commission.minor && isDeepStrictEqual(grown.trace, whole.trace);
    });
  });

  test("any JSON is a plan or gets one sentence that names a path", () => {
    const keys = fc.constantFrom("base", "orders", "id", "when", "pay", "type", "value", "tiers", "steps", "__proto__");
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(null, 0, -1, 20, 1e308, 0.00001, "", "fixed", "percentage", "new", "\0", true),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(keys, tie("tree"), { maxKeys: 4, noNullPrototype: false }),
      ),
    }));
    const base = { type: "percentage", value: 20 };
    expectAlways(
      fc.property(
        fc.constantFrom("base", "repeat", "lines", "orders", "tiers", "bonuses", "limits"),
        tree,
        (key, value) => {
          const plan = parsePlan({ base, [key]: value }, EUR);
          return typeof plan === "string"
            ? /^plan\S* [a-z][^.]*( plan\.\S+)?\.$/.test(plan)
            : isDeepStrictEqual(parsePlan(planJson(plan), EUR), plan);
        },
      ),
      1_000,
    );
  });

  test("plans survive JSON", () => {
    fc.assert(
      fc.property(plans, (json) => {
        const plan = planOf(json);
        expect(parsePlan(JSON.parse(JSON.stringify(planJson(plan))), EUR)).toEqual(plan);
        const { repeat, ...rest } = json;
        expect(planJson(plan)).toEqual(repeat?.pay === "every" ? rest : json);
      }),
      { numRuns: 500 },
    );
  });
});

function holdsLimits({ limits = {} }: CommissionPlan, { customer }: PlannedOrder, minor: bigint): boolean {
  const { order_max: orderMax = Infinity, customer_max: customerMax = Infinity } = limits;
  const spent = customer ? Number(customer.spentMinor) : 0;
  const isSpent = spent > Math.round(customerMax * 100);
  if (customer && isSpent && minor > 0n) return false;
  return (
    minor >= 0n &&
    Number(minor) <= Math.round(orderMax * 100) &&
    (!customer || isSpent || Number(minor) + spent <= Math.round(customerMax * 100))
  );
}

/** A refund without items in two parts. */
function halved(refund: AnyRefund): AnyRefund[] {
  if (refund.items) return [refund];
  const half = refund.amountMinor / 3n;
  return [
    { amountMinor: half, items: null },
    { amountMinor: refund.amountMinor - half, items: null },
  ];
}

/** All of an item at once leaves what its units leave one by one, as shops refund them: rounded down but for the last. */
function returnsOneByOne(trace: Trace, { items }: PlannedOrder, scales: boolean): boolean {
  const [first] = items;
  if (!first) return true;
  const { sku } = first;
  const equal = items.filter((each) => each.sku === sku);
  const quantity = equal.reduce((sum, each) => sum + each.quantity, 0);
  const amountMinor = equal.reduce((sum, each) => sum + each.amountMinor, 0n);
  const unit = amountMinor / BigInt(quantity);
  if (amountMinor - unit * BigInt(quantity) > 1n) return true;
  const units = Array.from({ length: quantity }, (_, index) => ({
    amountMinor: index === 0 ? amountMinor - unit * BigInt(quantity - 1) : unit,
    items: [{ sku, quantity: 1 }],
  }));
  return left(trace, units, scales) === left(trace, [{ amountMinor, items: [{ sku, quantity }] }], scales);
}

/** Conditions on the amount are decided once, when the order is placed. */
function withoutAmounts(plan: Plan): Plan {
  const strip = (rules: Plan["lines"]): Plan["lines"] =>
    rules.map((rule) => ({ ...rule, when: { ...rule.when, amountFrom: null, amountTo: null } }));
  return { ...plan, lines: strip(plan.lines), orders: strip(plan.orders) };
}
