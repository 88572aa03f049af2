import { TributaryError } from "../error.ts";
import type { FailedCall, Flushed, SentCall } from "../outbox.ts";
import { timedOut, type Attempt, type Outcome } from "./attempt.ts";
import { idBefore, isSameCall, presented, type StoredCall } from "./call-file.ts";
import type { Deliver } from "./deliver.ts";
import { outboxError, type Folder } from "./folder.ts";
import type { Lease, Leases } from "./leases.ts";
import { Retries, type OutboxTiming } from "./retries.ts";
import { verdictOn } from "./verdict.ts";

export interface EngineSettings {
  readonly folder: Folder;
  readonly leases: Leases;
  readonly deliver: Deliver;
  readonly timing: OutboxTiming;
  /** For all requests of one attempt. Shorter than a lease. */
  readonly attemptMs: number;
  readonly onSent: (sent: SentCall) => void;
  readonly onFailed: (failed: FailedCall) => void;
  readonly onProblem: (problem: Error) => void;
}

interface Listed {
  readonly id: string;
  readonly queuedAt: string;
  readonly before: string | undefined;
}

/** How often a folder is searched for what other processes left behind. */
const SCAN_MS = 15_000;
/** How often storing is tried if the call of the same ID disappears in the meantime. */
const STORING = 5;

/** Stores calls, sends them and retries. Several engines, in any processes, can share a folder. */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #retries: Retries;
  /** What the files contain, without the bodies. Files never change. */
  readonly #listed = new Map<string, Listed>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #reported = new Set<string>();
  #pass: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leftBehind = false;
  #closed = false;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#retries = new Retries(settings.timing);
    this.#wakeIn(0);
  }

  /** Resolves when the call is on disk: to the attempt to send it, which the caller watches, unless it has to wait. */
  async submit(call: StoredCall): Promise<Attempt | undefined> {
    this.#checkOpen();
    let lease: Lease | undefined;
    let started: Attempt | undefined;
    try {
      // Leased before it is stored, so that no other process sends it while the caller waits for the response.
      lease = await this.#settings.leases.take(call.id);
      const stored = await this.#store(call);
      // It is stored, so from here on the caller must not learn that it was not.
      const mustWait = this.#retries.isPaused() || (await this.#isBlocked(idBefore(call)).catch(() => true));
      if (lease && !mustWait && !this.#closed) started = this.#start(stored, lease);
      const attempt = started ?? this.#attempts.get(call.id);
      if (attempt) attempt.watchers += 1;
      else this.#leaveBehind();
      return attempt;
    } catch (error) {
      if (error instanceof TributaryError) throw error;
      throw outboxError("outbox_unavailable", "The call could not be stored in the outbox.", error);
    } finally {
      if (!started) await lease?.release().catch((error: unknown) => this.#report("files", error));
    }
  }

  /** Tries every pending call once. */
  async flush(): Promise<Flushed> {
    this.#checkOpen();
    const counts = await this.#queuePass(true);
    return { ...counts, pending: (await this.#settings.folder.list()).length };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#pass.catch(() => {});
    await Promise.all([...this.#attempts.values()].map(({ outcome }) => outcome));
  }

  /** Sends what was moved back. */
  wake(): void {
    if (!this.#closed) this.#wakeIn(0);
  }

  #checkOpen(): void {
    if (this.#closed) throw outboxError("outbox_closed", "The outbox is closed.");
  }

  async #store(call: StoredCall): Promise<StoredCall> {
    const { folder } = this.#settings;
    for (let left = STORING; left > 0; left -= 1) {
      if (await folder.store(call)) return call;
      const pending = await folder.read(call.id);
      if (pending && isSameCall(pending, call)) return pending;
      if (pending)
        throw outboxError("outbox_differs", "A different call with this external_id is pending in the outbox.");
    }
    throw outboxError("outbox_unavailable", "Another file of the outbox has the name of this call.");
  }

  /** For the next pass, or the end of a running attempt. */
  #leaveBehind(): void {
    this.#leftBehind = true;
    this.#wakeIn(this.#retries.nextMs(SCAN_MS));
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#queuePass(false), ms);
    // What is pending is on disk, so the process may exit.
    this.#timer.unref();
  }

  /** One pass at a time. */
  #queuePass(all: boolean): Promise<{ sent: number; failed: number }> {
    const pass = this.#pass.catch(() => {}).then(() => this.#runPass(all));
    this.#pass = pass;
    return all ? pass : pass.catch((error: unknown) => this.#report("pass", error));
  }

  async #runPass(all: boolean): Promise<{ sent: number; failed: number }> {
    const counts = { sent: 0, failed: 0 };
    try {
      this.#leftBehind = false;
      let waiting = await this.#inOrder();
      // Refunds that come before their order in the list get their turn after it.
      for (let ended = -1; ended < counts.sent + counts.failed && waiting.length > 0;) {
        ended = counts.sent + counts.failed;
        waiting = await this.#tryEach(waiting, all, counts);
      }
      this.#reported.delete("pass");
      return counts;
    } finally {
      this.#wakeIn(this.#retries.nextMs(SCAN_MS));
    }
  }

  /** Returns those that wait for another call. */
  async #tryEach(calls: readonly Listed[], all: boolean, counts: { sent: number; failed: number }): Promise<Listed[]> {
    const blocked: Listed[] = [];
    for (const call of calls) {
      if (this.#closed || (!all && this.#retries.isPaused())) return [];
      if (!all && !this.#retries.isDue(call.id)) continue;
      if (await this.#isBlocked(call.before)) {
        blocked.push(call);
        continue;
      }
      const outcome = await this.#tryPending(call.id);
      if (outcome?.kind === "later" && outcome.everything) return [];
      if (outcome?.kind === "sent" || outcome?.kind === "failed") counts[outcome.kind] += 1;
    }
    return blocked;
  }

  /** Everything pending: orders before refunds, oldest first. */
  async #inOrder(): Promise<Listed[]> {
    const { folder, leases } = this.#settings;
    const ids = await folder.list();
    const pending = new Set(ids);
    await leases.tidy((id) => pending.has(id));
    this.#retries.keep(ids);
    for (const id of this.#listed.keys()) if (!pending.has(id)) this.#listed.delete(id);
    for (const id of ids) {
      if (this.#listed.has(id)) continue;
      const call = await folder.read(id);
      if (call) this.#listed.set(id, { id, queuedAt: call.queuedAt, before: idBefore(call) });
    }
    const kind = ({ before }: Listed) => (before === undefined ? 0 : 1);
    return this.#retries.inOrder(
      [...this.#listed.values()],
      (a, b) => kind(a) - kind(b) || (a.queuedAt < b.queuedAt ? -1 : 1),
    );
  }

  async #isBlocked(before: string | undefined): Promise<boolean> {
    return before !== undefined && (await this.#settings.folder.isPending(before));
  }

  /** Undefined if another process is sending it, or has sent it. */
  async #tryPending(id: string): Promise<Outcome | undefined> {
    const { folder, leases } = this.#settings;
    const going = this.#attempts.get(id);
    if (going) return going.outcome;
    const lease = await leases.take(id);
    if (!lease) return undefined;
    let call: StoredCall | undefined;
    try {
      call = await folder.read(id);
    } finally {
      if (!call) await lease.release();
    }
    return call && this.#start(call, lease).outcome;
  }

  #start(call: StoredCall, lease: Lease): Attempt {
    const attempt: { -readonly [Key in keyof Attempt]: Attempt[Key] } = {
      watchers: 0,
      decided: false,
      outcome: Promise.resolve({ kind: "later", everything: false }),
    };
    this.#attempts.set(call.id, attempt);
    attempt.outcome = this.#send(call, lease, attempt);
    return attempt;
  }

  async #send(call: StoredCall, lease: Lease, attempt: Attempt): Promise<Outcome> {
    try {
      const outcome = await this.#deliver(call);
      attempt.decided = true;
      if (outcome.kind === "later") return outcome;
      this.#retries.ended(call.id);
      // A process that was suspended for longer than its lease leaves the file to the new holder.
      if (await lease.isMine()) await this.#finish(call, outcome, attempt.watchers > 0);
      return outcome;
    } catch (error) {
      // The response is known, but its file could not be moved. It is sent again, with the same result.
      this.#retries.failed(call.id, { final: false, everything: false, retryAfterMs: 0, needsCare: true });
      this.#report("files", error);
      return { kind: "later", everything: false };
    } finally {
      await lease.release().catch((error: unknown) => this.#report("files", error));
      this.#attempts.delete(call.id);
      if (this.#leftBehind) this.#wakeIn(0);
    }
  }

  async #deliver(call: StoredCall): Promise<Outcome> {
    const signal = AbortSignal.timeout(this.#settings.attemptMs);
    try {
      const result = await this.#settings.deliver(call, signal);
      this.#reported.clear();
      return { kind: "sent", result };
    } catch (thrown) {
      const error = signal.aborted ? timedOut(thrown) : thrown;
      const verdict = verdictOn(error);
      if (verdict.final) return { kind: "failed", error: error as TributaryError };
      const everything = this.#retries.failed(call.id, verdict);
      if (verdict.needsCare) this.#report(error instanceof TributaryError ? error.code : "unknown", error);
      this.#wakeIn(this.#retries.nextMs(SCAN_MS));
      return { kind: "later", everything };
    }
  }

  async #finish(call: StoredCall, outcome: Exclude<Outcome, { kind: "later" }>, watched: boolean): Promise<void> {
    const { folder, timing, onSent, onFailed } = this.#settings;
    if (outcome.kind === "failed" && !watched) {
      const { code, message, status, requestId, conversionId } = outcome.error;
      onFailed(await folder.fail(call, { code, message, status, requestId, conversionId }, timing.now()));
      return;
    }
    await folder.remove(call.id);
    if (outcome.kind === "sent" && !watched) onSent({ call: presented(call), result: outcome.result });
  }

  /** Each problem once, until something is sent. */
  #report(about: string, error: unknown): { sent: number; failed: number } {
    if (!this.#reported.has(about)) this.#settings.onProblem(error instanceof Error ? error : new Error(String(error)));
    this.#reported.add(about);
    return { sent: 0, failed: 0 };
  }
}
