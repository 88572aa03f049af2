import type { ConversionRow } from "tributary-sdk/pages";

/** How long a decision can be undone. */
export const UNDO_MS = 8_000;

export type Verdict = "approve" | "reject";

export interface Decision {
  readonly row: ConversionRow;
  readonly action: Verdict;
  readonly reason: string | undefined;
  /** Held decisions exist only in this browser, so undoing one leaves no trace. */
  readonly state: "held" | "sending" | "done";
}

/** Sends the decisions and returns the error of each one that failed, by the conversion's ID. */
export type SendDecisions = (decisions: readonly Decision[]) => Promise<ReadonlyMap<string, string>>;

interface Options {
  readonly send: SendDecisions;
  readonly onFailed: (decision: Decision, error: string) => void;
}

/** Holds each decision for a few seconds before sending it. Every decision is sent once, or undone and never sent. */
export class HeldDecisions {
  readonly #options: Options;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Set<Promise<void>>();
  #decisions: ReadonlyMap<string, Decision> = new Map();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ReadonlyMap<string, Decision> => this.#decisions;

  readonly decide = (row: ConversionRow, action: Verdict, reason?: string): void => {
    if (this.#decisions.has(row.id)) return;
    this.#set({ row, action, reason, state: "held" });
    this.#timers.set(
      row.id,
      setTimeout(() => this.#send([row.id]), UNDO_MS),
    );
  };

  /** False if it is too late. */
  readonly undo = (id: string): boolean => {
    if (this.#decisions.get(id)?.state !== "held") return false;
    this.#stopTimer(id);
    this.#remove([id]);
    return true;
  };

  /** Undoes the latest decision that is still held, and returns it. */
  readonly undoLast = (): Decision | undefined => {
    const last = [...this.#decisions.values()].findLast(({ state }) => state === "held");
    if (last) this.undo(last.row.id);
    return last;
  };

  /** Sends all held decisions now, because the page is being left. Resolves when the server has responded to all. */
  readonly flush = async (): Promise<void> => {
    this.#send([...this.#timers.keys()]);
    await Promise.all(this.#sending);
  };

  /** Forgets the decisions that were sent, when the list is refreshed. */
  readonly forgetDone = (): void => {
    const done = [...this.#decisions.values()].filter(({ state }) => state === "done");
    if (done.length > 0) this.#remove(done.map(({ row }) => row.id));
  };

  #send(ids: readonly string[]): void {
    const sent = ids.flatMap((id) => this.#decisions.get(id) ?? []).filter(({ state }) => state === "held");
    if (sent.length === 0) return;
    for (const decision of sent) {
      this.#stopTimer(decision.row.id);
      this.#set({ ...decision, state: "sending" });
    }
    const sending = this.#finish(sent).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #finish(sent: readonly Decision[]): Promise<void> {
    const failed = await this.#options.send(sent);
    this.#remove([...failed.keys()]);
    for (const decision of sent) {
      const error = failed.get(decision.row.id);
      if (error === undefined) this.#set({ ...decision, state: "done" });
      else this.#options.onFailed(decision, error);
    }
  }

  #stopTimer(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #set(decision: Decision): void {
    this.#change(new Map(this.#decisions).set(decision.row.id, decision));
  }

  #remove(ids: readonly string[]): void {
    const left = new Map(this.#decisions);
    for (const id of ids) left.delete(id);
    this.#change(left);
  }

  #change(next: ReadonlyMap<string, Decision>): void {
    this.#decisions = next;
    for (const listener of this.#listeners) listener();
  }
}
