import type { Db, Tx } from "../db/database.ts";
import { isOverTimeLimit } from "../store/clicks/clicks.ts";

export interface Slices {
  readonly entriesMax: number;
  /** If a statement this small is still too slow, its size is not the cause. */
  readonly entriesMin: number;
  /** Limits one run, because entries may be added faster than they are folded. */
  readonly roundsMax: number;
  /** Ends the run after its current slice. */
  readonly stopping?: AbortSignal;
}

/**
 * Folds in slices, and in smaller ones if a statement takes too long. `fold` returns whether there may be more, and so
 * does this.
 */
export async function foldInSlices(
  db: Pick<Db, "transaction">,
  { entriesMax, entriesMin, roundsMax, stopping }: Slices,
  fold: (tx: Tx, entriesMax: number) => Promise<boolean>,
): Promise<boolean> {
  let entries = entriesMax;
  for (let rounds = 0; rounds < roundsMax && !stopping?.aborted; rounds += 1)
    try {
      if (!(await db.transaction((tx) => fold(tx, entries)))) return false;
    } catch (error) {
      if (!isOverTimeLimit(error) || entries / 2 < entriesMin) throw error;
      entries /= 2;
    }
  return true;
}
