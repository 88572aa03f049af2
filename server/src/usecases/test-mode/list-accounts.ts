import { orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { findTwin, listTwins, type Twin } from "../../store/test-mode/twins.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { createTwin } from "../twins/create-twin.ts";

export type { Twin } from "../../store/test-mode/twins.ts";

/** All test accounts of the live account, also for those who look from one of them. */
export async function listTestAccounts(context: MerchantContext): Promise<Twin[]> {
  return listTwins(context.db, await liveAccountOf(context));
}

/** One more. Its keys are created in it. */
export async function addTestAccount(context: MerchantContext, name: string | undefined): Promise<Twin> {
  requireRole(context, "owner");
  const liveAccountId = await liveAccountOf(context);
  return context.db.transaction(async (tx) => (await createTwin(tx, context, { liveAccountId, name })).twin);
}

async function liveAccountOf({ db, twin, accountId }: MerchantContext): Promise<AccountId> {
  return twin === null ? accountId : orRefuse(await findTwin(db, twin), "account_not_found").liveAccountId;
}
