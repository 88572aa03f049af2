import { listKeysOf, listKeysOfAll, type ApiKey } from "../../store/people/api-keys.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import type { OperatorContext } from "../context.ts";

/** Of one account, or of all. */
export async function listKeysForOperator(context: OperatorContext, accountReference?: string): Promise<ApiKey[]> {
  if (accountReference === undefined) return listKeysOfAll(context.db);
  const account = await findAccountByReference(context, accountReference);
  return listKeysOf(context.db, account.id);
}
