import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { BoundedMap } from "../domain/bounded-map.ts";

export interface Signed {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

const PREFIX = "whsec_";

/** Our own scheme uses the whole secret as the key. Standard Webhooks uses the bytes encoded in its second part. */
interface Keys {
  readonly own: KeyObject;
  readonly standard: KeyObject;
}

const KEPT_MAX = 1_000;
/** Making a key takes as long as signing with it. */
const keptKeys = new BoundedMap<string, Keys>(KEPT_MAX);

function keysOf(secret: string): Keys {
  const kept = keptKeys.get(secret);
  if (kept) return kept;
  const keys = {
    own: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(PREFIX.length), "base64"),
  };
  keptKeys.set(secret, keys);
  return keys;
}

/**
 * The headers of one attempt, with one signature per secret, newest first. The SDK uses the same rule
 * (verify-webhook.ts), but with Web Crypto, which is asynchronous and too slow for a backlog. A test compares the two.
 */
export function signedHeaders(
  { eventId, type, body }: Signed,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const keys = secrets.map(keysOf);
  const hex = keys.map(({ own }) => createHmac("sha256", own).update(`${seconds}.${body}`).digest("hex"));
  const base64 = keys.map(({ standard }) =>
    createHmac("sha256", standard).update(`${eventId}.${seconds}.${body}`).digest("base64"),
  );
  return {
    "Content-Type": "application/json",
    "User-Agent": "Tributary-Webhooks/1",
    "X-Service-Signature": [`t=${seconds}`, ...hex.map((signature) => `v1=${signature}`)].join(","),
    "X-Service-Event": type,
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": base64.map((signature) => `v1,${signature}`).join(" "),
  };
}
