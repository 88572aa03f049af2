import type { Db } from "../../src/db/database.ts";
import { foldDeltas, keepFromFolding } from "../../src/store/ledger/conversion-deltas.ts";

const DELTAS_MAX = 1_000;

/** After this, all totals and balances are in their tables. Waits for another fold, which a worker would leave to it. */
export async function foldAll({ db }: { readonly db: Db }): Promise<void> {
  const fold = (): Promise<boolean> =>
    db.transaction(async (tx) => {
      await keepFromFolding(tx);
      return foldDeltas(tx, DELTAS_MAX);
    });
  while (await fold()) continue;
}
