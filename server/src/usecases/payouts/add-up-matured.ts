import { addUpMatured, listEarners, type Earner } from "../../store/ledger/matured-sums.ts";
import type { Services } from "../context.ts";

const EARNERS_AT_ONCE = 1_000;
/** Takes a fraction of a second. */
const ROWS_MAX = 20_000;

/** Adds up what has matured since the last run, so that pages and previews need not. They are right without it. */
export async function addUpMaturedCommission(
  { db, clock, stopping }: Pick<Services, "db" | "clock" | "stopping">,
  rowsMax = ROWS_MAX,
): Promise<void> {
  const now = clock.now();
  let after: Earner | undefined;
  do {
    const earners = await listEarners(db, { now, after, limit: EARNERS_AT_ONCE });
    for (const earner of earners.filter(({ isDue }) => isDue)) {
      let hasMore = true;
      while (hasMore && !stopping.aborted)
        hasMore = await db.transaction((tx) => addUpMatured(tx, earner, { now, rowsMax }));
    }
    after = earners.length < EARNERS_AT_ONCE ? undefined : earners.at(-1);
  } while (after && !stopping.aborted);
}
