import { clickMonth, monthOfPartition } from "../../domain/click.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { dropPartition, listPartitions, makePartitions } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const MONTHS_AHEAD = 3;

/** Creates the partitions of this month and the next ones ahead of time. */
export async function makeClickPartitions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, later) => clickMonth(now, later));
  await db.transaction((tx) => makePartitions(tx, months));
}

/** Drops months that ended before the retention period. Totals do not change. Returns what was dropped. */
export async function dropOldClicks(
  { db, clock }: Pick<Services, "db" | "clock">,
  retentionDays: number,
): Promise<readonly string[]> {
  const before = clock.now().getTime() - retentionDays * DAY_MS;
  const old = (await listPartitions(db)).filter((partition) => {
    const month = monthOfPartition(partition.name);
    return month !== undefined && month.endsAt.getTime() <= before;
  });
  for (const partition of old) await dropPartition(db, partition);
  return old.map((partition) => partition.name);
}
