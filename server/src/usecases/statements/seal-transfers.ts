import type { Tx } from "../../db/database.ts";
import { sealTransfers, tryLockSealing } from "../../store/ledger/seals.ts";
import type { Services } from "../context.ts";
import { EVERYBODY } from "../limits/in-turn.ts";

/** A transaction of this many takes well under a second, and holds nothing that anybody else waits for. */
const TRANSFERS_AT_ONCE = 5_000;
/** How long a reader whose turn it is waits for another process: about a second, and never on a database connection. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 50;

type Sealing = Pick<Services, "db" | "clock">;
type Reading = Sealing & Pick<Services, "turns">;
type Step<T> = "locked" | "more" | { readonly done: T };

/**
 * Seals what was queued when it began, in as few transactions as that takes. Later bookings wait for the next run, because each
 * transaction has its price, however few lines it seals. If another process is sealing already, this one leaves it to that one.
 */
export async function sealWaiting(services: Sealing): Promise<void> {
  while ((await sealStep(services, nothingElse)) === "more");
}

/** The same for a reader, who waits a moment if somebody else is sealing, and then goes on with what has been sealed. */
export async function sealForReading(services: Reading): Promise<void> {
  await sealAndThen(services, nothingElse);
}

/**
 * Seals what is queued and does `last` under the same lock, in the transaction that found the queue empty. Undefined when
 * another process held the lock all the time, or the line was too long. The readers of one process take turns: if each of them
 * tried for the lock, an unlucky one could lose it to the others every time.
 */
export async function sealAndThen<T>(
  services: Reading,
  last: (tx: Tx) => Promise<T>,
): Promise<{ readonly done: T } | undefined> {
  const end = await services.turns.sealing.take(EVERYBODY);
  if (!end) return undefined;
  try {
    for (let tries = 0; tries < LOCK_TRIES;) {
      const step = await sealStep(services, last);
      if (typeof step === "object") return step;
      if (step === "locked") {
        tries += 1;
        await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
      }
    }
    return undefined;
  } finally {
    end();
  }
}

const nothingElse = (): Promise<void> => Promise.resolve();

function sealStep<T>({ db, clock }: Sealing, last: (tx: Tx) => Promise<T>): Promise<Step<T>> {
  return db.transaction(async (tx) => {
    if (!(await tryLockSealing(tx))) return "locked";
    if (await sealTransfers(tx, { at: clock.now(), limit: TRANSFERS_AT_ONCE })) return "more";
    return { done: await last(tx) };
  });
}
