import type { CommissionPlan, LineRule, PlanPay } from "tributary-sdk/plan";
import fc, { type Arbitrary } from "fast-check";
import type { KnownCustomer, OrderItem, PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import type { ItemizedRefund } from "../../../src/domain/plan/remainder.ts";
import { money } from "../samples.ts";

// Small vocabularies, so that rules match often.
const skus = ["A", "B", "PRO-1", "PRO-2"] as const;
const skuPatterns = ["A", "B", "PRO-*", "PRO-1", "*"] as const;
const others = ["x", "xy", "z"] as const;
const otherPatterns = ["x", "x*", "z", "*"] as const;

const cents = (max: number): Arbitrary<number> => fc.integer({ min: 0, max }).map((value) => value / 100);
/** Round rates as often as others: only those hit the exact half. */
const rate = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
  fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
);
const base = fc.oneof(
  { weight: 3, arbitrary: rate.map((value) => ({ type: "percentage", value }) as const) },
  cents(10_000).map((value) => ({ type: "fixed", value }) as const),
);
const pay: Arbitrary<PlanPay> = fc.oneof({ weight: 4, arbitrary: base }, fc.constant({ type: "none" } as const));

const values = <Value>(...list: Value[]): Arbitrary<Value[]> =>
  fc.uniqueArray(fc.constantFrom(...list), { minLength: 1, maxLength: 2 });
const conditions: Arbitrary<LineRule["when"]>[] = [
  values<string>(...skuPatterns).map((sku) => ({ sku })),
  values<string>(...otherPatterns).map((product) => ({ product })),
  values<string>(...otherPatterns).map((category) => ({ category })),
  fc.constantFrom("new", "returning").map((customer) => ({ customer })),
  fc.constantFrom("first", "renewal", "one_off").map((order) => ({ order })),
  fc.constantFrom("own", "none").map((coupon) => ({ coupon })),
  values("DE", "AT", "CH").map((country) => ({ country })),
  fc
    .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }))
    .map(([from, width]) => ({ amount_from: from / 100, amount_to: (from + width) / 100 })),
  cents(20_000).map((from) => ({ amount_from: from })),
  fc.integer({ min: 1, max: 15 }).map((from) => ({ month_from: from })),
  fc
    .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 5 }))
    .map(([from, more]) => ({ month_from: from, month_to: from + more })),
];
const when = fc
  .tuple(fc.oneof(...conditions), fc.option(fc.oneof(...conditions)))
  .map(([first, second]) => ({ ...first, ...second }))
  .filter(
    ({ amount_from: from = 0, amount_to: to = from, month_from: low = 1, month_to: high = low }) =>
      from <= to && low <= high,
  );

const rules = (prefix: string): Arbitrary<LineRule[]> =>
  fc
    .array(fc.record({ when, pay }), { maxLength: 4 })
    .map((list) => list.map((rule, index) => ({ id: `${prefix}${index}`, ...rule })));

const steps = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
  .chain((froms) =>
    fc.tuple(...froms.toSorted((a, b) => a - b).map((from) => pay.map((each) => ({ from, pay: each })))),
  );

const repeat: Arbitrary<NonNullable<CommissionPlan["repeat"]>> = fc.oneof(
  fc.constantFrom({ pay: "every" } as const, { pay: "none" } as const),
  fc.integer({ min: 1, max: 15 }).map((months) => ({ pay: "limited", months }) as const),
  fc.integer({ min: 1, max: 4 }).map((payments) => ({ pay: "limited", payments }) as const),
);

const limit = fc.integer({ min: 1, max: 20_000 }).map((value) => value / 100);
const optional = <Value>(arbitrary: Arbitrary<Value>): Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });

export const plans: Arbitrary<CommissionPlan> = fc
  .record({
    base,
    repeat: optional(repeat),
    lines: rules("l"),
    orders: rules("o"),
    steps: optional(steps),
    orderMax: optional(limit),
    customerMax: optional(limit),
    bonus: optional(fc.tuple(fc.integer({ min: 1, max: 99 }), limit)),
    keep: fc.boolean(),
  })
  .map(({ base: pays, lines, orders, orderMax, customerMax, ...more }) => ({
    base: pays,
    ...(more.repeat && { repeat: more.repeat }),
    ...(lines.length > 0 && { lines }),
    ...(orders.length > 0 && { orders }),
    ...(more.steps && { tiers: { measure: "conversions", period: "month", steps: more.steps } }),
    ...(more.bonus && {
      bonuses: [
        {
          id: "b",
          measure: "conversions",
          counts: "approved",
          period: "month",
          reach: more.bonus[0],
          value: more.bonus[1],
        },
      ],
    }),
    ...((orderMax !== undefined || customerMax !== undefined) && {
      limits: {
        ...(orderMax !== undefined && { order_max: orderMax }),
        ...(customerMax !== undefined && { customer_max: customerMax }),
      },
    }),
    ...(!more.keep && { bound_customers_keep: false }),
  }));

const minor = (max: number): Arbitrary<bigint> => fc.integer({ min: 0, max }).map(BigInt);
const item: Arbitrary<OrderItem> = fc.record({
  sku: fc.constantFrom(...skus),
  productId: fc.constantFrom(null, ...others),
  category: fc.constantFrom(null, ...others),
  quantity: fc.integer({ min: 1, max: 7 }),
  amountMinor: fc.oneof(minor(30), minor(20_000)),
});

const START = Date.UTC(2023, 10, 1);
const instant = (days: number): Arbitrary<number> =>
  fc.integer({ min: 0, max: days * 24 }).map((hours) => hours * 3_600_000);
const customer: Arbitrary<KnownCustomer> = fc.record({
  isNew: fc.boolean(),
  firstOrderAt: instant(150).map((ms) => new Date(START + ms)),
  payments: fc.integer({ min: 0, max: 4 }),
  spentMinor: minor(20_000),
  boundToOther: fc.boolean(),
});

export const orders: Arbitrary<PlannedOrder> = fc
  .record({
    items: fc.array(item, { maxLength: 5 }),
    rest: fc.oneof(fc.constant(0n), minor(30), minor(30_000)),
    later: instant(500),
    country: fc.constantFrom(null, "DE", "AT"),
    kind: fc.constantFrom("first", "renewal", "one_off"),
    coupon: fc.constantFrom("own", "none"),
    customer: fc.option(customer),
    ordinal: fc.option(fc.integer({ min: 1, max: 14 })),
  })
  .map(({ rest, later, ...more }) => ({
    ...more,
    amount: money(more.items.reduce((sum, { amountMinor }) => sum + amountMinor, rest)),
    paidAt: new Date((more.customer?.firstOrderAt.getTime() ?? START) + later),
  }));

/** A refund with items, or without. */
export type AnyRefund = ItemizedRefund | { readonly amountMinor: bigint; readonly items: null };

const returned = fc.record({ sku: fc.constantFrom(...skus, "other"), quantity: fc.integer({ min: 1, max: 4 }) });
export const refundLists: Arbitrary<AnyRefund[]> = fc.array(
  fc.record({
    amountMinor: fc.oneof(minor(40), minor(20_000)),
    items: fc.option(fc.array(returned, { maxLength: 3 })),
  }),
  { maxLength: 5 },
);
