import type { AccountId } from "../../domain/ids.ts";
import { insertRefusedCalls, REFUSED_CALLS_KEPT, type RefusedCall } from "../../store/webhooks/refused-calls.ts";
import type { Services } from "../context.ts";

export type { RefusedCall } from "../../store/webhooks/refused-calls.ts";

const PAUSE_MS = 200;
const ACCOUNTS_MAX = 1_000;

/**
 * Records refused requests after the response, several at a time, so that a client that sends only invalid requests
 * costs a few writes per second. A crash loses at most a few lines of a debugging page.
 */
export class RefusedCallLog {
  readonly #db: Services["db"];
  readonly #onError: (error: unknown) => void;
  #waiting = new Map<AccountId, RefusedCall[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor({ db }: Pick<Services, "db">, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  note(accountId: AccountId, call: RefusedCall): void {
    const calls = this.#waiting.get(accountId) ?? [];
    // With this many, the database has been unavailable for a long time or someone is flooding; drop lines to save
    // memory.
    if (calls.length === 0 && this.#waiting.size >= ACCOUNTS_MAX) return;
    calls.push(call);
    if (calls.length > REFUSED_CALLS_KEPT) calls.shift();
    this.#waiting.set(accountId, calls);
    this.#timer ??= setTimeout(() => void this.#writeNow(), PAUSE_MS);
  }

  /** Resolves when all lines are written or dropped. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeNow();
  }

  /** One write at a time, so that requests keep their order. */
  #writeNow(): Promise<void> {
    this.#timer = undefined;
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [accountId, calls] of waiting) {
      try {
        await this.#db.transaction((tx) => insertRefusedCalls(tx, accountId, calls));
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
