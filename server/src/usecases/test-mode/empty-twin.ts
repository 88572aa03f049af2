import type { Tx } from "../../db/database.ts";
import type { AccountId } from "../../domain/ids.ts";
import { isOverTimeLimit } from "../../store/clicks/clicks.ts";
import { isForeignKeyViolation } from "../../store/foreign-keys.ts";
import { beginReset, deleteSlice, listOwners, listToEmpty, type ToEmpty } from "../../store/test-mode/reset.ts";
import { foldClicks } from "../clicks/fold-clicks.ts";
import type { Services } from "../context.ts";
import { assertRunning } from "../twins/assert-running.ts";
import type { AssertHeld } from "./hold-clock.ts";

const TRIES_MAX = 5;
/** If a statement this small is still too slow, its size is not the cause. */
const SLICE_MIN = 50;
/** Whose rows one statement looks for. */
const OWNERS_MAX = 1_000;

/** Where the next slice continues. */
interface Position {
  readonly index: number;
  /** Owners up to this one have nothing left. */
  readonly after: string | null;
}

export interface Emptying extends Services {
  readonly twin: AccountId;
  readonly assertHeld: AssertHeld;
  /** How many rows each transaction deletes at most. */
  readonly slice: number;
}

const START: Position = { index: 0, after: null };

/**
 * Deletes everything in a twin whose clock is held, in slices. What is due is dropped. `finish` is part of the last
 * slice. If the process dies before, the twin cannot be used until this is repeated.
 */
export async function emptyTwin<T>(context: Emptying, finish: (tx: Tx) => Promise<T>): Promise<T> {
  const { db, twin, assertHeld, slice: sliceMax } = context;
  await db.transaction((tx) => beginReset(tx, twin));
  await foldClicks(context, { accountId: twin });
  const tables = await listToEmpty(db);
  let [position, limit, tries] = [START, sliceMax, 1];
  for (;;)
    try {
      assertRunning(context);
      await assertHeld();
      const from = position;
      const slice = await db.transaction(async (tx): Promise<{ next: Position } | { result: T }> => {
        const next = await deleteSome(tx, twin, { tables, from, limit });
        // Only a slice that has looked everywhere finds what late requests have added.
        return next || from !== START ? { next: next ?? START } : { result: await finish(tx) };
      });
      if ("result" in slice) return slice.result;
      position = slice.next;
    } catch (error) {
      // A request that began before the reset has added a row meanwhile.
      if (isForeignKeyViolation(error) && tries < TRIES_MAX) [position, tries] = [START, tries + 1];
      else if (isOverTimeLimit(error) && limit / 2 >= SLICE_MIN) limit = Math.floor(limit / 2);
      else throw error;
    }
}

/** Deletes up to `limit` rows. Returns where to continue, or undefined if nothing is left. */
async function deleteSome(
  tx: Tx,
  twin: AccountId,
  { tables, from, limit }: { tables: readonly ToEmpty[]; from: Position; limit: number },
): Promise<Position | undefined> {
  let left = limit;
  for (const [index, table] of tables.entries()) {
    if (index < from.index) continue;
    let after = index === from.index ? from.after : null;
    for (;;) {
      const owners = table.owned ? await listOwners(tx, twin, { owner: table.owned[1], after, limit: OWNERS_MAX }) : [];
      if (table.owned && owners.length === 0) break;
      const deleted = await deleteSlice(tx, twin, { ...table, owners, limit: left });
      left -= deleted;
      if (left === 0) return { index, after };
      // Rows that these have referred to are free now.
      if (deleted > 0 && table.links.length > 0) continue;
      after = owners.at(-1) ?? null;
      if (after === null) break;
    }
  }
  return undefined;
}
