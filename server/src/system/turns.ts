export interface TurnLimits {
  /** How many may run at a time, per key. */
  readonly atOnce: number;
  /** How many may wait, per key. */
  readonly waitingMax: number;
  readonly waitMs: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Limits how much work runs at a time per key, first come, first served. The rest waits here instead of holding a
 * database connection each, so one busy campaign or account does not take connections from others.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves to the function that ends the turn, or to undefined if the queue is full or the wait took too long. */
  take(key: string): Promise<(() => void) | undefined> {
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = { running: 0, waiting: new Set() }));
    if (line.running < this.#limits.atOnce) {
      line.running += 1;
      return Promise.resolve(this.#ending(key, line));
    }
    if (line.waiting.size >= this.#limits.waitingMax) return Promise.resolve(undefined);
    return this.#wait(key, line);
  }

  /** Runs the work in its turn. Fails with this error if the queue is full or the wait took too long. */
  async run<T>(key: string, work: () => Promise<T>, busy: () => Error): Promise<T> {
    const end = await this.take(key);
    if (!end) throw busy();
    try {
      return await work();
    } finally {
      end();
    }
  }

  #wait(key: string, line: Line): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve(this.#ending(key, line));
      };
      const timer = setTimeout(() => {
        line.waiting.delete(start);
        resolve(undefined);
      }, this.#limits.waitMs);
      line.waiting.add(start);
    });
  }

  /** Passes the turn to the next in the queue. */
  #ending(key: string, line: Line): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      for (const start of line.waiting) {
        line.waiting.delete(start);
        return start();
      }
      line.running -= 1;
      if (line.running === 0) this.#lines.delete(key);
    };
  }
}

/** The same as the lock timeout of a statement. */
const WAIT_MS = 5_000;

/** As long as an advance may take. */
const ADVANCE_WAIT_MS = 120_000;

/** Limits how many of a process's 20 connections one tenant's or person's work can hold at a time. */
export function tenantTurns(waitMs = WAIT_MS) {
  return {
    /** Orders of a campaign: fewer than of its account, so that a busy campaign leaves room for the others. */
    campaign: new Turns({ atOnce: 6, waitingMax: 200, waitMs }),
    /** Orders of a campaign with a budget: all of them update its row, so more would only wait for each other. */
    budget: new Turns({ atOnce: 2, waitingMax: 200, waitMs }),
    /** Moves of a twin's clock: each continues where the one before it has ended. */
    clock: new Turns({ atOnce: 1, waitingMax: 20, waitMs: ADVANCE_WAIT_MS }),
    /** Moves of the clocks of a live account's twins: parallel test runs share these. */
    clocksOfAccount: new Turns({ atOnce: 2, waitingMax: 40, waitMs: ADVANCE_WAIT_MS }),
    /** Moves of all clocks: each holds one of four connections, and one stays free for other processes' locks. */
    clocks: new Turns({ atOnce: 3, waitingMax: 200, waitMs: ADVANCE_WAIT_MS }),
    /** Changes to conversions in an account. */
    account: new Turns({ atOnce: 8, waitingMax: 400, waitMs }),
    /** High offsets in an account's lists. */
    deepPage: new Turns({ atOnce: 2, waitingMax: 20, waitMs }),
    /** Requests of a signed-in person, across all their sessions. A page sends far fewer. */
    person: new Turns({ atOnce: 8, waitingMax: 92, waitMs }),
    /** Statement pages for one person: as many may wait as the person's requests can run. */
    statementReader: new Turns({ atOnce: 1, waitingMax: 8, waitMs }),
    /** Statement pages for everyone. Each person has at most one of these turns, so one reader cannot take them all. */
    statement: new Turns({ atOnce: 2, waitingMax: 100, waitMs }),
    /** Statement readers who seal queued entries: all processes share one lock, and each holds it for milliseconds. */
    sealing: new Turns({ atOnce: 1, waitingMax: 400, waitMs }),
  };
}
export type TenantTurns = ReturnType<typeof tenantTurns>;

/**
 * Each hash uses a core and one of the process's four worker threads: two at a time leave room for everything else. The
 * queue is about a second of work; a longer one would only delay the rejection.
 */
export const PASSWORD_TURNS: TurnLimits = { atOnce: 2, waitingMax: 32, waitMs: 10_000 };
