import type { AccountId } from "../domain/ids.ts";
import {
  dueAccounts,
  listenForReceipts,
  workReceiptsOf,
  type ReceiptWork,
} from "../usecases/connectors/work-receipts.ts";

export interface ReceiptLoopOptions extends Omit<ReceiptWork, "isStopping" | "onBug"> {
  readonly onFailure: (error: unknown) => void;
}

const POLL_MS = 1_000;
/** Accounts worked on at the same time, with a connection for the lock and one for the work each. */
const LANES = 4;

/**
 * Works through the receipts of connectors: one at a time within an account, several accounts in parallel, each account
 * in its turn. Starts as soon as a receipt is stored.
 */
export class ReceiptLoop {
  readonly #work: ReceiptWork;
  readonly #onFailure: (error: unknown) => void;
  readonly #lanes = new Set<Promise<void>>();
  /** In this process, or in another one since the last check. */
  readonly #busy = new Set<AccountId>();
  readonly #taken = new Set<AccountId>();
  #last: AccountId | undefined;
  #stopping = false;
  #end: (() => Promise<void>) | undefined;

  constructor({ onFailure, ...work }: ReceiptLoopOptions) {
    this.#onFailure = onFailure;
    this.#work = { ...work, isStopping: () => this.#stopping, onBug: onFailure };
  }

  start(): void {
    const listening = listenForReceipts(this.#work.services, () => this.#look());
    const timer = setInterval(() => this.#look(), POLL_MS);
    this.#end = async () => {
      clearInterval(timer);
      await listening.close();
    };
  }

  /** Instead of `start`: works through everything that is due now. */
  async run(): Promise<void> {
    this.#look();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  /** Lets the receipts in progress finish; the rest waits for the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#end?.();
    await Promise.all(this.#lanes);
  }

  #look(): void {
    this.#taken.clear();
    this.#openLane();
  }

  #openLane(): void {
    if (this.#stopping || this.#lanes.size >= LANES) return;
    const lane = this.#runLane()
      .catch(this.#onFailure)
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runLane(): Promise<void> {
    for (;;) {
      const accounts = await dueAccounts(this.#work.services, this.#last);
      const account = accounts.find((each) => !this.#busy.has(each) && !this.#taken.has(each));
      if (account === undefined || this.#stopping) return;
      this.#busy.add(account);
      this.#last = account;
      // Other accounts may be due too.
      this.#openLane();
      try {
        if ((await workReceiptsOf(this.#work, account)) === "taken") this.#taken.add(account);
      } finally {
        this.#busy.delete(account);
      }
    }
  }
}
