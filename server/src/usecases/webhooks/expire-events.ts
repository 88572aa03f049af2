import { DAY_MS } from "../../domain/values/day.ts";
import { giveUpHeld } from "../../store/webhooks/deliveries.ts";
import { emptyOldEvents } from "../../store/webhooks/events.ts";
import type { Services } from "../context.ts";

const AT_ONCE = 1_000;

/**
 * Deletes the bodies of old events and the responses to them. The events stay on record for longer: see
 * delete-old-records.ts. Returns the number of events.
 */
export async function expireEvents(
  { db, clock }: Pick<Services, "db" | "clock">,
  { retentionDays }: { retentionDays: number },
): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - retentionDays * DAY_MS);
  await inBatches((limit) => db.transaction((tx) => giveUpHeld(tx, before, { now, limit })));
  return inBatches((limit) => db.transaction((tx) => emptyOldEvents(tx, before, limit)));
}

async function inBatches(work: (limit: number) => Promise<number>): Promise<number> {
  let count = 0;
  for (;;) {
    const some = await work(AT_ONCE);
    count += some;
    if (some < AT_ONCE) return count;
  }
}
