import { clickMonth, type NewClick } from "../../domain/click.ts";
import { isMissingPartition, insertClicks, makePartitions } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const TIME_BYTES = 6;

/** All or nothing. Once it resolves, the clicks are committed. */
export function recordClicks({ db }: Pick<Services, "db">, clicks: readonly NewClick[]): Promise<void> {
  return withPartitions(db, clicks, () => insertClicks(db, clicks));
}

/** Creates the partitions of these clicks if the write needs them. */
export async function withPartitions<Result>(
  db: Services["db"],
  clicks: readonly NewClick[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    // The job that creates partitions ahead has not run: the worker was off for months, or the clock jumped.
    await db.transaction((tx) => makePartitions(tx, monthsOf(clicks)));
    return write();
  }
}

function monthsOf(clicks: readonly NewClick[]) {
  // By the ID, which carries the real time: a click of a twin can be years ahead.
  const months = clicks.flatMap(({ id }) => (id === null ? [] : clickMonth(new Date(id.readUIntBE(0, TIME_BYTES)))));
  return [...new Map(months.map((month) => [month.partition, month])).values()];
}
