import type { Clock } from "../system/clock.ts";

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  /** Jobs of one lane run one after the other. Lanes never wait for each other. */
  readonly lanes: readonly (readonly Job[])[];
  readonly onFailure: (job: string, error: unknown) => void;
}

const LOOK_MS = 15_000;

/** Runs each job at the start and whenever it is due. A job that hangs delays only its own lane. */
export class Scheduler {
  readonly #lanes: readonly Lane[];
  #timer: NodeJS.Timeout | undefined;

  constructor({ lanes, ...options }: SchedulerOptions) {
    this.#lanes = lanes.map((jobs) => new Lane(jobs, options));
  }

  start(): void {
    const look = (): void => {
      for (const lane of this.#lanes) if (!lane.isBusy) void lane.runDue();
    };
    this.#timer = setInterval(look, LOOK_MS).unref();
    look();
  }

  /** Runs what is due now. A job that fails is due again at the next check. */
  async runDue(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.runDue()));
  }

  /** Waits for the jobs that are running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
  }
}

class Lane {
  readonly #jobs: readonly Job[];
  readonly #options: Omit<SchedulerOptions, "lanes">;
  readonly #lastRun = new Map<string, number>();
  #running: Promise<void> = Promise.resolve();
  #looks = 0;
  #stopped = false;

  constructor(jobs: readonly Job[], options: Omit<SchedulerOptions, "lanes">) {
    this.#jobs = jobs;
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#looks > 0;
  }

  runDue(): Promise<void> {
    this.#looks += 1;
    this.#running = this.#running
      .then(() => this.#runDue())
      .finally(() => {
        this.#looks -= 1;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #runDue(): Promise<void> {
    for (const job of this.#jobs) {
      if (this.#stopped) return;
      const now = this.#options.clock.now().getTime();
      if (!this.#isDue(job, now)) continue;
      try {
        await job.run();
        this.#lastRun.set(job.name, now);
      } catch (error) {
        this.#options.onFailure(job.name, error);
      }
    }
  }

  #isDue({ name, everyMs }: Job, now: number): boolean {
    const last = this.#lastRun.get(name);
    // A last run in the future means that the clock was set back: the job must not wait for it to catch up.
    return last === undefined || last > now || now - last >= everyMs;
  }
}
