import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

export interface Signed {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** An endpoint's secret, ready to sign with. */
export interface SigningKey {
  readonly ours: KeyObject;
  readonly standard: KeyObject;
}

const PREFIX = "whsec_";

/** Node 24 takes five times as long to prepare a key as to sign with it. */
export function signingKey(secret: string): SigningKey {
  return {
    // Our own scheme uses the whole secret as the key. Standard Webhooks uses the bytes encoded in its second part.
    ours: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(PREFIX.length), "base64"),
  };
}

/**
 * The headers of one attempt, with one signature per key, newest first. The SDK uses the same rule
 * (verify-webhook.ts), but with Web Crypto, which is asynchronous and too slow for a backlog. A test compares the two.
 */
export function signedHeaders(
  { eventId, type, body }: Signed,
  keys: readonly SigningKey[],
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const hex = keys.map(({ ours }) => createHmac("sha256", ours).update(`${seconds}.${body}`).digest("hex"));
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
