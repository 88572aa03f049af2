import type { Conversion, Worth } from "./conversion.ts";
import type { ConversionId } from "./ids.ts";
import { divideHalfUp } from "./values/money.ts";
import { commissionLeft, grownTrace } from "./plan/remainder.ts";
import { coveredBy } from "./plan/trace.ts";
import { isFixedOnce, tracedWhole, withCustomerLeft } from "./planned.ts";
import type { Refund } from "./refund.ts";

/** What refunds take from a conversion, and what they leave of it. */
export interface Remainder {
  readonly refundedMinor: bigint;
  readonly left: Worth;
}

type CountedRefund = Pick<Refund, "conversionId" | "amount" | "items">;

/**
 * What refunds leave of each conversion of an order. Always calculated from the originals: any split in any order leaves
 * the same cents. The conversions are sorted by age, the refunds by when they were recorded.
 */
export function remaindersOf(
  conversions: readonly Conversion[],
  refunds: readonly CountedRefund[],
): ReadonlyMap<ConversionId, Remainder> {
  const shares = shareOut(conversions, refunds);
  const ofPlan = conversions[0]?.planned ? commissionsLeft(conversions, { refunds, shares }) : undefined;
  return new Map(
    conversions.map((conversion) => {
      const refundedMinor = shares.get(conversion.id) ?? 0n;
      const left = remainderOf(conversion, refundedMinor);
      const minor = ofPlan?.get(conversion.id);
      const planned = minor === undefined ? left : { ...left, commission: { ...left.commission, minor } };
      return [conversion.id, { refundedMinor, left: planned }];
    }),
  );
}

export function remainderIn(remainders: ReadonlyMap<ConversionId, Remainder>, id: ConversionId): Remainder {
  const found = remainders.get(id);
  if (!found) throw new Error(`Conversion ${id} is not one of its order's.`);
  return found;
}

/**
 * A plan decides the order as a whole, and its oldest conversions keep their commission first: they are the ones that
 * were paid. One that was not paid and whose amount is refunded only gets what the others have no room for.
 */
function commissionsLeft(
  conversions: readonly Conversion[],
  { refunds, shares }: { refunds: readonly CountedRefund[]; shares: ReadonlyMap<ConversionId, bigint> },
): ReadonlyMap<ConversionId, bigint> {
  const isLast = ({ id, original, payoutId, released }: Conversion): boolean =>
    payoutId === null && !released && original.amount.minor > 0n && shares.get(id) === original.amount.minor;
  let rest = commissionOfOrder(conversions, refunds);
  return new Map(
    conversions
      .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
      .map(({ id, original }) => {
        const minor = least(rest, original.commission.minor);
        rest -= minor;
        return [id, minor];
      }),
  );
}

function commissionOfOrder(conversions: readonly Conversion[], refunds: readonly CountedRefund[]): bigint {
  const whole = tracedWhole(conversions);
  const sum = (minorOf: (original: Worth) => bigint): bigint =>
    conversions.reduce((total, { original }) => total + minorOf(original), 0n);
  // What was left of the customer's limit covered the order when it was tracked or became larger.
  const { planned } = withCustomerLeft(
    whole,
    sum(({ commission }) => commission.minor),
  );
  if (!planned) throw new Error("The order has no plan.");
  const { trace } = planned;
  const more = sum(({ amount }) => amount.minor) - coveredBy(trace.lines);
  return commissionLeft(grownTrace(trace, more).trace, {
    refundedMinor: refunds.reduce((refunded, { amount }) => refunded + amount.minor, 0n),
    itemized: refunds.flatMap(({ amount, items }) => (items ? [{ amountMinor: amount.minor, items }] : [])),
    scalesFixed: whole.origin.scalesFixed,
  });
}

/** What is left of a conversion without a plan: its commission is lowered with its amount. */
export function remainderOf(conversion: Conversion, refundedMinor: bigint): Worth {
  const { amount, commission } = conversion.original;
  const left = amount.minor - refundedMinor;
  const keeps = refundedMinor === 0n || (keepsFixed(conversion) && left > 0n);
  const minor = keeps ? commission.minor : divideHalfUp(commission.minor * left, amount.minor);
  return { amount: { ...amount, minor: left }, commission: { ...commission, minor } };
}

/** Whether the commission stays whole while anything is left of the order. */
const keepsFixed = ({ planned, origin }: Conversion): boolean =>
  !origin.scalesFixed && (planned ? isFixedOnce(planned.trace) : origin.rule.type === "fixed");

/**
 * What refunds take from each conversion of an order: from the one that they were reported for, and then from the
 * others, the newest first.
 */
export function shareOut(
  conversions: readonly Conversion[],
  refunds: readonly Pick<Refund, "conversionId" | "amount">[],
): ReadonlyMap<ConversionId, bigint> {
  const taken = new Map(conversions.map(({ id }) => [id, 0n]));
  for (const { conversionId, amount } of refunds) {
    let rest = amount.minor;
    for (const { id, original } of inTurn(conversions, conversionId)) {
      const already = taken.get(id) ?? 0n;
      const part = least(rest, original.amount.minor - already);
      taken.set(id, already + part);
      rest -= part;
    }
    if (rest > 0n) throw new Error("An order's refunds exceed its conversions.");
  }
  return taken;
}

/** A fixed commission stays whole while anything is left of the order, so the parts that pay nothing come first. */
function inTurn(conversions: readonly Conversion[], named: ConversionId | null): readonly Conversion[] {
  const newestFirst = conversions.toReversed();
  const isFree = (conversion: Conversion): boolean =>
    keepsFixed(conversion) && conversion.original.commission.minor === 0n;
  const rank = (conversion: Conversion): number => (isFree(conversion) ? 0 : conversion.id === named ? 1 : 2);
  return newestFirst.toSorted((a, b) => rank(a) - rank(b));
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
