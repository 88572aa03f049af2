import { overlapUntil, webhookSecretOf } from "../../domain/endpoint.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, EndpointId } from "../../domain/ids.ts";
import { saveRotation } from "../../store/webhook-endpoints.ts";
import type { MerchantContext, OperatorContext, Services } from "../context.ts";
import { requireRole } from "../people/require-role.ts";
import { SECRET_BYTES, type EndpointWithSecret } from "./create-endpoint.ts";
import { accountOfEndpoint } from "./find-account-of-endpoint.ts";

export interface RotateSecret {
  readonly id: EndpointId;
  /** How long the old secret signs beside the new one; 0: not at all. Some receivers' parsers take only one signature. */
  readonly overlapHours: number;
}

export async function rotateSecret(context: MerchantContext, input: RotateSecret): Promise<EndpointWithSecret> {
  requireRole(context, "owner");
  return rotate(context, context.accountId, input);
}

export async function rotateSecretAsOperator(
  context: OperatorContext,
  input: RotateSecret,
): Promise<EndpointWithSecret> {
  return rotate(context, await accountOfEndpoint(context, input.id), input);
}

async function rotate(services: Services, accountId: AccountId, input: RotateSecret): Promise<EndpointWithSecret> {
  const { db, clock, random, secretBox } = services;
  const at = clock.now();
  const until = overlapUntil(input.overlapHours, at);
  const secret = webhookSecretOf(random.bytes(SECRET_BYTES));
  const secretEncrypted = secretBox.seal(secret, input.id);
  const endpoint = await db.transaction((tx) =>
    saveRotation(tx, { accountId, id: input.id }, { secretEncrypted, at, overlapUntil: until }),
  );
  if (!endpoint) throw new AppError("endpoint_not_found");
  return { endpoint, secret };
}
