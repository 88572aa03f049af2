import type { EndpointId } from "../domain/ids.ts";
import type { Outcome } from "../store/webhooks/delivery-outcomes.ts";
import { SLOTS_PER_ENDPOINT } from "../store/webhooks/delivery-slots.ts";
import type { Random } from "../system/random.ts";

/** An endpoint that takes this long is slow. */
export const SLOW_MS = 1_000;
/**
 * How many deliveries a slot may take at an endpoint that responds quickly. One transaction then covers more of them.
 * The number is random within these limits: slots of the same length would all end at the same time, and then wait for
 * the database together.
 */
export const QUICK_PER_SLOT = { least: 16, most: 48 };
/** Leases of one transaction. If many endpoints share them, slots get fewer. */
export const LEASES_AT_ONCE = 2_048;

/** The endpoints at which these outcomes free a slot. One that failed or was slow gets a single delivery per slot. */
export function endpointsToRefill(
  outcomes: readonly Outcome[],
  random: Pick<Random, "below">,
): { id: EndpointId; perSlot: number }[] {
  const isQuick = ({ attempt, after }: Outcome): boolean =>
    after.status === "delivered" && attempt.durationMs < SLOW_MS;
  const { least, most } = QUICK_PER_SLOT;
  const ended = new Set(outcomes.filter(({ endsLease }) => endsLease).map(({ lease }) => lease.endpointId));
  const slow = new Set(outcomes.filter((outcome) => !isQuick(outcome)).map(({ lease }) => lease.endpointId));
  const share = Math.max(1, Math.floor(LEASES_AT_ONCE / (ended.size * SLOTS_PER_ENDPOINT)));
  const quickly = (): number => Math.min(share, least + random.below(most - least + 1));
  return [...ended].map((id) => ({ id, perSlot: slow.has(id) ? 1 : quickly() }));
}
