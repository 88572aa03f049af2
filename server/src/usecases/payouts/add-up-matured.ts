import { addUpMatured, listEarners, type ListedEarner } from "../../store/ledger/matured-sums.ts";
import type { Services } from "../context.ts";
import { inPages } from "../in-pages.ts";
import { forEachIsolated } from "../isolated.ts";

const EARNERS_AT_ONCE = 1_000;
/** Takes a fraction of a second. */
const ROWS_MAX = 20_000;

/** Adds up what has matured since the last run, so that pages and previews need not. They are right without it. */
export async function addUpMaturedCommission(
  { db, clock, stopping }: Pick<Services, "db" | "clock" | "stopping">,
  rowsMax = ROWS_MAX,
): Promise<void> {
  const now = clock.now();
  const isOver = (): boolean => stopping.aborted;
  const earners = inPages<ListedEarner>(EARNERS_AT_ONCE, (after) =>
    listEarners(db, { now, after, limit: EARNERS_AT_ONCE }),
  );
  const addUp = async (earner: ListedEarner): Promise<void> => {
    let hasMore = earner.isDue;
    while (hasMore && !isOver()) hasMore = await db.transaction((tx) => addUpMatured(tx, earner, { now, rowsMax }));
  };
  await forEachIsolated(earners, addUp, isOver);
}
