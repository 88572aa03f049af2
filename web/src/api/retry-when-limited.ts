import { ApiFailure } from "./failure.ts";

const TRIES_MAX = 4;
const WAIT_MAX_MS = 60_000;

/**
 * Retries a rate-limited request after the time in Retry-After; such a request has changed nothing. A wait of more than a
 * minute is another kind of limit, so its error is shown.
 */
export async function retryWhenLimited<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = waitAfter(error);
      if (waitMs === undefined || tries === TRIES_MAX) throw error;
      await pause(waitMs, signal);
    }
  }
}

function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 429 || error.retryAfterMs === undefined) return undefined;
  return error.retryAfterMs <= WAIT_MAX_MS ? error.retryAfterMs : undefined;
}

/** Ends early when the page aborts the request; the next try then fails as aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
