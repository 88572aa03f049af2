import type { AccountId } from "../../domain/ids.ts";
import { restartClock } from "../../store/test-mode/clocks.ts";
import { RESET_SLICE } from "../../store/test-mode/reset.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { inTwin } from "../twins/in-twin.ts";
import { emptyTwin } from "./empty-twin.ts";
import { holdingClock } from "./hold-clock.ts";

/** Empties the twin and sets its clock to the real time. Its keys stay valid. */
export async function resetTestAccount(
  context: MerchantContext & { readonly twin: AccountId },
  slice = RESET_SLICE,
): Promise<Date> {
  requireRole(context, "owner");
  const { twin, wallClock } = context;
  return holdingClock(context, twin, (assertHeld) =>
    emptyTwin({ ...context, assertHeld, slice }, async (tx) => {
      const now = wallClock.now();
      await restartClock(tx, twin, now);
      await audit(tx, inTwin(context, twin, now), { action: "account.reset", subject: twin });
      return now;
    }),
  );
}
