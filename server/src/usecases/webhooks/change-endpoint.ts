import { endpointFacts } from "../../domain/audit-facts.ts";
import { chosenEvents, type Endpoint } from "../../domain/endpoint.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { EndpointId } from "../../domain/ids.ts";
import { DELIVERIES_CHANNEL } from "../../store/webhooks/events.ts";
import { lockEndpoint, saveEndpoint } from "../../store/webhooks/webhook-endpoints.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { acceptedUrl } from "./create-endpoint.ts";
import { accountOfEndpoint } from "./find-account-of-endpoint.ts";

export interface ChangeEndpoint {
  readonly id: EndpointId;
  /** Also applies to waiting deliveries. */
  readonly url?: string | undefined;
  /** Applies to new events only, not to waiting deliveries. */
  readonly events?: readonly string[] | undefined;
  /** While disabled, deliveries are still created and held. They are sent once it is enabled. */
  readonly enabled?: boolean | undefined;
}

export async function changeEndpoint(context: MerchantContext, input: ChangeEndpoint): Promise<Endpoint> {
  requireRole(context, "manager");
  return change(context, input);
}

export async function switchEndpointAsOperator(
  context: OperatorContext,
  id: EndpointId,
  enabled: boolean,
): Promise<Endpoint> {
  return change(asOperator(context, await accountOfEndpoint(context, id)), { id, enabled });
}

async function change(context: ActingContext, input: ChangeEndpoint): Promise<Endpoint> {
  const events = input.events && chosenEvents(input.events);
  // Outside the transaction, because it may query DNS.
  const url = input.url === undefined ? undefined : await acceptedUrl(context, input.url);
  return context.db.transaction(async (tx) => {
    const endpoint = orRefuse(await lockEndpoint(tx, context.accountId, input.id), "endpoint_not_found");
    const changed = switched(
      { ...endpoint, url: url ?? endpoint.url, events: events ?? endpoint.events },
      input.enabled,
      context.clock.now(),
    );
    await saveEndpoint(tx, changed);
    const sides = { before: endpointFacts(endpoint), after: endpointFacts(changed) };
    await audit(tx, context, { action: "endpoint.updated", subject: endpoint.id, ...sides });
    tx.tell(DELIVERIES_CHANNEL);
    return changed;
  });
}

/** Disabling twice keeps the first time. */
function switched(endpoint: Endpoint, enabled: boolean | undefined, now: Date): Endpoint {
  if (enabled === true) return { ...endpoint, disabledAt: null, disabledBy: null };
  if (enabled === false && endpoint.disabledAt === null) return { ...endpoint, disabledAt: now, disabledBy: "person" };
  return endpoint;
}
