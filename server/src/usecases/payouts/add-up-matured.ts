import { addUpMatured, listEarners, type Earner } from "../../store/ledger/matured-sums.ts";
import type { Services } from "../context.ts";

/** Earners per look, and per transaction: an earner may have many conversions, and payouts of theirs wait meanwhile. */
const LOOKED_AT_ONCE = 1_000;
const ADDED_AT_ONCE = 20;

/** Adds up what has matured since the last run, so that pages and previews need not. They are right without it. */
export async function addUpMaturedCommission({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  let after: Earner | undefined;
  do {
    const earners = await listEarners(db, { now, after, limit: LOOKED_AT_ONCE });
    const due = earners.filter(({ isDue }) => isDue);
    for (let first = 0; first < due.length; first += ADDED_AT_ONCE)
      await db.transaction((tx) => addUpMatured(tx, due.slice(first, first + ADDED_AT_ONCE), now));
    after = earners.length < LOOKED_AT_ONCE ? undefined : earners.at(-1);
  } while (after);
}
