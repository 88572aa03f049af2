import type { CommissionBase } from "tributary-sdk/words";
import type { RefundedItem } from "../refund.ts";
import { decimalsOf } from "../values/currency.ts";
import { divideHalfUp } from "../values/money.ts";
import type { RefundFact } from "./fact.ts";
import type { KnownPayment } from "./fact-json.ts";
import type { OrderKnowledge, WantedRefund } from "./fold.ts";
import { recordedMinor } from "./recorded-refund.ts";
import { partsOf } from "./refunded-parts.ts";
import { roundedTogether } from "./rounded-together.ts";

interface Of {
  readonly base: CommissionBase;
  readonly amountMinor: bigint;
}

/** A refund as a share of the whole order. */
interface Share {
  readonly key: string;
  readonly numerator: bigint;
  readonly items: readonly RefundedItem[] | null;
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/**
 * The refunds that count, in the money that commission is paid on. They add up exactly: everything refunded is the whole
 * order, and never more.
 */
export function wantedRefunds(known: OrderKnowledge, { base, amountMinor }: Of): WantedRefund[] {
  const { payment, refunds, recorded = [] } = known;
  const denominator = denominatorOf(payment, base);
  const shares = withinWhole(
    [...sharesOf(payment, refunds, base), ...cancellationOf(payment, denominator)],
    denominator,
  );
  const exact = shares.map(({ key, numerator }) => ({
    numerator: amountMinor * numerator,
    recordedMinor: recordedMinor(key, recorded),
  }));
  const amounts = roundedTogether(exact, denominator);
  return shares.flatMap(({ numerator: _numerator, ...share }, index) => {
    const minor = amounts[index] ?? 0n;
    return minor > 0n ? [{ ...share, amountMinor: minor }] : [];
  });
}

/** A cancelled order is refunded as a whole. */
function cancellationOf({ cancelled, orderId, at }: KnownPayment, denominator: bigint): Share[] {
  if (!cancelled) return [];
  const key = `${orderId}:cancelled`;
  return [{ key, numerator: denominator, items: null, reason: "Cancelled", occurredAt: at }];
}

/** Without what goes beyond the whole order: the first shares come first. */
function withinWhole(shares: readonly Share[], denominator: bigint): Share[] {
  let left = denominator;
  return shares.map((share) => {
    const numerator = share.numerator < left ? share.numerator : left;
    left -= numerator;
    return { ...share, numerator };
  });
}

/** Of goods without tax and shipping, a refund is a share of the goods, or of goods and shipping. */
const goodsOf = ({ amounts }: KnownPayment, base: CommissionBase): bigint =>
  positive(base === "net" ? amounts.net : amounts.netAndShipping);

const denominatorOf = (payment: KnownPayment, base: CommissionBase): bigint =>
  positive(payment.amounts.gross) * goodsOf(payment, base);

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 1n);

/** Money in one currency says nothing about money in another one. */
const isInCurrencyOf = ({ currency }: KnownPayment, { refunded }: RefundFact): boolean =>
  refunded.currency === undefined || refunded.currency === currency;

/** Names the oldest refund that cannot be recorded; null if all can. */
export function refundProblem({ payment, refunds }: OrderKnowledge): string | null {
  const other = refunds.filter((refund) => refund.counts && !isInCurrencyOf(payment, refund)).toSorted(oldestFirst)[0];
  if (!other) return null;
  return `The refund ${other.objectId} is in ${other.refunded.currency}, and its order is in ${payment.currency}.`;
}

/** A refund that names no currency is in that of its order. */
function inCurrencyOf({ currency }: KnownPayment, refund: RefundFact): RefundFact {
  if (refund.refunded.of === "parts" || refund.refunded.decimals === undefined) return refund;
  const { decimals, amountMinor, of } = refund.refunded;
  const minor = divideHalfUp(amountMinor * 10n ** BigInt(decimalsOf(currency)), 10n ** BigInt(decimals));
  return { ...refund, refunded: { of, amountMinor: minor } };
}

/** Not if it was deleted since, or if the order was restored. */
function stillHolds({ at, refundIds }: KnownPayment, refund: RefundFact): boolean {
  if (refund.untilChanged) return refund.at >= at;
  return refundIds === undefined || refundIds.includes(refund.objectId);
}

function sharesOf(payment: KnownPayment, refunds: readonly RefundFact[], base: CommissionBase): Share[] {
  const known = refunds
    .filter((refund) => isInCurrencyOf(payment, refund) && stillHolds(payment, refund))
    .map((refund) => inCurrencyOf(payment, refund))
    .filter(({ refunded }) => refunded.of === "parts" || refunded.amountMinor > 0n)
    .toSorted(oldestFirst);
  const counted = known.filter(({ counts }) => counts);
  const ofGross = goodsOf(payment, base);
  const shares = counted
    .filter(({ refunded }) => refunded.of !== "total")
    .map((refund) => ({
      key: refund.objectId,
      numerator: numeratorOf(payment, refund, base),
      items: itemsOf(payment, refund),
      reason: refund.reason,
      occurredAt: refund.occurredAt,
    }));
  const lost = new Set(counted.flatMap(({ objectId, refunded }) => (refunded.of === "lost" ? objectId : [])));
  return [...shares, ...restOf(known, { shares: shares.filter(({ key }) => !lost.has(key)), ofGross })];
}

/** The share of a single refund in the whole order. Its parts count as far as commission is paid on them. */
function numeratorOf(payment: KnownPayment, { refunded }: RefundFact, base: CommissionBase): bigint {
  const ofGross = goodsOf(payment, base);
  const ofGoods = positive(payment.amounts.gross);
  if (refunded.of !== "parts") return refunded.amountMinor * (refunded.of === "net" ? ofGoods : ofGross);
  const { goods, shipping } = partsOf(payment, refunded);
  if (base === "gross") return notNegative(goods.gross + shipping.gross) * ofGross;
  return notNegative(base === "net" ? goods.net : goods.net + shipping.net) * ofGoods;
}

/** A refund never takes another one back, even if its tax is reported higher than its amount. */
const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What the provider says was refunded in total, beyond the refunds that it named. */
function restOf(
  known: readonly RefundFact[],
  { shares, ofGross }: { shares: readonly Share[]; ofGross: bigint },
): Share[] {
  const sorted = known.flatMap(totalOf).toSorted(smallestFirst);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const named = shares.reduce((sum, { numerator }) => sum + numerator, 0n);
  const rest = (last.amountMinor - undoneSince(last, known)) * ofGross - named;
  const { objectId: key, reason, occurredAt } = first;
  return rest > 0n ? [{ key, numerator: rest, items: null, reason, occurredAt }] : [];
}

/** Refunds that the total contains, and that failed or were cancelled after it. No newer total says so. */
function undoneSince({ at }: Total, known: readonly RefundFact[]): bigint {
  return known.reduce((sum, { counts, refunded, occurredAt, at: changedAt }) => {
    const isUndone = !counts && refunded.of === "gross" && occurredAt <= at && at < changedAt;
    return isUndone ? sum + refunded.amountMinor : sum;
  }, 0n);
}

type Total = Pick<RefundFact, "objectId" | "reason" | "occurredAt" | "at"> & { readonly amountMinor: bigint };

const totalOf = ({ refunded, counts, objectId, reason, occurredAt, at }: RefundFact): Total[] =>
  counts && refunded.of === "total" ? [{ amountMinor: refunded.amountMinor, objectId, reason, occurredAt, at }] : [];

/** The smallest sum was the first one. Its name stays when more is refunded. */
function smallestFirst(a: Total, b: Total): number {
  const [less, more] = [a.amountMinor, b.amountMinor];
  return less === more ? (a.objectId < b.objectId ? -1 : 1) : less < more ? -1 : 1;
}

/** Of the same time, 999 comes before 1000. */
function oldestFirst(a: RefundFact, b: RefundFact): number {
  const apart = a.occurredAt.getTime() - b.occurredAt.getTime() || numerically.compare(a.objectId, b.objectId);
  return apart === 0 ? (a.objectId < b.objectId ? -1 : 1) : apart;
}

const numerically = new Intl.Collator("en", { numeric: true });

/** null if not all of its lines are known. */
function itemsOf(payment: KnownPayment, refund: RefundFact): RefundedItem[] | null {
  const items: RefundedItem[] = [];
  for (const { lineId, quantity } of refund.items) {
    const line = payment.items.find((item) => item.lineId === lineId);
    if (!line) return null;
    if (quantity > 0) items.push({ sku: line.sku, quantity });
  }
  return items.length === 0 ? null : items;
}
