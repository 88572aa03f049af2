import { clickMonth, monthOfPartition } from "../../domain/click.ts";
import { DAY_MS } from "../../domain/day.ts";
import { dropPartition, listPartitions, makePartitions } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const MONTHS_AHEAD = 3;

/** This month's and the next ones', so that no redirect at midnight finds none. */
export async function makeClickPartitions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, later) => clickMonth(now, later));
  await db.transaction((tx) => makePartitions(tx, months));
}

/** Months that ended before the retention began. The totals stay as they are. Returns what was dropped. */
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
