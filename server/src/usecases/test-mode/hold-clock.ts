import { AppError, orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import type { Tx } from "../../db/database.ts";
import { checkHolding, tryHoldClock } from "../../store/test-mode/clocks.ts";
import { findTwin } from "../../store/test-mode/twins.ts";
import type { Turns } from "../../system/turns.ts";
import type { Services } from "../context.ts";
import { EVERYBODY } from "../limits/in-turn.ts";
import { assertRunning } from "../twins/assert-running.ts";

const PAUSE_MS = 20;
const WAIT_MAX_MS = 120_000;

/** Throws if the clock is no longer held: others may use the twin again, so the work must stop. */
export type AssertHeld = () => Promise<void>;

/**
 * Runs the work while nobody else moves this clock and new requests to the twin wait. Waiting for the clock takes
 * no connection. If the process dies or loses its connection, the database releases the clock.
 */
export async function holdingClock<T>(
  services: Pick<Services, "db" | "clockLocks" | "turns" | "stopping">,
  twin: AccountId,
  work: (assertHeld: AssertHeld) => Promise<T>,
): Promise<T> {
  const { db, clockLocks, turns } = services;
  const { liveAccountId } = orRefuse(await findTwin(db, twin), "account_not_found");
  const hold = async (): Promise<T> => {
    for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
      assertRunning(services);
      const held: { outcome?: { readonly value: T } } = {};
      try {
        await clockLocks.transaction(async (tx) => {
          if (await tryHoldClock(tx, twin)) held.outcome = { value: await work(assertHeldBy(tx)) };
        });
      } catch (error) {
        // The work has its own transactions. If it is done, only the lock was lost.
        if (!held.outcome) throw error;
      }
      if (held.outcome) return held.outcome.value;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw busy();
  };
  // One account must not take all connections, so its turn comes before the one that all share.
  const ofEverybody = (): Promise<T> => inTurn(turns.clocks, EVERYBODY, hold);
  const ofAccount = (): Promise<T> => inTurn(turns.clocksOfAccount, liveAccountId, ofEverybody);
  return inTurn(turns.clock, twin, ofAccount);
}

const assertHeldBy =
  (tx: Tx): AssertHeld =>
  async () => {
    try {
      await checkHolding(tx);
    } catch (cause) {
      const text = "The database connection was lost before this was finished. Try again in a moment.";
      throw new AppError("busy", { text, cause });
    }
  };

const inTurn = <T>(turns: Turns, key: string, work: () => Promise<T>): Promise<T> => turns.run(key, work, busy);

const busy = (): AppError => new AppError("busy");
