import type { EndpointId } from "../domain/ids.ts";
import type { Outcome } from "../store/webhooks/delivery-outcomes.ts";
import type { Random } from "../system/random.ts";

/** An endpoint that takes this long is slow. */
export const SLOW_MS = 1_000;
/**
 * How many deliveries a slot may take at an endpoint that responds quickly. One transaction then covers more of them.
 * The IDs of more than 120 would not fit into the row of the slot.
 */
const QUICK_PER_SLOT = { least: 8, most: 120 };
/** A slot takes more than the least only if the endpoint responds to all of them in this time: the last one waits as long. */
const LEASE_TAKES_MS = 400;

/**
 * The endpoints at which these outcomes free a slot, and how many deliveries each of their slots may take: one if the
 * endpoint failed or was slow.
 */
export function endpointsToRefill(
  outcomes: readonly Outcome[],
  random: Pick<Random, "below">,
): { id: EndpointId; perSlot: number }[] {
  const isQuick = ({ attempt, after }: Outcome): boolean =>
    after.status === "delivered" && attempt.durationMs < SLOW_MS;
  const ended = new Set(outcomes.filter(({ endsLease }) => endsLease).map(({ lease }) => lease.endpointId));
  return [...ended].map((id) => {
    const own = outcomes.filter(({ lease }) => lease.endpointId === id);
    return { id, perSlot: own.every(isQuick) ? quickPerSlot(own, random) : 1 };
  });
}

/** Random: slots that all take the same number would end at the same time, and then wait for the database together. */
function quickPerSlot(outcomes: readonly Outcome[], random: Pick<Random, "below">): number {
  const { least, most } = QUICK_PER_SLOT;
  const meanMs = outcomes.reduce((sum, { attempt }) => sum + attempt.durationMs, 0) / outcomes.length;
  const fitting = Math.min(most, Math.max(least, Math.floor(LEASE_TAKES_MS / meanMs)));
  const fewest = Math.max(least, Math.ceil(fitting / 3));
  return fewest + random.below(fitting - fewest + 1);
}
