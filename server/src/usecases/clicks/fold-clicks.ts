import type { AccountId } from "../../domain/ids.ts";
import { foldClickBatches, isOverTimeLimit } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const ENTRIES_MAX = 4_000;
/** If a statement this small is still too slow, its size is not the cause. */
const ENTRIES_MIN = 250;
/** Limits one run, because clicks may be recorded faster than they are folded. */
const ROUNDS_MAX = 50;

/** Folds committed clicks into the totals, in slices: all, or those of one account. Returns whether there may be more. */
export async function foldClicks(
  { db }: Pick<Services, "db">,
  { roundsMax = ROUNDS_MAX, accountId }: { roundsMax?: number; accountId?: AccountId } = {},
): Promise<boolean> {
  let entriesMax = ENTRIES_MAX;
  for (let rounds = 0; rounds < roundsMax; rounds += 1)
    try {
      if (!(await db.transaction((tx) => foldClickBatches(tx, entriesMax, accountId)))) return false;
    } catch (error) {
      if (!isOverTimeLimit(error) || entriesMax / 2 < ENTRIES_MIN) throw error;
      entriesMax /= 2;
    }
  return true;
}
