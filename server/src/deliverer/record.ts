import type { Tx } from "../db/database.ts";
import { FAILURES_IN_ROW_MAX } from "../domain/endpoint.ts";
import type { EndpointId } from "../domain/ids.ts";
import { insertAuditEntries } from "../store/audit/audit.ts";
import { saveOutcomes, someFailed, type ExchangeRequest, type Outcome } from "../store/webhooks/delivery-queue.ts";
import { countEndings, type Ending } from "../store/webhooks/webhook-endpoints.ts";
import type { Clock } from "../system/clock.ts";
import type { Random } from "../system/random.ts";

/**
 * Writes what came back, in the order in which it came, and switches off endpoints that fail too often. As long as nothing
 * has failed for good there is nothing to count: a success only clears what failures have left behind.
 */
export async function recordOutcomes(
  tx: Tx,
  request: ExchangeRequest,
  { clock, random }: { clock: Clock; random: Random },
): Promise<EndpointId[]> {
  const counted = await saveOutcomes(tx, request);
  if (!someFailed(request.outcomes)) return [];
  const endings = endingsOf(request.outcomes.filter(({ claim }) => counted.has(claim.attemptId)));
  const at = clock.now();
  const off = await countEndings(tx, endings, { at, failuresMax: FAILURES_IN_ROW_MAX });
  for (const { id, accountId, wasOn } of off) {
    const difference = { before: { enabled: true }, after: { enabled: false, disabled_by: "failures" } };
    const entry = { id: random.uuid(at), accountId, action: "endpoint.updated" as const, subject: id, ...difference };
    if (wasOn) await insertAuditEntries(tx, { actor: "system", origin: null, at }, [entry]);
  }
  return off.map(({ id }) => id);
}

/** Attempts that will be made again have not ended anything. */
export function endingsOf(outcomes: readonly Pick<Outcome, "claim" | "after">[]): Ending[] {
  const endings = new Map<EndpointId, Ending>();
  for (const { claim, after } of outcomes) {
    if (after.status === "waiting") continue;
    const { endpointId } = claim;
    const { failedFirst, failedSince } = endings.get(endpointId) ?? { failedFirst: 0, failedSince: null };
    if (after.status === "delivered") endings.set(endpointId, { endpointId, failedFirst, failedSince: 0 });
    else if (failedSince === null) endings.set(endpointId, { endpointId, failedFirst: failedFirst + 1, failedSince });
    else endings.set(endpointId, { endpointId, failedFirst, failedSince: failedSince + 1 });
  }
  return [...endings.values()];
}
