import { AppError, orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { RESET_SLICE } from "../../store/test-mode/reset.ts";
import { deleteTwin, findTwin } from "../../store/test-mode/twins.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { emptyTwin } from "./empty-twin.ts";
import { holdingClock } from "./hold-clock.ts";

/** Deletes another test account of the same live account, with everything in it. Its keys stop working. */
export async function deleteTestAccount(
  context: MerchantContext & { readonly twin: AccountId },
  id: AccountId,
): Promise<void> {
  requireRole(context, "owner");
  const { db, twin } = context;
  // Its log would be gone, and with it who did this.
  if (id === twin) throw new AppError("own_test_account");
  const { liveAccountId } = orRefuse(await findTwin(db, twin), "account_not_found");
  const deleted = await findTwin(db, id);
  if (deleted?.liveAccountId !== liveAccountId) throw new AppError("test_account_not_found");
  await holdingClock(context, id, (assertHeld) =>
    emptyTwin({ ...context, twin: id, assertHeld, slice: RESET_SLICE }, async (tx) => {
      await deleteTwin(tx, id);
      const entry = { action: "account.deleted", subject: id, before: { name: deleted.name } } as const;
      // Also in the live account's log, which nobody can empty. The own account may be deleted by another one meanwhile.
      if (await findTwin(tx, twin)) await audit(tx, context, entry);
      await audit(tx, { ...context, accountId: liveAccountId, clock: context.wallClock }, entry);
    }),
  );
}
