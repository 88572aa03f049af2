import { describe, expect, test } from "vitest";
import { commissionUnder, type OrderItem, type PlannedOrder } from "../../../src/domain/plan/calculation.ts";
import { parsePlan } from "../../../src/domain/plan/plan-json.ts";
import { commissionLeft, grownTrace, type ItemizedRefund } from "../../../src/domain/plan/remainder.ts";
import type { Trace } from "../../../src/domain/plan/trace.ts";
import { currency, money, NOON } from "../samples.ts";

const percent = (value: number) => ({ type: "percentage", value });
const fixed = (value: number) => ({ type: "fixed", value });
const line = (sku: string, pay: object) => ({ id: `l-${sku}`, when: { sku: [sku] }, pay });
const item = (sku: string, quantity: number, minor: number): OrderItem => ({
  sku,
  productId: null,
  category: null,
  quantity,
  amountMinor: BigInt(minor),
});

function traceOf(json: unknown, minor: number, items: readonly OrderItem[] = []): Trace {
  const plan = parsePlan(json, currency("EUR"));
  if (typeof plan === "string") throw new Error(plan);
  const order: PlannedOrder = {
    amount: money(minor),
    items,
    paidAt: NOON,
    country: null,
    kind: "one_off",
    coupon: "none",
    customer: null,
    ordinal: null,
  };
  return commissionUnder(plan, order).trace;
}

interface Case {
  readonly whole?: number;
  readonly itemized?: readonly [minor: number, items: Record<string, number>][];
  readonly scalesFixed?: boolean;
}
function left(trace: Trace, { whole = 0, itemized = [], scalesFixed = false }: Case): number {
  const refunds = itemized.map(([minor, items]): ItemizedRefund => ({
    amountMinor: BigInt(minor),
    items: Object.entries(items).map(([sku, quantity]) => ({ sku, quantity })),
  }));
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, BigInt(whole));
  return Number(commissionLeft(trace, { refundedMinor, itemized: refunds, scalesFixed }));
}

// 3 × A for 60.00 at 30%, a gift card for 40.00 that pays nothing, and 50.00 at 20%: 18.00 + 0 + 10.00.
const mixed = traceOf({ base: percent(20), lines: [line("A", percent(30)), line("GIFT", { type: "none" })] }, 15_000, [
  item("A", 3, 6_000),
  item("GIFT", 1, 4_000),
]);
// 4 × A at 2.50 each, and 50.00 once for the rest: 10.00 + 50.00.
const perItem = traceOf({ base: fixed(50), lines: [line("A", fixed(2.5))] }, 20_000, [item("A", 4, 8_000)]);

describe("refunds under a plan", () => {
  test.each<[string, Trace, Case, number]>([
    ["nothing refunded", mixed, {}, 2_800],
    ["a third of the amount without items scales all", mixed, { whole: 5_000 }, 1_867],
    ["everything without items", mixed, { whole: 15_000 }, 0],
    ["one A of three", mixed, { itemized: [[2_000, { A: 1 }]] }, 2_200],
    ["all A", mixed, { itemized: [[6_000, { A: 3 }]] }, 1_000],
    ["the gift card pays nothing, so it costs nothing", mixed, { itemized: [[4_000, { GIFT: 1 }]] }, 2_800],
    ["one A with 5.00 of shipping from the rest", mixed, { itemized: [[2_500, { A: 1 }]] }, 2_100],
    ["an unknown item is part of the rest", mixed, { itemized: [[1_000, { Z: 1 }]] }, 2_600],
    ["an A returned for less", mixed, { itemized: [[1_500, { A: 1 }]] }, 2_200],
    // 60.00 beyond the item: all 50.00 of the rest and 10.00 of the 80.00 left in items: 12.00 × 70 / 80.
    ["more than the rest spills over the items", mixed, { itemized: [[8_000, { A: 1 }]] }, 1_050],
    // 22.00 × (150 − 20 − 65) / (150 − 20)
    ["items, then half of what is left", mixed, { whole: 6_500, itemized: [[2_000, { A: 1 }]] }, 1_100],
    [
      "the same item returned twice takes its money from the rest",
      mixed,
      {
        itemized: [
          [4_000, { GIFT: 1 }],
          [4_000, { GIFT: 1 }],
        ],
      },
      2_000,
    ],
    [
      "everything by items",
      mixed,
      {
        itemized: [
          [6_000, { A: 3 }],
          [4_000, { GIFT: 1 }],
          [5_000, {}],
        ],
      },
      0,
    ],
    ["a fixed pay per item counts what is left", perItem, { itemized: [[4_000, { A: 2 }]] }, 5_500],
    ["a fixed pay per order stays", perItem, { itemized: [[8_000, { A: 4 }]] }, 5_000],
    ["a fixed pay per order stays while the rest scales", perItem, { whole: 10_000 }, 5_500],
    ["a fixed pay per order scales if the campaign says so", perItem, { whole: 10_000, scalesFixed: true }, 3_000],
    // 5.00 + 50.00 × 160 / 200
    ["with items, too", perItem, { itemized: [[4_000, { A: 2 }]], scalesFixed: true }, 4_500],
    ["everything ends a fixed pay", perItem, { whole: 20_000 }, 0],
  ])("%s", (...[, trace, refunds, expected]) => {
    expect(left(trace, refunds)).toBe(expected);
  });

  test("a limit applies to what is left", () => {
    const trace = traceOf({ base: percent(50), lines: [line("A", percent(10))], limits: { order_max: 30 } }, 20_000, [
      item("A", 2, 10_000),
    ]);
    expect(left(trace, {})).toBe(3_000);
    expect(left(trace, { itemized: [[10_000, { A: 2 }]] })).toBe(3_000);
    expect(left(trace, { itemized: [[18_000, { A: 2 }]] })).toBe(1_000);
  });

  test("a larger total adds to the rest, up to the limit", () => {
    const trace = traceOf({ base: percent(20), lines: [line("A", percent(30))], limits: { order_max: 30 } }, 10_000, [
      item("A", 1, 5_000),
    ]);
    expect(grownTrace(trace, 1_000n).commissionMinor).toBe(2_700n);
    const { trace: grown, commissionMinor } = grownTrace(trace, 10_000n);
    expect(commissionMinor).toBe(3_000n);
    expect(grown.lines.reduce((sum, { commissionMinor: part }) => sum + part, 0n)).toBe(3_000n);
    expect(grownTrace(grown, 0n)).toEqual({ trace: grown, commissionMinor: 3_000n });
  });

  describe("of a larger total with its items", () => {
    const lines = [line("A", percent(30)), line("GIFT", { type: "none" }), line("FEE", fixed(2.5))];
    // Half of each: 2 × A for 20.00, a gift card for 10.00, a fee, and 20.00 of the rest: 6.00 + 0 + 2.50 + 2.00.
    const half = traceOf({ base: percent(10), lines }, 6_000, [
      item("A", 2, 2_000),
      item("GIFT", 1, 1_000),
      item("FEE", 1, 1_000),
    ]);
    const grown = (moreMinor: bigint, items: readonly OrderItem[]) => grownTrace(half, moreMinor, items);
    const amounts = ({ trace: { lines: all } }: ReturnType<typeof grownTrace>) =>
      all.flatMap(({ sku, quantity, amountMinor, reason }) => (reason === null ? [[sku, quantity, amountMinor]] : []));

    test("items pay by their own rules, and what is left belongs to the rest", () => {
      const all = grown(6_000n, [
        item("A", 2, 4_000),
        item("GIFT", 1, 2_000),
        item("FEE", 1, 2_000),
        item("Z", 1, 4_000),
      ]);
      expect(all.commissionMinor).toBe(1_200n + 250n + 400n);
      expect(amounts(all)).toEqual([
        ["A", 2, 4_000n],
        ["GIFT", 1, 2_000n],
        ["FEE", 1, 2_000n],
        [null, null, 4_000n],
      ]);
      expect(grown(1_000n, [item("GIFT", 1, 2_000)]).commissionMinor).toBe(1_050n);
    });

    test("more of an item pays for more of it", () => {
      const more = grown(1_000n, [item("FEE", 2, 2_000)]);
      expect(more.commissionMinor).toBe(1_050n + 250n);
      expect(amounts(more)).toContainEqual(["FEE", 2, 2_000n]);
    });

    test("items never take more than was added, nor give anything back", () => {
      expect(amounts(grown(500n, [item("A", 2, 4_000), item("GIFT", 1, 0)]))).toEqual([
        ["A", 2, 2_500n],
        ["GIFT", 1, 1_000n],
        ["FEE", 1, 1_000n],
        [null, null, 2_000n],
      ]);
    });

    test("several lines with the same SKU grow by what they are worth together", () => {
      const two = traceOf({ base: percent(10), lines }, 2_000, [item("A", 1, 1_000), item("A", 1, 1_000)]);
      expect(grownTrace(two, 2_000n, [item("A", 1, 2_000), item("A", 1, 2_000)]).commissionMinor).toBe(1_200n);
    });

    test("a SKU of several products does not grow: only one of them may have the rule", () => {
      const one = { ...item("A", 1, 2_000), productId: "501" };
      const other = { ...item("A", 1, 2_000), productId: "502" };
      expect(grown(2_000n, [one, other])).toEqual(grown(2_000n, []));
      expect(grown(2_000n, [one, { ...one }])).not.toEqual(grown(2_000n, []));
    });

    test("items without a rule belong to the rest, and so does everything if the items are not known", () => {
      expect(grown(1_000n, [item("Z", 1, 3_000)])).toEqual(grown(1_000n, []));
      expect(grown(1_000n, []).commissionMinor).toBe(1_150n);
    });
  });
});
