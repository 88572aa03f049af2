import type { AccountId } from "../../domain/ids.ts";
import { foldClickBatches } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";
import { foldInSlices } from "../fold-in-slices.ts";

/**
 * Nearly all of the work is updating the totals, once per slice for each link. Slices must be large enough to hold many
 * clicks of the same links, and small enough for the timeout if every click is of another link.
 */
const ENTRIES_MAX = 8_000;
const ENTRIES_MIN = 250;
const ROUNDS_MAX = 50;

/** Folds committed clicks into the totals, in slices: all, or those of one account. Returns whether there may be more. */
export const foldClicks = (
  { db }: Pick<Services, "db">,
  { roundsMax = ROUNDS_MAX, accountId }: { roundsMax?: number; accountId?: AccountId } = {},
): Promise<boolean> =>
  foldInSlices(db, { entriesMax: ENTRIES_MAX, entriesMin: ENTRIES_MIN, roundsMax }, (tx, entriesMax) =>
    foldClickBatches(tx, entriesMax, accountId),
  );
