import { AppError, orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { tryHoldClock } from "../../store/test-mode/clocks.ts";
import { findTwin } from "../../store/test-mode/twins.ts";
import type { Turns } from "../../system/turns.ts";
import type { Services } from "../context.ts";
import { EVERYBODY } from "../limits/in-turn.ts";
import { assertRunning } from "../twins/assert-running.ts";

const PAUSE_MS = 20;
const WAIT_MAX_MS = 120_000;

/**
 * Runs the work while nobody else moves this clock and new requests to the twin wait. Waiting for the clock takes
 * no connection. If the process dies, the database releases the clock.
 */
export async function holdingClock<T>(
  services: Pick<Services, "db" | "clockLocks" | "turns" | "stopping">,
  twin: AccountId,
  work: () => Promise<T>,
): Promise<T> {
  const { db, clockLocks, turns } = services;
  const { liveAccountId } = orRefuse(await findTwin(db, twin), "account_not_found");
  const hold = async (): Promise<T> => {
    for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
      assertRunning(services);
      const held = await clockLocks.transaction(async (tx) =>
        (await tryHoldClock(tx, twin)) ? { result: await work() } : undefined,
      );
      if (held) return held.result;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw busy();
  };
  // One account must not take all connections, so its turn comes before the one that all share.
  const ofEverybody = (): Promise<T> => inTurn(turns.clocks, EVERYBODY, hold);
  const ofAccount = (): Promise<T> => inTurn(turns.clocksOfAccount, liveAccountId, ofEverybody);
  return inTurn(turns.clock, twin, ofAccount);
}

const inTurn = <T>(turns: Turns, key: string, work: () => Promise<T>): Promise<T> => turns.run(key, work, busy);

const busy = (): AppError => new AppError("busy");
