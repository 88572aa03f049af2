import { foldClickBatches, isOverTimeLimit } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const ENTRIES_MAX = 4_000;
/** Below this a statement that is still too slow has another reason than its size. */
const ENTRIES_MIN = 250;
/** Processes that record may be faster than one that folds: a call ends all the same. */
const ROUNDS_MAX = 50;

/** Folds what has been committed into the totals, slice by slice. Returns whether there may be more. */
export async function foldClicks({ db }: Pick<Services, "db">, roundsMax = ROUNDS_MAX): Promise<boolean> {
  let entriesMax = ENTRIES_MAX;
  for (let rounds = 0; rounds < roundsMax; rounds += 1)
    try {
      if (!(await db.transaction((tx) => foldClickBatches(tx, entriesMax)))) return false;
    } catch (error) {
      if (!isOverTimeLimit(error) || entriesMax / 2 < ENTRIES_MIN) throw error;
      entriesMax /= 2;
    }
  return true;
}
