import type { Endpoint } from "../../domain/endpoint.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, EndpointId } from "../../domain/ids.ts";
import { saveDeletion } from "../../store/webhook-endpoints.ts";
import type { MerchantContext, OperatorContext, Services } from "../context.ts";
import { requireRole } from "../people/require-role.ts";
import { accountOfEndpoint } from "./find-account-of-endpoint.ts";

/** Nothing is sent there any more, and what was sent stays on record. */
export async function deleteEndpoint(context: MerchantContext, id: EndpointId): Promise<void> {
  requireRole(context, "manager");
  await remove(context, context.accountId, id);
}

export async function deleteEndpointAsOperator(context: OperatorContext, id: EndpointId): Promise<Endpoint> {
  return remove(context, await accountOfEndpoint(context, id), id);
}

async function remove({ db, clock }: Services, accountId: AccountId, id: EndpointId): Promise<Endpoint> {
  const deleted = await db.transaction((tx) => saveDeletion(tx, { accountId, id }, clock.now()));
  if (!deleted) throw new AppError("endpoint_not_found");
  return deleted;
}
