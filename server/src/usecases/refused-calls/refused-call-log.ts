import type { AccountId } from "../../domain/ids.ts";
import { insertRefusedCalls, REFUSED_CALLS_KEPT, type RefusedCall } from "../../store/webhooks/refused-calls.ts";
import type { Services } from "../context.ts";

export type { RefusedCall } from "../../store/webhooks/refused-calls.ts";

const PAUSE_MS = 200;
const ACCOUNTS_MAX = 1_000;

/**
 * Writes down the calls that were turned down, after they were answered and several at once: whoever sends nothing but
 * wrong calls costs a few writes a second. What a crash loses of it is a few lines of a page that helps to find mistakes.
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
    // Beyond this the database has been away for long, or somebody floods: memory is worth more than these lines.
    if (calls.length === 0 && this.#waiting.size >= ACCOUNTS_MAX) return;
    calls.push(call);
    if (calls.length > REFUSED_CALLS_KEPT) calls.shift();
    this.#waiting.set(accountId, calls);
    this.#timer ??= setTimeout(() => void this.#writeNow(), PAUSE_MS);
  }

  /** Resolves when all that was noted is written, or was given up. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeNow();
  }

  /** One after the other, so that calls keep their order. */
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
