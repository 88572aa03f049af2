import type { AccountId } from "../../domain/ids.ts";
import { foldClickBatches } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";
import { foldInSlices, SliceSize } from "../fold-in-slices.ts";

const ROUNDS_MAX = 50;

/**
 * Nearly all of the work is updating the totals, once per slice for each link. The largest slice holds many clicks of the
 * same links. The first one stays below the redirector's time limit even if every click is of another link.
 */
export const clickSlices = (): SliceSize => new SliceSize({ entries: 8_000, entriesMin: 250, entriesMax: 64_000 });

/** Folds committed clicks into the totals, in slices: all, or those of one account. Returns whether there may be more. */
export const foldClicks = (
  { db }: Pick<Services, "db">,
  {
    roundsMax = ROUNDS_MAX,
    size = clickSlices(),
    accountId,
  }: { roundsMax?: number; size?: SliceSize; accountId?: AccountId } = {},
): Promise<boolean> =>
  foldInSlices(db, { size, roundsMax }, (tx, entriesMax) => foldClickBatches(tx, entriesMax, accountId));
