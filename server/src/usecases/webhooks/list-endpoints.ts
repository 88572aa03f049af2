import type { Endpoint } from "../../domain/endpoint.ts";
import { listEndpointsOf, listEndpointsOfAll } from "../../store/webhooks/webhook-endpoints.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import type { MerchantContext, OperatorContext } from "../context.ts";

/** Newest first, without their secrets. */
export async function listEndpoints({ db, accountId }: MerchantContext): Promise<Endpoint[]> {
  return listEndpointsOf(db, accountId);
}

/** Of one account, or of all. */
export async function listEndpointsForOperator(
  context: OperatorContext,
  accountReference?: string,
): Promise<Endpoint[]> {
  if (accountReference === undefined) return listEndpointsOfAll(context.db);
  const account = await findAccountByReference(context, accountReference);
  return listEndpointsOf(context.db, account.id);
}
