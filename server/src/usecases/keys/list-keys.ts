import { listKeysOf, listKeysOfAll, type ApiKey } from "../../store/people/api-keys.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import type { MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export async function listKeys(context: MerchantContext): Promise<ApiKey[]> {
  requireRole(context, "owner");
  return listKeysOf(context.db, context.accountId);
}

/** Of one account, or of all. */
export async function listKeysForOperator(context: OperatorContext, accountReference?: string): Promise<ApiKey[]> {
  if (accountReference === undefined) return listKeysOfAll(context.db);
  const account = await findAccountByReference(context, accountReference);
  return listKeysOf(context.db, account.id);
}
