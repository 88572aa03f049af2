import { endpointFacts } from "../../domain/audit-facts.ts";
import type { Endpoint } from "../../domain/endpoint.ts";
import { AppError } from "../../domain/errors.ts";
import type { EndpointId } from "../../domain/ids.ts";
import { saveDeletion } from "../../store/webhooks/webhook-endpoints.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { accountOfEndpoint } from "./find-account-of-endpoint.ts";

/** Stops all deliveries to it; past deliveries stay on record. */
export async function deleteEndpoint(context: MerchantContext, id: EndpointId): Promise<void> {
  requireRole(context, "manager");
  await remove(context, id);
}

export async function deleteEndpointAsOperator(context: OperatorContext, id: EndpointId): Promise<Endpoint> {
  return remove(asOperator(context, await accountOfEndpoint(context, id)), id);
}

async function remove(context: ActingContext, id: EndpointId): Promise<Endpoint> {
  const { db, clock, accountId } = context;
  return db.transaction(async (tx) => {
    const deleted = await saveDeletion(tx, { accountId, id }, clock.now());
    if (!deleted) throw new AppError("endpoint_not_found");
    await audit(tx, context, { action: "endpoint.deleted", subject: id, before: endpointFacts(deleted) });
    return deleted;
  });
}
