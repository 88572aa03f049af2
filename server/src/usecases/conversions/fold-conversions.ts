import type { Tx } from "../../db/database.ts";
import type { AccountId } from "../../domain/ids.ts";
import {
  advanceFloor,
  countUnfolded,
  foldDeltas,
  isRefusedData,
  listUnfolded,
  markFloor,
  type FloorMark,
} from "../../store/ledger/conversion-deltas.ts";
import type { Services } from "../context.ts";
import { foldInSlices, SliceSize, type Folded, type Slices } from "../fold-in-slices.ts";

const ROUNDS_MAX = 50;

/** Each delta is added to up to ten rows. */
const slices = (stopping?: AbortSignal): Slices => ({
  size: new SliceSize({ entries: 2_000, entriesMin: 125, entriesMax: 2_000 }),
  roundsMax: ROUNDS_MAX,
  ...(stopping && { stopping }),
});

async function foldSlice(tx: Tx, deltasMax: number, only?: AccountId): Promise<Folded> {
  const mayBeMore = await foldDeltas(tx, deltasMax, only);
  return { mayBeMore, isFull: mayBeMore };
}

/** Folds what changes of conversions add into the totals and balances. Returns whether there may be more. */
export const foldConversions = ({ db }: Pick<Services, "db">, stopping?: AbortSignal): Promise<boolean> =>
  foldInSlices(db, slices(stopping), foldSlice);

/** More are counted as this many. */
const COUNTED_MAX = 100_000;

/** How many changes of conversions are not in the totals yet. */
export const countUnfoldedConversions = ({ db }: Pick<Services, "db">): Promise<number> =>
  countUnfolded(db, COUNTED_MAX);

export interface FolderOptions {
  readonly services: Pick<Services, "db">;
  /** The deltas of this account contradict its balances. They wait, and those of all others are folded. */
  readonly onRefused: (account: AccountId, error: unknown) => void;
}

/** Folds again and again, and keeps track of which deltas can no longer exist. */
export class ConversionFolder {
  readonly #options: FolderOptions;
  readonly #stopping = new AbortController();
  #mark: FloorMark | undefined;

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Only if more than this many changes wait. */
  async run(above = 0): Promise<void> {
    const { services } = this.#options;
    const { db } = services;
    if (above > 0 && (await countUnfolded(db, above + 1)) <= above) return;
    await foldConversions(services, this.#stopping.signal).catch((error: unknown) => {
      if (!isRefusedData(error)) throw error;
      return this.#foldEachAccount();
    });
    if (this.#mark && !(await advanceFloor(db, this.#mark))) return;
    this.#mark = await markFloor(db);
  }

  /** Ends a run after its current slice. */
  stop(): void {
    this.#stopping.abort();
  }

  async #foldEachAccount(): Promise<void> {
    const { services, onRefused } = this.#options;
    for (const account of await listUnfolded(services.db))
      await foldInSlices(services.db, slices(this.#stopping.signal), (tx, max) => foldSlice(tx, max, account)).catch(
        (error: unknown) => {
          if (!isRefusedData(error)) throw error;
          onRefused(account, error);
        },
      );
  }
}
