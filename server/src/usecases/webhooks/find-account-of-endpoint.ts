import { orRefuse } from "../../domain/errors.ts";
import type { AccountId, EndpointId } from "../../domain/ids.ts";
import { findAccountOfEndpoint } from "../../store/webhooks/webhook-endpoints.ts";
import type { OperatorContext } from "../context.ts";

/** The operator identifies an endpoint by its ID alone. */
export async function accountOfEndpoint({ db }: OperatorContext, id: EndpointId): Promise<AccountId> {
  return orRefuse(await findAccountOfEndpoint(db, id), "endpoint_not_found");
}
