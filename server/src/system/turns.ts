export interface TurnLimits {
  /** How many of one key may run at a time. */
  readonly atOnce: number;
  /** How many of one key may wait. */
  readonly waitingMax: number;
  readonly waitMs: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets a few pieces of work of one key run at a time, first come first served; the others wait here instead of holding a
 * database connection each. So what one campaign or account queues up for costs nobody else a connection.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves to the function that ends the turn, or to undefined when the line is full or the wait took too long. */
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

  /** Does the work in its turn. Fails with this error when the line is full or the wait took too long. */
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

  /** Hands the turn to the next in line. */
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

/** As long as a statement waits for a lock. */
const WAIT_MS = 5_000;

/** What bounds how many of the 20 connections of a process the work of one tenant or person can hold at a time. */
export function tenantTurns() {
  return {
    /** Orders of a campaign: they all update its row, so more at once would only wait for each other. */
    campaign: new Turns({ atOnce: 2, waitingMax: 200, waitMs: WAIT_MS }),
    /** Changes of conversions in an account. */
    account: new Turns({ atOnce: 8, waitingMax: 400, waitMs: WAIT_MS }),
    /** Pages far into the lists of an account. */
    deepPage: new Turns({ atOnce: 2, waitingMax: 20, waitMs: WAIT_MS }),
    /** Requests of a signed-in person, over all their sessions. A page sends far fewer. */
    person: new Turns({ atOnce: 8, waitingMax: 92, waitMs: WAIT_MS }),
    /** Pages of statements for one person: as many may wait as requests of theirs can run. */
    statementReader: new Turns({ atOnce: 1, waitingMax: 8, waitMs: WAIT_MS }),
    /** Pages of statements for everybody. Nobody has more than one of these turns, so one reader cannot take them all. */
    statement: new Turns({ atOnce: 2, waitingMax: 100, waitMs: WAIT_MS }),
    /** Readers of statements who seal what is queued: one lock serves all processes, and each holds it for milliseconds. */
    sealing: new Turns({ atOnce: 1, waitingMax: 400, waitMs: WAIT_MS }),
  };
}
export type TenantTurns = ReturnType<typeof tenantTurns>;

/**
 * Each hash holds a core and one of the process's four worker threads: two at a time leave room for everything else. The line
 * is about a second of work; a longer one would only delay the refusal.
 */
export const PASSWORD_TURNS: TurnLimits = { atOnce: 2, waitingMax: 32, waitMs: 10_000 };
