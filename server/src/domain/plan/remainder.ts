import { divideHalfUp } from "../values/money.ts";
import type { OrderItem } from "./matching.ts";
import { plus, times, whole, type Ratio } from "./ratio.ts";
import { least, leftOfItems, skusOf, unexplainedMinor, type ItemizedRefund } from "./returned-items.ts";
import { cappedLines, MILLION, roundedLines } from "./rounding.ts";
import { coveredBy, isOfItem, isPaid, type PaidLine, type Trace, type TraceLine } from "./trace.ts";

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

/**
 * The trace of an order whose total became larger. What was added belongs to the items that are now worth more, if they
 * are known, and else to the rest of the order.
 */
export function grownTrace(
  trace: Trace,
  moreMinor: bigint,
  items: readonly OrderItem[] = [],
): { trace: Trace; commissionMinor: bigint } {
  const ofItems = grownItems(trace.lines, { moreMinor, items });
  const restMinor = moreMinor - (coveredBy(ofItems) - coveredBy(trace.lines));
  const grow = <Line extends TraceLine>(line: Line): Line =>
    line.sku === null && line.amountMinor !== null ? { ...line, amountMinor: line.amountMinor + restMinor } : line;
  const lines = ofItems.map(grow);
  const paid = roundedLines(lines.filter(isPaid));
  const capped = cappedLines(paid.totalMinor, trace.caps);
  const unpaid = lines.filter(({ reason }) => reason !== null);
  const grown = { ...trace, lines: [...paid.lines, ...capped.lines, ...unpaid] };
  return { trace: grown, commissionMinor: capped.totalMinor };
}

/**
 * Of several lines with the same SKU, the first one grows. None does if the SKU stands for several products: only some may
 * have a rule, and nothing says which of them grew.
 */
function grownItems(
  lines: readonly TraceLine[],
  { moreMinor, items }: { moreMinor: bigint; items: readonly OrderItem[] },
): readonly TraceLine[] {
  const before = soldBySku(lines.filter(isPaid).filter(isOfItem));
  const ambiguous = skusOfSeveralProducts(items);
  const now = soldBySku(items.filter(({ sku }) => !ambiguous.has(sku)));
  let left = moreMinor;
  return lines.map((line) => {
    if (!isPaid(line) || !isOfItem(line)) return line;
    const [sold, known] = [before.get(line.sku), now.get(line.sku)];
    before.delete(line.sku);
    if (!sold || !known || known.amountMinor <= sold.amountMinor) return line;
    const more = least(known.amountMinor - sold.amountMinor, left);
    left -= more;
    const quantity = line.quantity + Math.max(known.quantity - sold.quantity, 0);
    return { ...line, quantity, amountMinor: line.amountMinor + more };
  });
}

type Sold = Pick<OrderItem, "quantity" | "amountMinor">;

function soldBySku(items: readonly (Sold & Pick<OrderItem, "sku">)[]): Map<string, Sold> {
  const sold = new Map<string, Sold>();
  for (const { sku, quantity, amountMinor } of items) {
    const same = sold.get(sku) ?? { quantity: 0, amountMinor: 0n };
    sold.set(sku, { quantity: same.quantity + quantity, amountMinor: same.amountMinor + amountMinor });
  }
  return sold;
}

function skusOfSeveralProducts(items: readonly OrderItem[]): Set<string> {
  const products = new Map<string, Pick<OrderItem, "productId" | "category">>();
  const several = new Set<string>();
  for (const { sku, productId, category } of items) {
    const first = products.get(sku) ?? { productId, category };
    products.set(sku, first);
    if (first.productId !== productId || first.category !== category) several.add(sku);
  }
  return several;
}
