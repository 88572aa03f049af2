import { attempt, type Failed } from "./attempt.ts";
import { bodyJson } from "./body-json.ts";
import { TributaryError } from "./error.ts";

/** Timeouts and retries. Each can be set for the client and for a single call. */
export interface Patience {
  /** For one attempt, from its start to the end of its response. Default: 15,000. */
  readonly timeoutMs?: number | undefined;
  /** For all attempts and the waits between them. Default: 90,000, which outlasts a one-minute rate limit. */
  readonly totalMs?: number | undefined;
  /** The maximum number of retries. Default: 4. */
  readonly retries?: number | undefined;
}

export interface CallOptions extends Patience {
  readonly signal?: AbortSignal | undefined;
}

export interface TributaryOptions extends Patience {
  /** Where Tributary runs: `https://partners.example.com`. */
  readonly baseUrl: string;
  /** `sk_live_…`, or `sk_test_…` for a test account. Only for servers: it grants full access to the API. */
  readonly apiKey: string;
  /** Replaces the global `fetch`: for a proxy, logging or tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The parts of the path after /v1. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: object;
  /** Whether repeating it is safe. If not, it is retried only if it was certainly not carried out. */
  readonly repeatable: boolean;
  /** The result in place of an error that only means that an earlier attempt, whose response was lost, succeeded. */
  readonly recover?: (refusal: Failed) => Promise<object | undefined> | object | undefined;
}

/** The timer functions, which tests can replace. */
export interface Timing {
  /** Milliseconds since a fixed moment; never decreases. */
  elapsedMs(): number;
  /** From 0 to just under 1. */
  random(): number;
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export type Transport = (call: Call, options?: CallOptions) => Promise<object>;

export const TIMEOUT_MS = 15_000;
const TOTAL_MS = 90_000;
const RETRIES = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

export function createTransport(options: TributaryOptions, timing: Timing = ambientTiming): Transport {
  const base = baseOf(options.baseUrl);
  const { apiKey, fetch = (...request) => globalThis.fetch(...request) } = options;
  // Checked here, because the runtime's own error about an invalid header would contain the key.
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError("apiKey must be an API key: sk_live_…");

  return async (call, callOptions = {}) => {
    const patience = { ...whole(options), ...whole(callOptions) };
    const { timeoutMs = TIMEOUT_MS, totalMs = TOTAL_MS, retries = RETRIES } = patience;
    const { method } = call;
    const { signal } = callOptions;
    if (call.path[0] === "test" && apiKey.startsWith("sk_live_"))
      throw new TypeError("Test mode needs a test key: sk_test_…");
    const url = base + pathOf(call);
    const body = call.body && bodyJson(call.body);
    const end = timing.elapsedMs() + totalMs;
    let lost = false;
    for (let attempts = 1; ; attempts += 1) {
      const left = Math.max(1, Math.min(timeoutMs, end - timing.elapsedMs(), TIMER_MAX_MS));
      const outcome = await attempt({ fetch, url, method, apiKey, body, timeoutMs: left, signal });
      if (outcome.ok) return outcome.body;
      const recovered = lost && outcome.fate === "refused" ? await call.recover?.(outcome) : undefined;
      if (recovered !== undefined) return recovered;
      const wait = waitBefore(attempts, outcome, timing.random());
      const mayTry = attempts <= retries && mayRepeat(outcome, call) && timing.elapsedMs() + wait < end;
      lost ||= outcome.fate === "unknown";
      if (!mayTry) throw errorOf(outcome, { attempts, lost });
      await timing.pause(wait, signal);
    }
  };
}

/**
 * Half of the wait is random, so that clients that failed together do not retry together. The server's Retry-After is
 * the minimum.
 */
export function waitBefore(attempts: number, { retryAfterMs }: Pick<Failed, "retryAfterMs">, random: number): number {
  const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  const scattered = (backoff / 2) * (1 + random);
  return retryAfterMs === undefined ? scattered : retryAfterMs + scattered / 2;
}

function mayRepeat({ fate, status }: Failed, { repeatable }: Call): boolean {
  if (fate === "unsent") return true;
  // The server checks the rate limit before doing anything.
  if (status === TOO_MANY_REQUESTS) return true;
  if (fate === "refused" || !repeatable) return false;
  return status === undefined || status >= SERVER_ERRORS;
}

function errorOf(failed: Failed, { attempts, lost }: { attempts: number; lost: boolean }): TributaryError {
  const { code, message, status, requestId, conversionId, retryAfterMs, cause } = failed;
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : retryAfterMs / 1000;
  const outcome = lost ? "unknown" : "refused";
  return new TributaryError({
    code,
    message,
    outcome,
    attempts,
    status,
    requestId,
    conversionId,
    retryAfterSeconds,
    cause,
  });
}

function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username + url.password !== ""
  )
    throw new TypeError("baseUrl must be the address of Tributary, such as https://partners.example.com");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/v1/`;
}

function pathOf({ path, query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(given).toString();
  return path.map(segment).join("/") + (search === "" ? "" : `?${search}`);
}

/** An empty ID or a dot would lead to a different path, and perhaps a different operation. */
function segment(id: unknown): string {
  if (typeof id !== "string" || id === "" || id === "." || id === "..") throw new TypeError("An ID must not be empty.");
  return encodeURIComponent(id);
}

/** The settings that were given, each validated. */
function whole({ timeoutMs, totalMs, retries }: Patience): Patience {
  const given = Object.entries({ timeoutMs, totalMs, retries }).filter(([, value]) => value !== undefined);
  for (const [name, value] of given)
    if (typeof value !== "number" || !(value >= 0)) throw new TypeError(`${name} must be a number of at least 0.`);
  return Object.fromEntries(given);
}

const UINT32 = 2 ** 32;
/** A timer with a longer delay fires immediately. */
const TIMER_MAX_MS = 2 ** 31 - 1;

const ambientTiming: Timing = {
  elapsedMs: () => performance.now(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / UINT32,
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(ms, TIMER_MAX_MS),
      );
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
};
