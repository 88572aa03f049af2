import type { Tx } from "../db/database.ts";
import { FAILURES_IN_ROW_MAX } from "../domain/endpoint.ts";
import type { EndpointId } from "../domain/ids.ts";
import { saveOutcomes, type Outcome } from "../store/webhooks/delivery-outcomes.ts";
import { countEndings, type Ending } from "../store/webhooks/webhook-endpoints.ts";
import type { Clock } from "../system/clock.ts";
import type { Random } from "../system/random.ts";
import { auditAcross } from "../usecases/audit/audit.ts";

/** Records outcomes in the order of arrival. Returns the endpoints that it disabled because they keep failing. */
export async function recordOutcomes(
  tx: Tx,
  outcomes: readonly Outcome[],
  { clock, random }: { clock: Clock; random: Random },
): Promise<EndpointId[]> {
  const endings = endingsOf(await saveOutcomes(tx, outcomes));
  if (endings.length === 0) return [];
  const disabled = await countEndings(tx, endings, { at: clock.now(), failuresMax: FAILURES_IN_ROW_MAX });
  // IDs carry the real time, also in a twin.
  const ids = { ...random, uuid: () => random.uuid(clock.now()) };
  for (const { id, accountId, at } of disabled)
    await auditAcross(tx, { actor: "system", origin: null, clock: { now: () => at }, random: ids }, [
      {
        accountId,
        action: "endpoint.updated" as const,
        subject: id,
        before: { enabled: true },
        after: { enabled: false, disabled_by: "failures" },
      },
    ]);
  return disabled.map(({ id }) => id);
}

/** The sequence of ended deliveries at each endpoint. One that will be retried has not ended. */
export function endingsOf(outcomes: readonly Pick<Outcome, "lease" | "after">[]): Ending[] {
  const endings = new Map<EndpointId, Ending>();
  for (const { lease, after } of outcomes) {
    if (after.status === "waiting") continue;
    const { endpointId } = lease;
    const { failedFirst, failedSince } = endings.get(endpointId) ?? { failedFirst: 0, failedSince: null };
    if (after.status === "delivered") endings.set(endpointId, { endpointId, failedFirst, failedSince: 0 });
    else if (failedSince === null) endings.set(endpointId, { endpointId, failedFirst: failedFirst + 1, failedSince });
    else endings.set(endpointId, { endpointId, failedFirst, failedSince: failedSince + 1 });
  }
  return [...endings.values()];
}
