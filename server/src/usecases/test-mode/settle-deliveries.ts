import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { hasDueDeliveries } from "../../store/test-mode/deliveries.ts";
import type { Services } from "../context.ts";

const PAUSE_MS = 10;
/** Longer than an attempt can take. */
const WAIT_MAX_MS = 30_000;

/**
 * Waits until every delivery that is due now has been attempted, so that each retry counts from the time at which its
 * attempt failed. The deliverer may run in another process.
 */
export async function settleDeliveries({ db }: Pick<Services, "db">, twin: AccountId): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
    if (!(await hasDueDeliveries(db, twin))) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new AppError("busy", { text: "Webhooks of the test account are still being sent. Try again in a moment." });
}
