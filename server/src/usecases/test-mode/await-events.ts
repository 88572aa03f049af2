import { AppError } from "../../domain/errors.ts";
import { firstUuidAt, idOf, uuidOf, type AccountId, type EventId } from "../../domain/ids.ts";
import { listEventsAfter, listEventsUpTo, type TestEvent } from "../../store/test-mode/events.ts";
import type { MerchantContext } from "../context.ts";
import { pause } from "../pause.ts";

export type { TestEvent };

export const WAIT_MAX_SECONDS = 25;
const LOOK_MS = 300;
/** Longer than a transaction may take. An event that is committed after a later one is at most this much older. */
const OVERLAP_MS = 15_000;
const EVENTS_AT_ONCE = 200;
/** Repeated events do not count towards the others, or a burst would hide what comes after it. */
const REPEATED_MAX = 1_000;
/** Per test account and process. */
const WAITING_MAX = 5;

export interface EventsQuestion {
  /** The newest event that the listener knows; undefined: only what happens from now on. */
  readonly after: EventId | undefined;
  readonly waitSeconds: number;
  /** Aborted when the listener disconnects, so that it does not keep its slot. */
  readonly gone: AbortSignal;
}

export interface EventsFound {
  /** Includes events of the seconds before `after`, which the listener may know. */
  readonly events: readonly TestEvent[];
  /** What to ask for next. */
  readonly next: EventId;
}

/**
 * Lets listeners wait for the events of their test account. A waiting one holds no database connection: it looks three
 * times a second.
 */
export class EventFeed {
  readonly #waiting = new Map<AccountId, number>();
  #closed = false;

  async read(context: MerchantContext, { after, waitSeconds, gone }: EventsQuestion): Promise<EventsFound> {
    const { accountId, wallClock, random } = context;
    if (after === undefined) return { events: [], next: idOf("event", random.uuid(wallClock.now())) };
    if (waitSeconds === 0) return this.#wait(context, { after, waitSeconds, gone });
    const waiting = this.#waiting.get(accountId) ?? 0;
    if (waiting >= WAITING_MAX) throw new AppError("busy");
    this.#waiting.set(accountId, waiting + 1);
    try {
      return await this.#wait(context, { after, waitSeconds, gone });
    } finally {
      const left = (this.#waiting.get(accountId) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(accountId);
      else this.#waiting.set(accountId, left);
    }
  }

  /** Listeners that wait are answered at once, so that the service can stop. */
  close(): void {
    this.#closed = true;
  }

  async #wait(
    { db, accountId }: MerchantContext,
    { after, waitSeconds, gone }: EventsQuestion & { after: EventId },
  ): Promise<EventsFound> {
    const until = performance.now() + waitSeconds * 1000;
    for (;;) {
      const added = await listEventsAfter(db, accountId, { after: uuidOf(after), limit: EVENTS_AT_ONCE });
      if (added.length > 0 || this.#closed || gone.aborted || performance.now() >= until) {
        const overlap = { from: shortlyBefore(after), to: uuidOf(after), limit: REPEATED_MAX };
        const repeated = await listEventsUpTo(db, accountId, overlap);
        return { events: [...repeated, ...added], next: added.at(-1)?.id ?? after };
      }
      await pause(LOOK_MS, gone);
    }
  }
}

/** An ID starts with its time in milliseconds. */
function shortlyBefore(event: EventId): string {
  const hex = uuidOf(event).replaceAll("-", "").slice(0, 12);
  return firstUuidAt(new Date(Number.parseInt(hex, 16) - OVERLAP_MS));
}
