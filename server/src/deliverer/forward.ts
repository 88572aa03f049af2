import type { Clock } from "../system/clock.ts";
import { signedHeaders, signingKey } from "./sign-webhook.ts";

export interface ForwardedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export interface Forwarding {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  /** Ends the attempt. */
  readonly stop: AbortSignal;
}

export interface Forwarded {
  /** undefined: the receiver did not respond. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** What the receiver said, or why it did not. */
  readonly response: string;
}

/** As for real endpoints. */
const TIMEOUT_MS = 10_000;
const SHOWN_MAX = 200;
/** A receiver may send without end. */
const READ_MAX_BYTES = 4_096;

/** One delivery from a developer's machine (`tributary listen`), signed like a real one. Redirects are not followed, as for real endpoints. */
export async function forward(
  { id, type, body }: ForwardedEvent,
  { url, secret, clock, stop }: Forwarding,
): Promise<Forwarded> {
  const started = performance.now();
  const headers = signedHeaders({ eventId: id, type, body }, [signingKey(secret)], clock.now());
  const ended = (): number => Math.round(performance.now() - started);
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const text = await startOf(response);
    return { status: response.status, durationMs: ended(), response: text.slice(0, SHOWN_MAX) };
  } catch (error) {
    return { status: undefined, durationMs: ended(), response: reasonOf(error) };
  }
}

async function startOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= READ_MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, READ_MAX_BYTES).toString();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no response";
  if (error.name === "TimeoutError") return "no response within 10 seconds";
  if (error.name === "AbortError") return "stopped";
  const { cause } = error;
  if (!(cause instanceof Error)) return "no response";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  if (code === "ECONNREFUSED") return "connection refused; is your server running?";
  return `no response (${code ?? cause.message})`;
}
