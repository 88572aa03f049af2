import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { countDueDeliveries } from "../../store/test-mode/deliveries.ts";
import type { Services } from "../context.ts";
import { assertRunning } from "../twins/assert-running.ts";

const PAUSE_MS = 10;
/** Without an attempt: longer than the lease of a process that died. */
const WAIT_MAX_MS = 70_000;

/**
 * Waits until every delivery that is due now has been attempted, so that each retry counts from the time at which its
 * attempt failed. The deliverer may run in another process.
 */
export async function settleDeliveries(services: Pick<Services, "db" | "stopping">, twin: AccountId): Promise<void> {
  let left = Infinity;
  for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
    const due = await countDueDeliveries(services.db, twin);
    if (due === 0) return;
    assertRunning(services);
    // A slow receiver with many deliveries takes its time, as long as they become fewer.
    if (due < left) waitedMs = 0;
    left = due;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new AppError("busy", { text: "Webhooks of the test account are still being sent. Try again in a moment." });
}
