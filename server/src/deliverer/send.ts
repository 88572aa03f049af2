import { type Attempt, type Failure } from "../domain/delivery.ts";
import { afterAttempt } from "../domain/delivery-retry.ts";
import type { Lease } from "../store/webhooks/delivery-leases.ts";
import type { Outcome } from "../store/webhooks/delivery-outcomes.ts";
import type { Clock } from "../system/clock.ts";
import type { EndpointResponse, Egress } from "./egress.ts";
import { signedHeaders, type SigningKey } from "./sign-webhook.ts";
import type { SigningKeys } from "./signing-keys.ts";

export interface SendParts {
  readonly clock: Clock;
  readonly egress: Egress;
  readonly signingKeys: SigningKeys;
  readonly retrySeconds: readonly number[];
}

/** One attempt, outside any transaction: signs, posts, and decides the next step from the response. */
export async function sendDelivery(parts: SendParts, lease: Lease): Promise<Omit<Outcome, "endsLease">> {
  const { clock, retrySeconds } = parts;
  const startedAt = clock.now();
  const response = await post(parts, lease, startedAt);
  const attempt: Attempt = { startedAt, endedAt: clock.now(), ...response };
  return { lease, attempt, after: afterAttempt(attempt, lease.failures, retrySeconds) };
}

async function post({ egress, signingKeys }: SendParts, lease: Lease, now: Date): Promise<EndpointResponse> {
  const { url, eventId, type, body } = lease;
  if (body === null) return unsent({ kind: "expired", text: "The event is past its retention period." });
  let keys: SigningKey[];
  try {
    keys = keysOf(signingKeys, lease, now);
  } catch {
    return unsent({ kind: "internal", text: "The signing secret cannot be decrypted. Rotate it." });
  }
  return egress.post({ url, headers: signedHeaders({ eventId, type, body }, keys, now), body });
}

function keysOf(signingKeys: SigningKeys, lease: Lease, now: Date): SigningKey[] {
  const { secretEncrypted, previousSecretEncrypted, previousSecretUntil, endpointId } = lease;
  const key = signingKeys.of(secretEncrypted, endpointId);
  if (!previousSecretEncrypted || !previousSecretUntil || now >= previousSecretUntil) return [key];
  return [key, signingKeys.of(previousSecretEncrypted, endpointId)];
}

const unsent = (failure: Failure): EndpointResponse => ({ durationMs: 0, statusCode: null, response: null, failure });
