import type { Clock } from "../system/clock.ts";
import { signedHeaders } from "./sign-webhook.ts";

export interface ForwardedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export interface Forwarding {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
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

/** One delivery from a developer's machine (`tributary listen`), signed like a real one. Redirects are not followed, as for real endpoints. */
export async function forward(
  { id, type, body }: ForwardedEvent,
  { url, secret, clock }: Forwarding,
): Promise<Forwarded> {
  const started = performance.now();
  const headers = signedHeaders({ eventId: id, type, body }, [secret], clock.now());
  const ended = (): number => Math.round(performance.now() - started);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const text = await response.text();
    return { status: response.status, durationMs: ended(), response: text.slice(0, SHOWN_MAX) };
  } catch (error) {
    return { status: undefined, durationMs: ended(), response: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no response within 10 seconds";
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
    ? "connection refused; is your server running?"
    : "no response";
}
