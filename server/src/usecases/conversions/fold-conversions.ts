import { advanceFloor, foldDeltas, markFloor, type FloorMark } from "../../store/ledger/conversion-deltas.ts";
import type { Services } from "../context.ts";
import { foldInSlices } from "../fold-in-slices.ts";

/** Each delta is added to up to ten rows. */
const SLICES = { entriesMax: 2_000, entriesMin: 125, roundsMax: 50 };

/** Folds what changes of conversions add into the totals and balances. Returns whether there may be more. */
export const foldConversions = ({ db }: Pick<Services, "db">): Promise<boolean> => foldInSlices(db, SLICES, foldDeltas);

/** Folds again and again, and keeps track of which deltas can no longer exist. */
export class ConversionFolder {
  readonly #services: Pick<Services, "db">;
  #mark: FloorMark | undefined;

  constructor(services: Pick<Services, "db">) {
    this.#services = services;
  }

  async run(): Promise<void> {
    const { db } = this.#services;
    await foldConversions(this.#services);
    if (this.#mark && !(await advanceFloor(db, this.#mark))) return;
    this.#mark = await markFloor(db);
  }
}
