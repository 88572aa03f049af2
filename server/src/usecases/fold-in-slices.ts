import type { Db, Tx } from "../db/database.ts";
import { isOverTimeLimit } from "../store/clicks/clicks.ts";

export interface SliceLimits {
  /** Of the first slice. */
  readonly entries: number;
  /** If a statement this small is still too slow, its size is not the cause. */
  readonly entriesMin: number;
  readonly entriesMax: number;
}

/** Double the entries take at most about twice as long, well below the time limits of statements. */
const QUICK_MS = 150;

/**
 * How much one statement folds: more while statements are quick, less after one that hit its time limit. A larger slice
 * updates each total less often. Kept from run to run, because the next one has similar entries.
 */
export class SliceSize {
  readonly #limits: SliceLimits;
  #entries: number;

  constructor(limits: SliceLimits) {
    this.#limits = limits;
    this.#entries = limits.entries;
  }

  get entries(): number {
    return this.#entries;
  }

  /** A statement of this size took as long. */
  took(ms: number): void {
    if (ms < QUICK_MS) this.#entries = Math.min(2 * this.#entries, this.#limits.entriesMax);
  }

  /** False if it must not be smaller. */
  halve(): boolean {
    if (this.#entries / 2 < this.#limits.entriesMin) return false;
    this.#entries /= 2;
    return true;
  }
}

export interface Slices {
  readonly size: SliceSize;
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
  { size, roundsMax, stopping }: Slices,
  fold: (tx: Tx, entriesMax: number) => Promise<boolean>,
): Promise<boolean> {
  let mayGrow = true;
  for (let rounds = 0; rounds < roundsMax && !stopping?.aborted; rounds += 1)
    try {
      const startedMs = performance.now();
      if (!(await db.transaction((tx) => fold(tx, size.entries)))) return false;
      if (mayGrow) size.took(performance.now() - startedMs);
    } catch (error) {
      if (!isOverTimeLimit(error) || !size.halve()) throw error;
      // The next run tries larger ones again.
      mayGrow = false;
    }
  return true;
}
