/** One request and its result. Uses only `fetch`, `AbortController` and `URL`, so that it works in every runtime. */

export interface Attempt {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly method: string;
  readonly apiKey: string;
  /** JSON. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface Failed {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /**
   * `unsent`: the server never received it. `refused`: the server rejected it. `unknown`: it may have been carried out.
   */
  readonly fate: "unsent" | "refused" | "unknown";
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly conversionId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}
export type Outcome = { readonly ok: true; readonly body: object } | Failed;

/** Never throws, unless the caller's signal aborts it. */
export async function attempt(request: Attempt): Promise<Outcome> {
  const { signal, timeoutMs } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await exchange(request, controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (controller.signal.aborted)
      return { ok: false, code: "timed_out", message: `No response within ${timeoutMs} ms.`, fate: "unknown", cause };
    const fate = neverSent(cause) ? "unsent" : "unknown";
    return { ok: false, code: "connection_failed", message: "The connection failed.", fate, cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function exchange({ fetch, url, method, apiKey, body }: Attempt, signal: AbortSignal): Promise<Outcome> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
    // The API never redirects. Following a redirect would turn a POST into a GET, and could leak the key.
    redirect: "manual",
    signal,
  });
  const answer = objectFrom(await response.text());
  if (response.ok && answer !== undefined) return { ok: true, body: answer };
  return failureOf(response, answer ?? {});
}

function failureOf(response: Response, answer: Partial<Record<string, unknown>>): Failed {
  const { status, headers } = response;
  const { error, code, conversion_id: conversionId } = answer;
  const isOurs = !response.ok && typeof error === "string" && typeof code === "string";
  return {
    ok: false,
    code: isOurs ? code : "unexpected_answer",
    message: isOurs ? error : `Status ${status} with a body that is not from the API. Check baseUrl.`,
    // After a 5xx the work may still have been done: perhaps only the response was lost.
    fate: status >= 500 || response.ok ? "unknown" : "refused",
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    conversionId: typeof conversionId === "string" ? conversionId : undefined,
    retryAfterMs: retryAfterMs(headers),
  };
}

function objectFrom(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Seconds, or a date, which some proxies prefer. A date is compared with the response's own date, so the clocks need
 * not agree.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

// Only errors that prove that no connection was made, as Node.js and Bun name them.
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"]);

function neverSent(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ("code" in thrown && typeof thrown.code === "string" && NEVER_SENT.has(thrown.code)) return true;
  // A host name with several addresses fails with one error for each.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.every(neverSent);
  return thrown.cause !== undefined && neverSent(thrown.cause);
}
