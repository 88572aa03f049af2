import { firstUuidAt } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { deleteOldRecords } from "../../store/webhooks/event-records.ts";
import type { Services } from "../context.ts";
import { pause } from "../pause.ts";

const AT_ONCE = 500;
const ROUNDS_MAX = 100;
/** Much longer than an attempt takes. */
const SETTLED_MS = DAY_MS;

const START = firstUuidAt(new Date(0));

type Needed = Pick<Services, "db" | "clock" | "stopping">;

/**
 * Deletes the records of webhooks after their retention: events, deliveries and attempts. A run continues where the last
 * one ended, so that it does not walk over what is deleted but not vacuumed yet. Once a day it starts again, for records
 * that could not be deleted before.
 */
export class RecordRetention {
  readonly #services: Needed;
  readonly #retentionMs: number;
  #after = START;
  #startedAt: number | undefined;

  constructor(services: Needed, { retentionDays }: { retentionDays: number }) {
    this.#services = services;
    this.#retentionMs = retentionDays * DAY_MS;
  }

  /** Returns the number of deleted events. */
  async run(): Promise<number> {
    const { db, clock, stopping } = this.#services;
    const now = clock.now().getTime();
    if (this.#startedAt === undefined || Math.abs(now - this.#startedAt) >= DAY_MS) {
      this.#after = START;
      this.#startedAt = now;
    }
    const before = firstUuidAt(new Date(now - this.#retentionMs));
    const dueBefore = new Date(now - SETTLED_MS);
    let count = 0;
    for (let round = 0; round < ROUNDS_MAX && !stopping.aborted; round += 1) {
      const beganAt = performance.now();
      const slice = { after: this.#after, before, dueBefore, limit: AT_ONCE };
      const { seen, last, deleted } = await db.transaction((tx) => deleteOldRecords(tx, slice));
      this.#after = last ?? this.#after;
      count += deleted;
      if (seen < AT_ONCE) break;
      // Works at most half of the time, so that a backlog leaves the disk to others.
      await pause(performance.now() - beganAt, stopping);
    }
    return count;
  }
}
