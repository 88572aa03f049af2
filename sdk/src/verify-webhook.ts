import type { WebhookEvent } from "./events.ts";

/**
 * The request was not signed with this secret, was changed in transit, or is too old. Respond with 400 and do nothing.
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: "malformed" | "too_old" | "mismatch";

  constructor(reason: WebhookVerificationError["reason"], text: string) {
    super(text);
    this.reason = reason;
  }
}

export interface WebhookToVerify {
  /** The body exactly as it arrived, before any parsing. */
  readonly body: string | Uint8Array;
  /** The header `X-Service-Signature`. */
  readonly signature: string | null | undefined;
  /** The endpoint's complete secret: `whsec_…`. */
  readonly secret: string;
  /** Default 300. */
  readonly toleranceSeconds?: number;
  /** Default: now. */
  readonly now?: Date;
}

export interface WebhookToSign {
  readonly body: string | Uint8Array;
  readonly secret: string;
  /** Default: now. */
  readonly now?: Date;
}

const TOLERANCE_SECONDS = 300;

/** The event of a genuine request; throws a `WebhookVerificationError` otherwise, or a `TypeError` on incorrect use. */
export async function verifyWebhook(request: WebhookToVerify): Promise<WebhookEvent> {
  const { body, signature, secret, toleranceSeconds = TOLERANCE_SECONDS, now = present() } = request;
  const { seconds, signatures } = parse(signature);
  const expected = await hmac(secret, seconds, body);
  // During a rotation there are two signatures, and one must match our secret. Each is compared in full.
  let matches = 0;
  for (const given of signatures) matches |= equal(expected, bytesOf(given));
  if (matches === 0) throw new WebhookVerificationError("mismatch", "The signature does not match.");
  // Checked last: an unsigned time means nothing.
  if (Math.abs(Math.floor(now.getTime() / 1000) - seconds) > toleranceSeconds)
    throw new WebhookVerificationError("too_old", `The signature is not from the last ${toleranceSeconds} seconds.`);
  return eventOf(body);
}

/** The value of `X-Service-Signature` for a body, for testing your own receiver. */
export async function signWebhook({ body, secret, now = present() }: WebhookToSign): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = await hmac(secret, seconds, body);
  return `t=${seconds},v1=${Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

// oxlint-disable-next-line house/no-ambient-clock -- a standalone library; callers may pass a clock
const present = (): Date => new Date();

function parse(header: string | null | undefined): { seconds: number; signatures: string[] } {
  const parts = (header ?? "").split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2));
  const signatures = parts.filter((part) => part.startsWith("v1=")).map((part) => part.slice(3));
  const [time = ""] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || signatures.length === 0)
    throw new WebhookVerificationError("malformed", "The signature header is missing or malformed.");
  return { seconds: Number(time), signatures };
}

/**
 * The service uses the same rule (sign-webhook.ts), but synchronously, which Web Crypto does not support. A test
 * compares the two.
 */
async function hmac(secret: string, seconds: number, body: string | Uint8Array): Promise<Uint8Array> {
  // Not instanceof: test runners such as Jest have a Uint8Array of their own.
  if (typeof body !== "string" && !ArrayBuffer.isView(body))
    throw new TypeError("body must be the raw body, as text or bytes: read it before any JSON parser does.");
  if (typeof secret !== "string" || secret === "") throw new TypeError("secret must be the endpoint's secret: whsec_…");
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  // The key is the secret's text, including its prefix.
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const start = encoder.encode(`${seconds}.`);
  const end = typeof body === "string" ? encoder.encode(body) : body;
  const message = new Uint8Array(start.length + end.length);
  message.set(start);
  message.set(end, start.length);
  return new Uint8Array(await crypto.subtle.sign(algorithm.name, key, message));
}

const HEX = /^[0-9a-f]{64}$/;

function bytesOf(hex: string): Uint8Array {
  if (!HEX.test(hex)) return new Uint8Array();
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

/** 1 or 0, in constant time. */
function equal(expected: Uint8Array, given: Uint8Array): number {
  if (given.length !== expected.length) return 0;
  let difference = 0;
  for (const [index, byte] of expected.entries()) difference |= byte ^ (given[index] ?? 0);
  return difference === 0 ? 1 : 0;
}

function eventOf(body: string | Uint8Array): WebhookEvent {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEvent;
}
