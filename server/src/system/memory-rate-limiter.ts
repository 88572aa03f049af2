import { allowanceOf, type Allowance, type RateLimiter, type RateRule } from "../domain/rate-limit.ts";
import type { Clock } from "./clock.ts";

interface Window {
  used: number;
  readonly endsAt: Date;
}

const SWEEP_FROM = 1_000;

/** Counts requests in the memory of one process: enough if there is only one. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  #sweepAt = SWEEP_FROM;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of windows in memory, including expired ones. */
  get size(): number {
    return this.#windows.size;
  }

  async take(key: string, rule: RateRule): Promise<Allowance> {
    const window = this.#windowAt(this.#clock.now(), key, rule.windowMs);
    window.used += 1;
    return allowanceOf(rule, window.used, window.endsAt);
  }

  async giveBack(key: string, rule: { readonly limit: number }): Promise<void> {
    const window = this.#windows.get(key);
    if (window && this.#clock.now() < window.endsAt) window.used = Math.max(0, Math.min(window.used, rule.limit) - 1);
  }

  #windowAt(now: Date, key: string, windowMs: number): Window {
    const held = this.#windows.get(key);
    const leftMs = held ? held.endsAt.getTime() - now.getTime() : 0;
    // A window further away began with a clock that was ahead, and would last for as long as that.
    if (held && leftMs > 0 && leftMs <= 2 * windowMs) return held;
    if (this.#windows.size >= this.#sweepAt) this.#sweep(now);
    const opened = { used: 0, endsAt: new Date(now.getTime() + windowMs) };
    this.#windows.set(key, opened);
    return opened;
  }

  /**
   * Runs again when the number has doubled: memory stays proportional to the live windows, and each request pays for
   * two visits at most on average.
   */
  #sweep(now: Date): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#windows.size);
  }
}
