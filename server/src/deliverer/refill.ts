import type { EndpointId } from "../domain/ids.ts";
import type { Outcome } from "../store/webhooks/delivery-outcomes.ts";

/** An endpoint that takes this long is slow. */
export const SLOW_MS = 1_000;
/**
 * How many deliveries a slot may take at an endpoint that responds quickly. One transaction then covers more of them.
 */
export const QUICK_PER_SLOT = 8;

/** The endpoints at which these outcomes free a slot. One that failed or was slow gets a single delivery per slot. */
export function endpointsToRefill(outcomes: readonly Outcome[]): { id: EndpointId; perSlot: number }[] {
  const isQuick = ({ attempt, after }: Outcome): boolean =>
    after.status === "delivered" && attempt.durationMs < SLOW_MS;
  const ended = new Set(outcomes.filter(({ endsLease }) => endsLease).map(({ lease }) => lease.endpointId));
  const slow = new Set(outcomes.filter((outcome) => !isQuick(outcome)).map(({ lease }) => lease.endpointId));
  return [...ended].map((id) => ({ id, perSlot: slow.has(id) ? 1 : QUICK_PER_SLOT }));
}
