import type { Clock } from "../system/clock.ts";

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly jobs: readonly Job[];
  readonly onFailure: (job: string, error: unknown) => void;
}

const LOOK_MS = 15_000;

/** Runs jobs when they are due by the clock it was given: each at the start, then again and again, one at a time. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #lastRun = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.runDue(), LOOK_MS).unref();
    void this.runDue();
  }

  /** What is due now. A job that fails is due again at the next look. */
  runDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#runDue());
    return this.#running;
  }

  /** Lets the job that runs come to its end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #runDue(): Promise<void> {
    for (const job of this.#options.jobs) {
      if (this.#stopped) return;
      const now = this.#options.clock.now().getTime();
      if (now - (this.#lastRun.get(job.name) ?? -Infinity) < job.everyMs) continue;
      try {
        await job.run();
        this.#lastRun.set(job.name, now);
      } catch (error) {
        this.#options.onFailure(job.name, error);
      }
    }
  }
}
