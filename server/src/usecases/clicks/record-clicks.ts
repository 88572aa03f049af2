import { clickMonth, type NewClick } from "../../domain/click.ts";
import { isMissingPartition, insertClicks, makePartitions } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

/** All or nothing. Once it resolves, the clicks are committed. */
export async function recordClicks({ db }: Pick<Services, "db">, clicks: readonly NewClick[]): Promise<void> {
  try {
    await insertClicks(db, clicks);
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    // The job that creates partitions ahead has not run: the worker was off for months, or the clock jumped.
    await db.transaction((tx) => makePartitions(tx, monthsOf(clicks)));
    await insertClicks(db, clicks);
  }
}

function monthsOf(clicks: readonly NewClick[]) {
  const months = clicks.map((click) => clickMonth(new Date(click.clickedAtMs)));
  return [...new Map(months.map((month) => [month.partition, month])).values()];
}
