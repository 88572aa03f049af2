import { overlapUntil, webhookSecretOf } from "../../domain/endpoint.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { EndpointId } from "../../domain/ids.ts";
import { saveRotation } from "../../store/webhooks/webhook-endpoints.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { SECRET_BYTES, type EndpointWithSecret } from "./create-endpoint.ts";
import { accountOfEndpoint } from "./find-account-of-endpoint.ts";

export interface RotateSecret {
  readonly id: EndpointId;
  /** How long the old secret signs alongside the new one; 0: not at all. Some receivers accept only one signature. */
  readonly overlapHours: number;
}

export async function rotateSecret(context: MerchantContext, input: RotateSecret): Promise<EndpointWithSecret> {
  requireRole(context, "owner");
  return rotate(context, input);
}

export async function rotateSecretAsOperator(
  context: OperatorContext,
  input: RotateSecret,
): Promise<EndpointWithSecret> {
  return rotate(asOperator(context, await accountOfEndpoint(context, input.id)), input);
}

async function rotate(context: ActingContext, input: RotateSecret): Promise<EndpointWithSecret> {
  const { db, wallClock, random, secretBox, accountId } = context;
  const at = wallClock.now();
  const until = overlapUntil(input.overlapHours, at);
  const secret = webhookSecretOf(random.bytes(SECRET_BYTES));
  const secretEncrypted = secretBox.seal(secret, input.id);
  return db.transaction(async (tx) => {
    const rotation = { secretEncrypted, at, overlapUntil: until };
    const endpoint = orRefuse(await saveRotation(tx, { accountId, id: input.id }, rotation), "endpoint_not_found");
    const after = { previous_secret_until: until && until.toISOString() };
    await audit(tx, context, { action: "endpoint.rotated", subject: input.id, after });
    return { endpoint, secret };
  });
}
