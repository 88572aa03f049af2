import type { ConnectorId } from "../../domain/ids.ts";
import { countRefused, type Mailbox } from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";
import { LateWrites } from "../late-writes.ts";

interface Refused {
  readonly mailbox: Pick<Mailbox, "id" | "accountId">;
  readonly count: number;
  readonly at: Date;
}

/** Counts the requests with a wrong signature. */
export class RefusedSignatures {
  readonly #clock: Services["clock"];
  readonly #writes: LateWrites<ConnectorId, Refused>;

  constructor({ db, clock }: Pick<Services, "db" | "clock">, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#writes = new LateWrites({ write: (_id, { mailbox, ...noted }) => countRefused(db, mailbox, noted), onError });
  }

  note({ id, accountId }: Pick<Mailbox, "id" | "accountId">): void {
    const at = this.#clock.now();
    this.#writes.note(id, (waiting) => ({ mailbox: { id, accountId }, count: (waiting?.count ?? 0) + 1, at }));
  }

  close(): Promise<void> {
    return this.#writes.close();
  }
}
