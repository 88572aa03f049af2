import type { Tx } from "../../db/database.ts";
import { sealTransfers, tryLockSealing } from "../../store/seals.ts";
import type { Services } from "../context.ts";

/** A transaction of this many takes well under a second, and holds nothing that anybody else waits for. */
const TRANSFERS_AT_ONCE = 5_000;

/**
 * All that waits to be sealed when it begins, in as few transactions as that takes: what is booked meanwhile waits for the
 * next time, because each transaction has its price, however few lines it seals. Where another process is at it already, it
 * is left to that one.
 */
export async function sealWaiting({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  for (;;) {
    const isMoreLeft = await db.transaction(
      async (tx) =>
        (await tryLockSealing(tx)) && (await sealTransfers(tx, { at: clock.now(), limit: TRANSFERS_AT_ONCE })),
    );
    if (!isMoreLeft) return;
  }
}

/** The same in a transaction that has the lock. */
export async function sealAllIn(tx: Tx, at: Date): Promise<void> {
  while (await sealTransfers(tx, { at, limit: TRANSFERS_AT_ONCE }));
}
