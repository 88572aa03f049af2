import type { Clock } from "../system/clock.ts";

export { DAY_MS } from "../domain/values/day.ts";
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

interface Plan {
  readonly atMs: number;
  readonly run: () => Promise<unknown>;
}

/** The demo's clock and its planned events. Time jumps to the next event. */
export class Calendar implements Clock {
  readonly #plans: Plan[] = [];
  readonly #endMs: number;
  #nowMs: number;

  constructor(start: Date, end: Date) {
    this.#nowMs = start.getTime();
    this.#endMs = end.getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  /** Events planned after the end never happen, which leaves some things open. */
  plan(atMs: number, run: () => Promise<unknown>): void {
    if (atMs > this.#endMs) return;
    const plan = { atMs: Math.max(Math.round(atMs), this.#nowMs), run };
    // Events of the same moment run in the order in which they were planned.
    let index = this.#plans.length;
    while (index > 0 && (this.#plans[index - 1]?.atMs ?? 0) > plan.atMs) index -= 1;
    this.#plans.splice(index, 0, plan);
  }

  /** Runs everything before that moment, then sets the clock to it. `afterEach` runs after every event. */
  async playUntil(ms: number, afterEach: () => Promise<void>): Promise<void> {
    const until = Math.min(ms, this.#endMs);
    for (;;) {
      const [next] = this.#plans;
      if (!next || next.atMs >= until) break;
      this.#plans.shift();
      this.#nowMs = next.atMs;
      await next.run();
      await afterEach();
    }
    this.#nowMs = Math.max(this.#nowMs, until);
  }
}
