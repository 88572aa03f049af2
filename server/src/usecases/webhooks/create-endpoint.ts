import { endpointFacts } from "../../domain/audit-facts.ts";
import { chosenEvents, endpointUrlOf, webhookSecretOf, type Endpoint } from "../../domain/endpoint.ts";
import { ENDPOINTS_MAX } from "tributary-sdk/limits";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { countEndpointsOf, insertEndpoint } from "../../store/webhooks/webhook-endpoints.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext, Services } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
}

export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  /** Shown once, and stored encrypted. */
  readonly secret: string;
}

export const SECRET_BYTES = 32;

export async function createEndpoint(context: MerchantContext, input: NewEndpoint): Promise<EndpointWithSecret> {
  requireRole(context, "owner");
  return makeEndpoint(context, input);
}

export async function createEndpointForAccount(
  context: OperatorContext,
  accountReference: string,
  input: NewEndpoint,
): Promise<EndpointWithSecret> {
  const account = await findAccountByReference(context, accountReference);
  return makeEndpoint(asOperator(context, account.id), input);
}

/** The receiver of a test is often on the same machine. */
const HOW_TO_ALLOW = "Allow its network with WEBHOOK_ALLOWED_NETWORKS.";

/** The normalized URL, if it may receive webhooks. */
export async function acceptedUrl(
  { destinations, twin }: Pick<Services, "destinations" | "twin">,
  text: string,
): Promise<string> {
  const url = endpointUrlOf(text);
  const refusal = await destinations.refusalOf(url);
  if (refusal === undefined) return url.href;
  const sentence = `Webhooks cannot be sent to this address: ${refusal}`;
  throw new AppError("destination_refused", { text: twin === null ? sentence : `${sentence} ${HOW_TO_ALLOW}` });
}

async function makeEndpoint(context: ActingContext, input: NewEndpoint): Promise<EndpointWithSecret> {
  const { db, clock, random, secretBox, accountId } = context;
  const events = chosenEvents(input.events);
  const url = await acceptedUrl(context, input.url);
  const now = clock.now();
  const id = idOf("endpoint", random.uuid(now));
  const endpoint: Endpoint = {
    id,
    accountId,
    url,
    events,
    createdAt: now,
    disabledAt: null,
    disabledBy: null,
    rotatedAt: null,
    previousSecretUntil: null,
  };
  const secret = webhookSecretOf(random.bytes(SECRET_BYTES));
  const secretEncrypted = secretBox.seal(secret, id);
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if ((await countEndpointsOf(tx, accountId)) >= ENDPOINTS_MAX) throw new AppError("too_many_endpoints");
    await insertEndpoint(tx, endpoint, secretEncrypted);
    await audit(tx, context, { action: "endpoint.created", subject: id, after: endpointFacts(endpoint) });
  });
  return { endpoint, secret };
}
