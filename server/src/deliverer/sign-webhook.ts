import { createHmac } from "node:crypto";

export interface Signed {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

const PREFIX = "whsec_";

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
  // Our own scheme uses the whole secret as the key. Standard Webhooks uses the bytes encoded in its second part.
  const hex = secrets.map((secret) => createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
  const base64 = secrets.map((secret) =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(`${eventId}.${seconds}.${body}`)
      .digest("base64"),
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
