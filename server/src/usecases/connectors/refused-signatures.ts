import type { ConnectorId } from "../../domain/ids.ts";
import { countRefused, type Mailbox } from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";

interface Count {
  readonly mailbox: Pick<Mailbox, "id" | "accountId">;
  count: number;
  at: Date;
}

const PAUSE_MS = 200;
const CONNECTORS_MAX = 1_000;

/**
 * Counts refused requests after the response, several at a time, so that someone without the secret causes only a few
 * writes per second.
 */
export class RefusedSignatures {
  readonly #services: Pick<Services, "db" | "clock">;
  readonly #onError: (error: unknown) => void;
  #waiting = new Map<ConnectorId, Count>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "db" | "clock">, onError: (error: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  note({ id, accountId }: Pick<Mailbox, "id" | "accountId">): void {
    if (this.#waiting.size >= CONNECTORS_MAX && !this.#waiting.has(id)) return;
    const at = this.#services.clock.now();
    const waiting = this.#waiting.get(id) ?? { mailbox: { id, accountId }, count: 0, at };
    waiting.count += 1;
    waiting.at = at;
    this.#waiting.set(id, waiting);
    this.#timer ??= setTimeout(() => void this.#writeNow(), PAUSE_MS);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeNow();
  }

  #writeNow(): Promise<void> {
    this.#timer = undefined;
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const { mailbox, count, at } of waiting.values()) {
      try {
        await countRefused(this.#services.db, mailbox, { count, at });
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
