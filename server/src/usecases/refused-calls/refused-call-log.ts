import type { AccountId } from "../../domain/ids.ts";
import { isForeignKeyViolation } from "../../store/foreign-keys.ts";
import { insertRefusedCalls, REFUSED_CALLS_KEPT, type RefusedCall } from "../../store/webhooks/refused-calls.ts";
import type { Services } from "../context.ts";
import { LateWrites } from "../late-writes.ts";

export type { RefusedCall } from "../../store/webhooks/refused-calls.ts";

/** Records refused requests for a debugging page: the last ones of each account. */
export class RefusedCallLog {
  readonly #writes: LateWrites<AccountId, RefusedCall[]>;

  constructor({ db }: Pick<Services, "db">, onError: (error: unknown) => void) {
    const write = (account: AccountId, calls: RefusedCall[]): Promise<void> =>
      db
        .transaction((tx) => insertRefusedCalls(tx, account, calls))
        .catch((error: unknown) => {
          // Of a test account that was deleted meanwhile.
          if (!isForeignKeyViolation(error)) throw error;
        });
    this.#writes = new LateWrites({ write, onError });
  }

  note(accountId: AccountId, call: RefusedCall): void {
    this.#writes.note(accountId, (calls = []) => {
      calls.push(call);
      if (calls.length > REFUSED_CALLS_KEPT) calls.shift();
      return calls;
    });
  }

  /** Resolves when all lines are written or dropped. */
  close(): Promise<void> {
    return this.#writes.close();
  }
}
