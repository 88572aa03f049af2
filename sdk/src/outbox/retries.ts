import { LONGEST_WAIT_MS, waitAfter, type Verdict } from "./verdict.ts";

export interface OutboxTiming {
  /** Milliseconds since a fixed moment; never decreases. */
  elapsedMs(): number;
  /** From 0 to just under 1. */
  random(): number;
  /** The system's time, only to say when an order was paid. */
  now(): Date;
}

interface Tried {
  readonly attempts: number;
  /** The attempts that failed while those of other calls succeeded. */
  readonly alone: number;
  /** How many calls had ended at the last attempt. */
  readonly ended: number;
  readonly dueAt: number;
}

/** After this many attempts at the first call, another one is tried first. */
const SAME_PROBE = 3;

/** When to try what again. In memory: a new process tries everything at once. */
export class Retries {
  readonly #timing: OutboxTiming;
  readonly #calls = new Map<string, Tried>();
  #outages = 0;
  #ended = 0;
  /** Tributary is unavailable. */
  #backOffUntil = 0;
  /** Tributary asked to wait. */
  #askedUntil = 0;

  constructor(timing: OutboxTiming) {
    this.#timing = timing;
  }

  /** Returns whether other calls have to wait too. */
  failed(id: string, { everything, retryAfterMs }: Extract<Verdict, { final: false }>): boolean {
    const now = this.#timing.elapsedMs();
    const random = this.#timing.random();
    const { attempts, alone, ended } = this.#calls.get(id) ?? { attempts: 0, alone: 0, ended: this.#ended };
    // If others had a response between two failures of this call, it is this call's own problem.
    if (everything && ended === this.#ended) {
      // Calls that fail together count as one outage.
      if (!this.isPaused()) {
        this.#outages += 1;
        this.#backOffUntil = now + waitAfter(this.#outages, LONGEST_WAIT_MS.everything, random);
      }
      if (retryAfterMs > 0) this.#askedUntil = Math.max(this.#askedUntil, now + retryAfterMs * (1 + random / 10));
      this.#calls.set(id, { attempts: attempts + 1, alone, ended: this.#ended, dueAt: 0 });
      return true;
    }
    const dueAt = now + Math.max(retryAfterMs, waitAfter(alone + 1, LONGEST_WAIT_MS.one, random));
    this.#calls.set(id, { attempts: attempts + 1, alone: alone + 1, ended: this.#ended, dueAt });
    return false;
  }

  /** There was a response, so Tributary is available. */
  ended(id: string): void {
    this.#calls.delete(id);
    this.#ended += 1;
    this.#outages = 0;
    this.#backOffUntil = 0;
  }

  /** Whether Tributary is unavailable or asked to wait. */
  isPaused(): boolean {
    return this.#timing.elapsedMs() < this.#pausedUntil();
  }

  #pausedUntil(): number {
    return Math.max(this.#backOffUntil, this.#askedUntil);
  }

  isDue(id: string): boolean {
    return this.#timing.elapsedMs() >= (this.#calls.get(id)?.dueAt ?? 0);
  }

  /** Sorts by `before`, but calls that fail alone come last. */
  inOrder<Call extends { readonly id: string }>(calls: readonly Call[], before: (a: Call, b: Call) => number): Call[] {
    const of = ({ id }: Call) => this.#calls.get(id) ?? { attempts: 0, alone: 0 };
    const sorted = [...calls].sort((a, b) => of(a).alone - of(b).alone || before(a, b));
    const [first] = sorted;
    if (!first || of(first).attempts < SAME_PROBE) return sorted;
    // Perhaps only the first one fails, and holds up the others.
    const probe = sorted.reduce((least, call) => (of(call).attempts < of(least).attempts ? call : least), first);
    return [probe, ...sorted.filter((call) => call !== probe)];
  }

  /** How long until something is due, at most the given time. */
  nextMs(longest: number): number {
    const now = this.#timing.elapsedMs();
    if (this.isPaused()) return Math.min(longest, this.#pausedUntil() - now);
    const soonest = [...this.#calls.values()].reduce((least, { dueAt }) => Math.min(least, dueAt), now + longest);
    return Math.max(0, soonest - now);
  }

  keep(ids: readonly string[]): void {
    const kept = new Set(ids);
    for (const id of this.#calls.keys()) if (!kept.has(id)) this.#calls.delete(id);
  }
}
