import type { Clock } from "../system/clock.ts";

export { DAY_MS } from "../domain/day.ts";
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

interface Plan {
  readonly atMs: number;
  readonly run: () => Promise<unknown>;
}

/** The clock of the story, and what is still to come in it. Time only ever moves to the next thing that happens. */
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

  /** What lies beyond the end of the story never happens: that is how things stay open. */
  plan(atMs: number, run: () => Promise<unknown>): void {
    if (atMs > this.#endMs) return;
    const plan = { atMs: Math.max(Math.round(atMs), this.#nowMs), run };
    // Among those of the same moment the one that was planned first goes first.
    let place = this.#plans.length;
    while (place > 0 && (this.#plans[place - 1]?.atMs ?? 0) > plan.atMs) place -= 1;
    this.#plans.splice(place, 0, plan);
  }

  /** Everything before that moment, which it then is. `afterEach` follows everything that happens. */
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
