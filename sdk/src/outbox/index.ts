import type { Tracked, Tributary } from "../client.ts";
import type { Outbox, OutboxOptions, Queued, QueuedCallOptions, Sent } from "../outbox.ts";
import type { RefundOutcome } from "../resources.ts";
import { storedCall, targetOf, type NewCall } from "./call-file.ts";
import { deliverWith } from "./deliver.ts";
import { Engine } from "./engine.ts";
import { Folder, outboxError } from "./folder.ts";
import { Leases } from "./leases.ts";
import type { OutboxTiming } from "./retries.ts";
import { outcomeOf } from "./waiting.ts";

const MAX_PENDING = 10_000;
const WAIT_MS = 5_000;
/** An attempt is at most two requests and a search for an order that was recorded before. */
const SEARCH_MS = 30_000;
/** The time in which an attempt that was given up ends. */
const MARGIN_MS = 10_000;
const ATTEMPT_MAX_MS = 300_000;
const UINT32 = 2 ** 32;

export interface OutboxSettings extends OutboxOptions {
  readonly client: Pick<Tributary, "conversions" | "refunds">;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For one request. */
  readonly timeoutMs: number;
  readonly timing?: OutboxTiming;
}

export interface OpenOutbox extends Outbox {
  send(call: NewCall, options?: QueuedCallOptions): Promise<Sent<Tracked | RefundOutcome> | Queued>;
}

/** The client imports this only if it has an outbox. */
export async function openOutbox(settings: OutboxSettings): Promise<OpenOutbox> {
  const { directory, client, baseUrl, apiKey, timeoutMs, timing = ambientTiming } = settings;
  const { maxPending = MAX_PENDING, waitMs = WAIT_MS } = settings;
  const attemptMs = Math.min(2 * timeoutMs + SEARCH_MS, ATTEMPT_MAX_MS);
  const elapsedMs = () => timing.elapsedMs();
  const callbacks = callbacksOf(settings);
  const target = targetOf(baseUrl, apiKey);
  const folder = await Folder.open({ directory, target, maxPending, elapsedMs, onProblem: callbacks.onProblem }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw outboxError("outbox_unavailable", `The outbox's directory cannot be used: ${reason}`, error);
    },
  );
  const leases = new Leases(folder.leases, attemptMs + MARGIN_MS, elapsedMs);
  const deliver = deliverWith(client, () => timing.now());
  const engine = new Engine({ folder, leases, deliver, timing, attemptMs, ...callbacks });
  return {
    send: async (call, { signal } = {}) => {
      signal?.throwIfAborted();
      const stored = storedCall(target, call, timing.now());
      const queued = { queued: true, id: stored.id } as const;
      const attempt = await engine.submit(stored);
      const outcome = attempt && (await outcomeOf(attempt, { waitMs, signal }));
      if (outcome?.kind === "failed") throw outcome.error;
      return outcome?.kind === "sent" ? { ...outcome.result, queued: false } : queued;
    },
    flush: () => engine.flush(),
    size: async () => (await folder.list()).length,
    failed: () => folder.failures(),
    retry: async (id) => {
      await folder.retry(id);
      engine.wake();
    },
    discard: (id) => folder.discard(id),
    close: () => engine.close(),
  };
}

const ambientTiming: OutboxTiming = {
  elapsedMs: () => performance.now(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / UINT32,
  // oxlint-disable-next-line house/no-ambient-clock -- a client has no other clock
  now: () => new Date(),
};

const warn = (text: string): void => process.emitWarning(text, "TributaryOutboxWarning");

/** An error of a callback must not stop the outbox. */
function callbacksOf({ onSent, onFailed, onProblem }: OutboxOptions) {
  const safely =
    <Told>(callback: (told: Told) => void) =>
    (told: Told): void => {
      try {
        callback(told);
      } catch (error) {
        warn(`A callback of the outbox failed: ${String(error)}`);
      }
    };
  return {
    onSent: safely(onSent ?? (() => {})),
    onFailed: safely(
      onFailed ??
        (({ call, error }) =>
          warn(
            `Tributary refused ${call.kind} ${call.body.external_id} (${error.code}). It is in failed/${call.id}.json.`,
          )),
    ),
    onProblem: safely(onProblem ?? ((problem) => warn(problem.message))),
  };
}
