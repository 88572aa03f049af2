import type { AccountId } from "../domain/ids.ts";
import type { Services } from "../usecases/context.ts";
import { readTestTimes, type TestTime } from "../usecases/twins/test-times.ts";
import { Batches, type Batched, type BatchFailure } from "./batches.ts";
import { reasonOf, type UntrackedReason } from "./counters.ts";

type Time = TestTime | undefined;

const QUEUE_MAX = 1_000;
const BATCH_MAX = 1_000;
const PAUSE_MS = 20;
/** Visitors that wait for clocks to stop moving. */
const WAITING_MAX = 1_000;

class Reading implements Batched<Time> {
  readonly twin: AccountId;
  readonly done: (time: Time) => void;
  readonly failed: (why: BatchFailure) => void;

  constructor(twin: AccountId, done: (time: Time) => void, failed: (why: BatchFailure) => void) {
    this.twin = twin;
    this.done = done;
    this.failed = failed;
  }
}

/**
 * The times of twins for their links. Visitors share reads, and one read runs at a time, so links of test accounts take
 * at most one connection from live clicks. While a clock moves, a visitor waits, but no longer than for anything else.
 */
export class TwinTimes {
  readonly #reads: Batches<Reading, Time>;
  readonly #deadlineMs: number;
  #waiting = 0;

  constructor(services: Pick<Services, "db">, options: { onError: (error: unknown) => void; deadlineMs: number }) {
    this.#deadlineMs = options.deadlineMs;
    this.#reads = new Batches({
      work: async (readings: readonly Reading[]) => {
        const times = await readTestTimes(services, [...new Set(readings.map(({ twin }) => twin))]);
        return ({ twin }: Reading) => times.get(twin);
      },
      ...options,
      queueMax: QUEUE_MAX,
      batchMax: BATCH_MAX,
    });
  }

  /** Calls one of the two, once. */
  find(twin: AccountId, found: (now: Date) => void, failed: (why: UntrackedReason) => void): void {
    const until = performance.now() + this.#deadlineMs;
    const read = (): void => this.#reads.add(new Reading(twin, settle, (why) => failed(reasonOf(why))));
    const settle = (time: Time): void => {
      if (time instanceof Date) return found(time);
      if (time === undefined || this.#waiting >= WAITING_MAX || performance.now() + PAUSE_MS >= until)
        return failed(time === undefined ? "account_deleted" : "clock_moving");
      this.#waiting += 1;
      setTimeout(() => {
        this.#waiting -= 1;
        read();
      }, PAUSE_MS);
    };
    read();
  }
}
