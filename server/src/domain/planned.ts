import type { Conversion, Worth } from "./conversion.ts";
import { grownTrace } from "./plan/remainder.ts";
import { isPaid, type Trace } from "./plan/trace.ts";

/** Whether the trace explains the worth. It no longer does once a paid conversion was split. */
export function explains({ lines }: Trace, { amount, commission }: Worth): boolean {
  const covered = coveredBy(lines);
  const paid = lines.reduce((sum, { commissionMinor }) => sum + commissionMinor, 0n);
  return covered === amount.minor && paid === commission.minor;
}

/** The amount of the order that the lines are about. */
export const coveredBy = (lines: Trace["lines"]): bigint =>
  lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n);

/** Whether all of the commission is a fixed amount that counts once per order. */
export const isFixedOnce = ({ lines }: Trace): boolean =>
  lines.filter(isPaid).every(({ sku, pay }) => pay.type === "none" || (pay.type === "fixed" && sku === null));

/** What a trace pays for another total of its order. The difference belongs to the rest of the order. */
export const commissionForTotal = (trace: Trace, totalMinor: bigint): bigint =>
  grownTrace(trace, totalMinor - coveredBy(trace.lines)).commissionMinor;

/** The trace of a larger order, as long as it explains what the order is worth. */
export function plannedFor({ planned, original }: Conversion, grown: Worth): Conversion["planned"] {
  if (!planned || !explains(planned.trace, original)) return planned;
  const { trace } = grownTrace(planned.trace, grown.amount.minor - original.amount.minor);
  return { ...planned, trace };
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
