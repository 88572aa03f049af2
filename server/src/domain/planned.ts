import type { Conversion, Planned, Worth } from "./conversion.ts";
import type { OrderItem } from "./plan/calculation.ts";
import { grownTrace } from "./plan/remainder.ts";
import { coveredBy, isPaid, type Trace } from "./plan/trace.ts";

/** Whether the trace explains the worth. It no longer does once a paid conversion was split. */
export function explains({ lines }: Trace, { amount, commission }: Worth): boolean {
  const covered = coveredBy(lines);
  const paid = lines.reduce((sum, { commissionMinor }) => sum + commissionMinor, 0n);
  return covered === amount.minor && paid === commission.minor;
}

/** Whether all of the commission is a fixed amount that counts once per order. */
export const isFixedOnce = ({ lines }: Trace): boolean =>
  lines.filter(isPaid).every(({ sku, pay }) => pay.type === "none" || (pay.type === "fixed" && sku === null));

/**
 * The conversion with the trace of the whole order. Once a paid conversion was split, what was added later is only in the
 * trace of the part for it.
 */
export function tracedWhole(conversions: readonly Conversion[]): Conversion {
  const covered = ({ planned }: Conversion): bigint => (planned ? coveredBy(planned.trace.lines) : 0n);
  const [first, ...parts] = conversions;
  if (!first) throw new Error("An order has a conversion.");
  return parts.reduce((most, part) => (covered(part) > covered(most) ? part : most), first);
}

export interface GrownOrder {
  readonly totalMinor: bigint;
  /** What it contains now; empty: not known. */
  readonly items: readonly OrderItem[];
}

/** What a larger order pays, with its trace. */
export function grownPlan(
  planned: Planned,
  { totalMinor, items }: GrownOrder,
): { planned: Planned; commissionMinor: bigint } {
  const more = totalMinor - coveredBy(planned.trace.lines);
  const { trace, commissionMinor } = grownTrace(planned.trace, more, items);
  return { planned: { ...planned, trace }, commissionMinor };
}

/** The same conversion with what is left of its customer's limit by now. */
export function withCustomerLeft(conversion: Conversion, leftMinor: bigint): Conversion {
  const { planned } = conversion;
  if (!planned) return conversion;
  const caps = planned.trace.caps.map((cap) => (cap.rule === "customer_max" ? { ...cap, leftMinor } : cap));
  return { ...conversion, planned: { ...planned, trace: { ...planned.trace, caps } } };
}

/** The limit of what all orders of the customer pay; null if the plan has none. */
export const customerMax = ({ planned }: Conversion): bigint | null =>
  planned?.trace.caps.find(({ rule }) => rule === "customer_max")?.maxMinor ?? null;
