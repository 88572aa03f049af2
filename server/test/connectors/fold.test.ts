import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commissionBases } from "tributary-sdk/words";
import type { CouponFact, CouponOfOrder, RefundedParts, RefundFact } from "../../src/domain/connectors/fact.ts";
import type { KnownEvidence, KnownPayment } from "../../src/domain/connectors/fact-json.ts";
import { baseAmount, fold, type OrderKnowledge, type WantedOrder } from "../../src/domain/connectors/fold.ts";
import type { RecordedRefund } from "../../src/domain/connectors/recorded-refund.ts";
import { currency } from "../domain/samples.ts";
import { KnownFacts } from "./known-facts.ts";
import { permutations } from "./story.ts";

const NOON = Date.UTC(2026, 10, 16, 12);
/** Few times, so that many are equal. */
const time = fc.integer({ min: 0, max: 2 }).map((ms) => new Date(NOON + ms));
const minor = (max: bigint) => fc.bigInt({ min: 0n, max });
const HANDLE = "order:1";

const coupons = fc.array(
  fc.oneof(
    fc.constantFrom("ADA10", "EVE20").map((code): CouponOfOrder => ({ code })),
    fc.constantFrom("promo_1", "promo_2").map((couponId): CouponOfOrder => ({ couponId })),
  ),
  { maxLength: 2 },
);

const payment = fc
  .record({ net: minor(1_000_000n), shipping: minor(10_000n), tax: minor(200_000n), cancelled: fc.boolean(), at: time })
  .chain(({ net, shipping, tax, cancelled, at }) =>
    fc
      .record({ coupons, renewal: fc.boolean(), clickId: fc.constantFrom(null, "clk_1") })
      .map((more): KnownPayment => ({
        kind: "payment",
        objectId: "1",
        orderId: "1",
        at,
        handles: [HANDLE],
        currency: currency("EUR"),
        amounts: { net, netAndShipping: net + shipping, gross: net + shipping + tax },
        items: [],
        paidAt: at,
        customerKey: null,
        subscriptionId: null,
        country: null,
        cancelled,
        ...more,
      })),
  );

const part = fc.record({ amountMinor: minor(500_000n), taxMinor: minor(100_000n) });
const parts = fc
  .record({
    goods: part,
    shipping: part,
    beyondMinor: fc.bigInt({ min: -500_000n, max: 500_000n }),
    paidMinor: fc.option(minor(1_500_000n)),
    taxIncluded: fc.boolean(),
  })
  .map(({ paidMinor, ...more }): RefundedParts => ({
    of: "parts",
    ...more,
    ...(paidMinor !== null && { paidMinor }),
  }));

const refundOf = (objectId: string) =>
  fc
    .record({
      parts: fc.option(parts),
      of: fc.constantFrom("gross" as const, "net" as const, "total" as const, "lost" as const),
      amountMinor: minor(1_500_000n),
      decimals: fc.constantFrom(undefined, 0, 3),
      counts: fc.boolean(),
      at: time,
      occurredAt: time,
    })
    .map(({ parts: both, of, amountMinor, decimals, ...more }): RefundFact => ({
      kind: "refund",
      objectId,
      handles: [HANDLE],
      refunded: both ?? (decimals === undefined ? { of, amountMinor } : { of, amountMinor, decimals }),
      items: [],
      reason: null,
      ...more,
    }));

const grossRefund = (objectId: string, more: { amountMinor: bigint; occurredAt: Date }): RefundFact => ({
  kind: "refund",
  objectId,
  at: new Date(NOON),
  handles: [HANDLE],
  counts: true,
  refunded: { of: "gross", amountMinor: more.amountMinor },
  items: [],
  reason: null,
  occurredAt: more.occurredAt,
});

const evidenceOf = (objectId: string) =>
  fc
    .record({ at: time, coupons, clickId: fc.constantFrom(null, "clk_2", "clk_3") })
    .map((more): KnownEvidence => ({ kind: "evidence", objectId, handles: [HANDLE], customerKey: null, ...more }));

const couponOf = (objectId: string) =>
  fc
    .record({ at: time, code: fc.constantFrom("ADA10", "MAX30") })
    .map((more): CouponFact => ({ kind: "coupon", objectId, handles: [], ...more }));

const someOf = <T>(ids: readonly string[], of: (id: string) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.subarray([...ids]).chain((chosen) => fc.tuple(...chosen.map(of)));

const knowledge: fc.Arbitrary<OrderKnowledge> = fc.record({
  payment,
  evidence: someOf(["a", "b", "c"], evidenceOf),
  refunds: someOf(["r1", "r2", "r3", "r4"], refundOf),
  coupons: someOf(["promo_1", "promo_2"], couponOf),
});
const base = fc.constantFrom(...commissionBases);
const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

const sumOf = (amounts: readonly { readonly amountMinor: bigint }[]): bigint =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** The records of the refunds that an order should have. */
const recordsOf = ({ refunds, currency: of }: WantedOrder): RecordedRefund[] =>
  refunds.map(({ key, amountMinor }) => ({
    externalId: key,
    amount: { minor: amountMinor, currency: of },
    counted: true,
  }));

describe("what should be recorded about an order", () => {
  it("does not depend on the order of what is known", () => {
    const both = knowledge.chain((known) =>
      fc.record({
        known: fc.constant(known),
        other: fc.record({
          payment: fc.constant(known.payment),
          evidence: shuffled(known.evidence),
          refunds: shuffled(known.refunds),
          coupons: shuffled(known.coupons),
        }),
      }),
    );
    fc.assert(
      fc.property(both, base, ({ known, other }, of) => {
        expect(fold(other, of)).toEqual(fold(known, of));
      }),
      { numRuns: 1_000 },
    );
  });

  it("is the same for every order in which facts of the same time arrive", () => {
    // Two statements about each object, so that one of them must win.
    const facts = fc.tuple(
      payment,
      payment,
      refundOf("r1"),
      refundOf("r1"),
      fc.oneof(evidenceOf("a"), refundOf("r2"), couponOf("promo_1")),
    );
    const sameTime = facts.map((all) => all.map((fact) => ({ ...fact, at: new Date(NOON) })));
    fc.assert(
      fc.property(sameTime, base, (all, of) => {
        const wanted = new Set<string>();
        for (const permutation of permutations(all)) {
          const known = new KnownFacts();
          for (const fact of permutation) known.add([fact]);
          wanted.add(known.orders(of));
        }
        expect(wanted.size).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it("never has refunds above its amount, nor refunds of nothing", () => {
    fc.assert(
      fc.property(knowledge, base, (known, of) => {
        const { refunds, amountMinor } = fold(known, of);
        expect(sumOf(refunds) <= amountMinor).toBe(true);
        expect(refunds.every((refund) => refund.amountMinor > 0n)).toBe(true);
        expect(new Set(refunds.map(({ key }) => key)).size).toBe(refunds.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refunded in full once the customer got everything back, in however many parts", () => {
    const parts = fc.record({ payment, cuts: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }), base });
    fc.assert(
      fc.property(parts, ({ payment: paid, cuts, base: of }) => {
        const { gross } = paid.amounts;
        const ends = [...cuts.toSorted((a, b) => a - b).map((cut) => (gross * BigInt(cut)) / 100n), gross];
        const refunds = ends.map((end, index) =>
          grossRefund(`r${index}`, { amountMinor: end - (ends[index - 1] ?? 0n), occurredAt: new Date(NOON) }),
        );
        const wanted = fold({ payment: paid, evidence: [], refunds, coupons: [] }, of);
        expect(sumOf(wanted.refunds)).toBe(baseAmount(paid, of));
      }),
      { numRuns: 1_000 },
    );
  });

  it("has the same sum of refunds in every order of arrival, and running it again changes no refund", () => {
    const arrivals = knowledge.chain((known) =>
      fc.record({ known: fc.constant(known), order: shuffled(known.refunds) }),
    );
    fc.assert(
      fc.property(arrivals, base, ({ known, order }, of) => {
        let recorded: RecordedRefund[] = [];
        for (let count = 0; count <= order.length; count += 1)
          recorded = recordsOf(fold({ ...known, refunds: order.slice(0, count), recorded }, of));
        const wanted = fold({ ...known, recorded }, of);
        expect(recordsOf(wanted)).toEqual(recorded);
        expect(sumOf(wanted.refunds)).toBe(sumOf(fold(known, of).refunds));
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps recorded refunds when another one arrives, as long as they do not exceed the order", () => {
    const stories = fc.record({
      payment,
      refunds: fc.array(fc.record({ parts: fc.bigInt({ min: 1n, max: 99n }), occurredAt: time }), { maxLength: 6 }),
      base,
    });
    fc.assert(
      fc.property(stories, ({ payment: paid, refunds: told, base: of }) => {
        const whole = told.reduce((sum, { parts: each }) => sum + each, 1n);
        const refunds = told.map(({ parts: each, occurredAt }, index) =>
          grossRefund(`r${index}`, { amountMinor: (paid.amounts.gross * each) / whole, occurredAt }),
        );
        const known = { payment: { ...paid, cancelled: false }, evidence: [], coupons: [] };
        let recorded: RecordedRefund[] = [];
        for (const count of refunds.keys()) {
          const records = recordsOf(fold({ ...known, refunds: refunds.slice(0, count + 1), recorded }, of));
          expect(records).toEqual(expect.arrayContaining(recorded));
          recorded = records;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes refunds of the same time by their numbers, so that one above the order is the newest", () => {
    const amounts = { net: 10_000n, netAndShipping: 10_000n, gross: 11_900n };
    const order = fc.sample(payment, 1).map((any) => ({ ...any, cancelled: false, amounts }))[0] as KnownPayment;
    const refunds = ["shop.example:1000", "shop.example:999"].map((objectId) =>
      grossRefund(objectId, { amountMinor: 7_140n, occurredAt: new Date(NOON) }),
    );
    expect(fold({ payment: order, evidence: [], refunds, coupons: [] }, "net").refunds).toMatchObject([
      { key: "shop.example:999", amountMinor: 6_000n },
      { key: "shop.example:1000", amountMinor: 4_000n },
    ]);
  });

  it("is refunded in full if it was cancelled, whatever was refunded before", () => {
    fc.assert(
      fc.property(knowledge, base, (known, of) => {
        const wanted = fold({ ...known, payment: { ...known.payment, cancelled: true } }, of);
        expect(sumOf(wanted.refunds)).toBe(wanted.amountMinor);
      }),
    );
  });
});
