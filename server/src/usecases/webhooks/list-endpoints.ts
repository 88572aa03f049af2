import type { Endpoint } from "../../domain/endpoint.ts";
import { AppError } from "../../domain/errors.ts";
import type { EndpointId } from "../../domain/ids.ts";
import { findEndpoint, listEndpointsOf, listEndpointsOfAll } from "../../store/webhooks/webhook-endpoints.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import type { MerchantContext, OperatorContext } from "../context.ts";

/** Newest first, without their secrets. */
export async function listEndpoints({ db, accountId }: MerchantContext): Promise<Endpoint[]> {
  return listEndpointsOf(db, accountId);
}

export async function getEndpoint({ db, accountId }: MerchantContext, id: EndpointId): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, accountId, id);
  if (!endpoint) throw new AppError("endpoint_not_found");
  return endpoint;
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
