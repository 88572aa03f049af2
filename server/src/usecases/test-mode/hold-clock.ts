import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { tryHoldClock } from "../../store/test-mode/clocks.ts";
import type { Services } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";

const PAUSE_MS = 20;
const WAIT_MAX_MS = 120_000;

/**
 * Runs the work while nobody else moves this clock and new requests to the twin wait. Waiting for the clock takes
 * no connection. If the process dies, the database releases the clock.
 */
export function holdingClock<T>(
  { clockLocks, turns }: Pick<Services, "clockLocks" | "turns">,
  twin: AccountId,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(turns.clock, twin, async () => {
    for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
      const held = await clockLocks.transaction(async (tx) =>
        (await tryHoldClock(tx, twin)) ? { result: await work() } : undefined,
      );
      if (held) return held.result;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new AppError("busy");
  });
}
