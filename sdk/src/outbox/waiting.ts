import type { Attempt, Outcome } from "./attempt.ts";

interface Patience {
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Waits for the outcome as long as the caller wants to. Afterwards the callbacks report it. */
export function outcomeOf(attempt: Attempt, { waitMs, signal }: Patience): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const leave = (then: () => void) => (): void => {
      // The file is already being removed, because this caller gets the result.
      if (attempt.decided) return;
      attempt.watchers -= 1;
      stop();
      then();
    };
    const onAbort = leave(() => reject(signal?.reason as Error));
    const timer = setTimeout(
      leave(() => resolve({ kind: "later", everything: false })),
      waitMs,
    );
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    void attempt.outcome.then((outcome) => {
      stop();
      resolve(outcome);
    });
  });
}
