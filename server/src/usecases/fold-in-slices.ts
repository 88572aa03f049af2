import type { Db, Tx } from "../db/database.ts";
import { isOverTimeLimit } from "../store/clicks/clicks.ts";

export interface SliceLimits {
  /** The size of the first slice. */
  readonly entries: number;
  /** If a statement this small is still too slow, its size is not the cause. */
  readonly entriesMin: number;
  readonly entriesMax: number;
}

/** Twice as many entries then fit well below the time limit. */
const QUICK_MS = 150;
/** Others may wait for the rows that it locks. */
const SLOW_MS = 500;

/**
 * How much one statement folds: more while statements are quick, because a larger slice updates each total less often,
 * and less when they are slow. Kept from run to run, because the next one usually has similar entries.
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

  /** A full slice of this size took this long. */
  took(ms: number): void {
    if (ms > SLOW_MS) this.halve();
    else if (ms < QUICK_MS) this.#entries = Math.min(2 * this.#entries, this.#limits.entriesMax);
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

export interface Folded {
  readonly mayBeMore: boolean;
  /** There was enough for a whole slice, so its duration tells whether the size is right. */
  readonly isFull: boolean;
}

/** Folds in slices whose size follows their duration. Returns whether there may be more. */
export async function foldInSlices(
  db: Pick<Db, "transaction">,
  { size, roundsMax, stopping }: Slices,
  fold: (tx: Tx, entriesMax: number) => Promise<Folded>,
): Promise<boolean> {
  let hasTimedOut = false;
  for (let rounds = 0; rounds < roundsMax && !stopping?.aborted; rounds += 1)
    try {
      const startedMs = performance.now();
      const { mayBeMore, isFull } = await db.transaction((tx) => fold(tx, size.entries));
      if (!mayBeMore) return false;
      // The next run tries larger slices again.
      if (isFull && !hasTimedOut) size.took(performance.now() - startedMs);
    } catch (error) {
      if (!isOverTimeLimit(error) || !size.halve()) throw error;
      hasTimedOut = true;
    }
  return true;
}
