import { orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { findTwin, type Twin } from "../../store/test-mode/twins.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { insertNewKey } from "../keys/create-key.ts";
import { requireRole } from "../require-role.ts";
import { createTwin } from "../twins/create-twin.ts";

export interface CreatedTestAccount {
  readonly account: Twin;
  /** Shown once. */
  readonly secret: string;
}

const KEY_NAME = "First key";

/** One more test account of the same live account, with a key of its own: parallel runs do not interfere. */
export async function createTestAccount(
  context: MerchantContext & { readonly twin: AccountId },
  name: string | undefined,
): Promise<CreatedTestAccount> {
  requireRole(context, "owner");
  const { liveAccountId } = orRefuse(await findTwin(context.db, context.twin), "account_not_found");
  return context.db.transaction(async (tx) => {
    const { twin, context: inside } = await createTwin(tx, context, { liveAccountId, name });
    const { secret } = await insertNewKey(tx, inside, KEY_NAME);
    // Also in the log of the test account whose key did this: whoever revokes that key sees which others it has created.
    await audit(tx, context, { action: "account.created", subject: twin.id, after: { plan: twin.plan } });
    return { account: twin, secret };
  });
}
