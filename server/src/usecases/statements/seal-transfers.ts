import type { Tx } from "../../db/database.ts";
import { sealTransfers, tryLockSealing } from "../../store/ledger/seals.ts";
import type { Services } from "../context.ts";
import { EVERYBODY } from "../limits/in-turn.ts";

/** Sealing this many takes well under a second, and blocks nothing that others wait for. */
const TRANSFERS_AT_ONCE = 5_000;
/**
 * How often a reader retries while another process seals: for about a second, without holding a database connection.
 */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 50;

type Sealing = Pick<Services, "db" | "wallClock">;
type Reading = Sealing & Pick<Services, "turns">;
type Step<T> = "locked" | "more" | { readonly done: T };

/**
 * Seals what was queued at the start, in as few transactions as possible. Later bookings wait for the next run, because
 * every transaction has a fixed cost. Returns at once if another process is already sealing.
 */
export async function sealWaiting(services: Sealing): Promise<void> {
  while ((await sealStep(services, nothingElse)) === "more");
}

/** The same for a reader: waits briefly if another process is sealing, then continues with what is sealed. */
export async function sealForReading(services: Reading): Promise<void> {
  await sealAndThen(services, nothingElse);
}

/**
 * Seals what is queued and runs `last` under the same lock, in the transaction that found the queue empty. Returns
 * undefined if another process held the lock throughout, or the queue of readers was full. Readers in one process take
 * turns: otherwise an unlucky one could keep losing the lock to the others.
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

function sealStep<T>({ db, wallClock }: Sealing, last: (tx: Tx) => Promise<T>): Promise<Step<T>> {
  return db.transaction(async (tx) => {
    if (!(await tryLockSealing(tx))) return "locked";
    if (await sealTransfers(tx, { at: wallClock.now(), limit: TRANSFERS_AT_ONCE })) return "more";
    return { done: await last(tx) };
  });
}
