import { insertReceipts, RECEIPTS_CHANNEL, type Addressed, type Stored } from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";

interface Waiting {
  readonly receipt: Addressed;
  readonly done: (stored: Stored) => void;
  readonly failed: (error: unknown) => void;
}

const GROUP_MAX = 100;
const GROUP_BYTES = 1_048_576;

/**
 * Stores the receipts that arrived during the previous write with one statement. Under low load a receipt never waits,
 * and under high load each one gets cheaper. Two writes at a time make smaller groups: with 20 connections, a receipt
 * cost the database about a tenth more, and no more of them arrived per second.
 */
export class ReceiptWriter {
  readonly #services: Pick<Services, "db">;
  readonly #isUnavailable: (error: unknown) => boolean;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isPlanned = false;

  constructor(services: Pick<Services, "db">, isUnavailable: (error: unknown) => boolean) {
    this.#services = services;
    this.#isUnavailable = isUnavailable;
  }

  /** Resolves once it is committed. */
  store(receipt: Addressed): Promise<Stored> {
    return new Promise((done, failed) => {
      this.#waiting.push({ receipt, done, failed });
      if (this.#isWriting || this.#isPlanned) return;
      // Runs after this turn of the event loop has read its sockets, so that a burst becomes one group.
      this.#isPlanned = true;
      setImmediate(() => {
        this.#isPlanned = false;
        this.#next();
      });
    });
  }

  #next(): void {
    const group = this.#take();
    this.#isWriting = group.length > 0;
    if (this.#isWriting) void this.#write(group).then(() => this.#next());
  }

  #take(): Waiting[] {
    let bytes = 0;
    const isFull = ({ receipt }: Waiting, index: number): boolean => {
      bytes += receipt.bodyEncrypted.length;
      return index > 0 && (index >= GROUP_MAX || bytes > GROUP_BYTES);
    };
    const end = this.#waiting.findIndex(isFull);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { db } = this.#services;
    try {
      const stored = await insertReceipts(
        db,
        group.map(({ receipt }) => receipt),
      );
      for (const [index, { done }] of group.entries()) done(stored[index] ?? "outdated");
      if (stored.includes("stored")) db.tell(RECEIPTS_CHANNEL);
    } catch (error) {
      // One that cannot be stored must not prevent the others.
      if (group.length > 1 && !this.#isUnavailable(error)) for (const each of group) await this.#write([each]);
      else for (const { failed } of group) failed(error);
    }
  }
}
