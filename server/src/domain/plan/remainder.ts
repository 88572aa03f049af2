import { divideHalfUp } from "../values/money.ts";
import { plus, times, whole, type Ratio } from "./ratio.ts";
import { least, leftOfItems, skusOf, unexplainedMinor, type ItemizedRefund } from "./returned-items.ts";
import { cappedLines, MILLION, roundedLines } from "./rounding.ts";
import { isOfItem, isPaid, type PaidLine, type Trace, type TraceLine } from "./trace.ts";

export type { ItemizedRefund } from "./returned-items.ts";

/** The counted refunds of an order. */
export interface Refunds {
  /** Of all refunds. */
  readonly refundedMinor: bigint;
  /** Those that name items. */
  readonly itemized: readonly ItemizedRefund[];
  /** Whether a partial refund lowers fixed amounts that count once per order. */
  readonly scalesFixed: boolean;
}

/**
 * The commission that refunds leave. Always calculated from the original trace: its rules apply to the items that are
 * left, and refunds that name no items scale the result. The order of the refunds does not matter.
 */
export function commissionLeft(trace: Trace, refunds: Refunds): bigint {
  const { refundedMinor, itemized, scalesFixed } = refunds;
  const paid = trace.lines.filter(isPaid);
  const amountMinor = amountOf(paid);
  if (paid.length === 0 || (refundedMinor > 0n && refundedMinor >= amountMinor)) return 0n;
  const afterItems = itemized.length === 0 ? commissionOf(trace) : commissionOfItemsLeft(trace, refunds);
  const byItems = itemized.reduce((sum, refund) => sum + refund.amountMinor, 0n);
  if (byItems >= refundedMinor) return afterItems;
  const kept = scalesFixed ? 0n : least(fixedOnce(paid), afterItems);
  return kept + divideHalfUp((afterItems - kept) * (amountMinor - refundedMinor), amountMinor - byItems);
}

const commissionOf = ({ lines }: Trace): bigint => lines.reduce((sum, line) => sum + line.commissionMinor, 0n);

const amountOf = (lines: readonly PaidLine[]): bigint => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** What refunds give back beyond the value of their items is taken from the rest of the order, and then from the items. */
function commissionOfItemsLeft(trace: Trace, { itemized, scalesFixed }: Refunds): bigint {
  const paid = trace.lines.filter(isPaid);
  const items = paid.filter(isOfItem);
  const rest = paid.filter((line) => !isOfItem(line));
  const skus = skusOf(items, itemized);
  const unexplained = unexplainedMinor(skus, itemized);
  const fromRest = least(unexplained, amountOf(rest));
  const restMinor = amountOf(rest) - fromRest;
  const left = leftOfItems(items, { skus, spillMinor: unexplained - fromRest });
  const amountMinor = amountOf(paid);
  const valueLeft = plus(left.valueMinor, whole(restMinor));
  const scale: Ratio =
    scalesFixed && amountMinor > 0n ? { over: valueLeft.over, under: valueLeft.under * amountMinor } : whole(1n);
  const { over, under } = [
    left.percentages,
    scalesFixed ? times(left.fixed, left.afterSpill) : left.fixed,
    whole(percentageOf(rest) * restMinor),
    times(whole(fixedOnce(paid) * MILLION), scale),
  ].reduce(plus);
  return cappedLines(divideHalfUp(over, under * MILLION), trace.caps).totalMinor;
}

const percentageOf = (rest: readonly PaidLine[]): bigint =>
  rest.reduce((sum, { pay }) => sum + (pay.type === "percentage" ? pay.partsPerMillion : 0n), 0n);

/** What counts once per order. */
function fixedOnce(paid: readonly PaidLine[]): bigint {
  const rest = paid.find((line) => !isOfItem(line));
  if (rest?.pay.type !== "fixed") return 0n;
  return rest.amountMinor > 0n || paid.length === 1 ? rest.pay.minor : 0n;
}

/** The trace of an order whose total became larger. What was added belongs to the rest of the order. */
export function grownTrace(trace: Trace, moreMinor: bigint): { trace: Trace; commissionMinor: bigint } {
  const grow = <Line extends TraceLine>(line: Line): Line =>
    line.sku === null && line.amountMinor !== null ? { ...line, amountMinor: line.amountMinor + moreMinor } : line;
  const lines = trace.lines.map(grow);
  const paid = roundedLines(lines.filter(isPaid));
  const capped = cappedLines(paid.totalMinor, trace.caps);
  const unpaid = lines.filter(({ reason }) => reason !== null);
  const grown = { ...trace, lines: [...paid.lines, ...capped.lines, ...unpaid] };
  return { trace: grown, commissionMinor: capped.totalMinor };
}
