import type { AccountId } from "../../domain/ids.ts";
import { isForeignKeyViolation } from "../../store/foreign-keys.ts";
import { restartClock } from "../../store/test-mode/clocks.ts";
import { emptyTwin } from "../../store/test-mode/reset.ts";
import { audit } from "../audit/audit.ts";
import { foldClicks } from "../clicks/fold-clicks.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { inTwin } from "../twins/in-twin.ts";
import { holdingClock } from "./hold-clock.ts";
import { settleDeliveries } from "./settle-deliveries.ts";

const TRIES_MAX = 5;

/** Empties the twin and sets its clock to the real time. Its keys stay valid. */
export async function resetTestAccount(context: MerchantContext & { readonly twin: AccountId }): Promise<Date> {
  requireRole(context, "owner");
  const { db, twin, wallClock } = context;
  return holdingClock(context, twin, async () => {
    await settleDeliveries(context, twin);
    await foldClicks(context);
    for (let tries = 1; ; tries += 1)
      try {
        return await db.transaction(async (tx) => {
          await emptyTwin(tx, twin);
          const now = wallClock.now();
          await restartClock(tx, twin, now);
          await audit(tx, inTwin(context, twin, now), { action: "account.reset", subject: twin });
          return now;
        });
      } catch (error) {
        // A request that began before the reset has added a row meanwhile.
        if (tries === TRIES_MAX || !isForeignKeyViolation(error)) throw error;
      }
  });
}
