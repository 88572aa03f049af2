import { codeOf, DatabaseUnavailable, isServerError } from "./database-unavailable.ts";
import type { Db, Queryable } from "./database.ts";
import { UnsuitableDatabase } from "./migrate.ts";
import {
  measureLag,
  otherServerIn,
  readPosition,
  ReplicaBehind,
  ReplicaBusy,
  whenFresh,
  type Lag,
  type Position,
  type Replicated,
} from "./replica.ts";

/** For reads that a replica may serve. */
export interface Reads {
  /** `work` sees every write acknowledged before this call. It only reads, because it may run twice. */
  run<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
}

export const readsOf = (primary: Db): Reads => ({ run: (work) => work(primary) });

export interface ReplicaParts extends Replicated {
  /** The replica is not used until it is fresh again. */
  readonly onUnused: (reason: Error) => void;
  readonly onUsed: () => void;
}

const RETRY_MS = 1_000;
/** After a read that took too long. A backup may be keeping the replica busy, and the next read must not fail as well. */
const REST_MS = 30_000;

/** Reads from the replica while it is fresh, and from the primary otherwise. */
export class ReplicaReads implements Reads {
  readonly counts = { replica: 0, primary: 0 };
  readonly #parts: ReplicaParts;
  #isUsed = false;
  #lagMs = 0;
  #primaryInstance: string | undefined;
  #restsUntilMs = 0;
  #behindSinceMs: number | undefined;
  #measuring: Promise<void> | undefined;
  #measuringSinceMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** How long ago the replica had everything that the primary had then. At least as long as it is being measured. */
  get lagMs(): number {
    const sinceMs = this.#behindSinceMs ?? this.#measuringSinceMs;
    return sinceMs === undefined ? this.#lagMs : Math.max(this.#lagMs, performance.now() - sinceMs);
  }

  get connections(): Db["connections"] {
    return this.#parts.replica.connections;
  }

  /** Fails if the replica belongs to another database. One that is unavailable is used later. */
  async start(): Promise<void> {
    try {
      this.#use(await measureLag(this.#parts));
    } catch (error) {
      const other = otherServerIn(error);
      if (other) throw new UnsuitableDatabase(other.message, { cause: error });
      this.#behindSinceMs = performance.now();
      this.#parts.onUnused(error as Error);
      this.#retryLater();
    }
  }

  async run<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const found = this.#isUsed ? await this.#onReplica(work) : undefined;
    this.counts[found ? "replica" : "primary"] += 1;
    return found ? found.result : work(this.#parts.primary);
  }

  /** Undefined if the replica cannot serve it. */
  async #onReplica<T>(work: (db: Queryable) => Promise<T>): Promise<{ result: T } | undefined> {
    const startedMs = performance.now();
    const position = await this.#position();
    if (!position) return undefined;
    try {
      // In one transaction, because another connection can lead to another replica.
      return { result: await whenFresh(this.#parts, position, work) };
    } catch (error) {
      if (isTimeout(error)) this.#rest(error as Error, startedMs);
      if (isTimeout(error) || (!isTrouble(error) && !isServerError(error))) throw error;
      if (isTrouble(error) && !isOfOneRead(error)) this.#stopUsing(error, startedMs);
      return undefined;
    }
  }

  /** Undefined unless the replica is known to follow the primary. */
  async #position(): Promise<Position | undefined> {
    const position = await readPosition(this.#parts.primary);
    if (!position || position.instance === this.#primaryInstance) return position;
    // It was restarted, perhaps with another log.
    await this.measure();
    return undefined;
  }

  /** Concurrent callers share one measurement. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => (this.#measuring = undefined));
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    const startedMs = performance.now();
    this.#measuringSinceMs = startedMs;
    try {
      this.#use(await measureLag(this.#parts));
    } catch (error) {
      if (!this.#isUsed || !isOfOneRead(error as Error)) this.#stopUsing(error as Error, startedMs);
    } finally {
      this.#measuringSinceMs = undefined;
    }
  }

  #use({ ms, primaryInstance }: Lag): void {
    this.#lagMs = ms;
    this.#primaryInstance = primaryInstance;
    this.#behindSinceMs = undefined;
    if (performance.now() < this.#restsUntilMs) return this.#retryLater();
    if (!this.#isUsed) this.#parts.onUsed();
    this.#isUsed = true;
  }

  /** From now on nobody waits for it, until it has caught up. */
  #stopUsing(reason: Error, sinceMs: number): void {
    this.#behindSinceMs ??= sinceMs;
    if (this.#isUsed && !this.#isClosed) this.#parts.onUnused(reason);
    this.#isUsed = false;
    this.#retryLater();
  }

  #rest(reason: Error, sinceMs: number): void {
    this.#restsUntilMs = performance.now() + REST_MS;
    this.#stopUsing(reason, sinceMs);
  }

  #retryLater(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.measure();
    }, RETRY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#parts.replica.close();
  }
}

const isTrouble = (error: unknown): error is Error =>
  [DatabaseUnavailable, ReplicaBehind, ReplicaBusy].some((kind) => error instanceof kind);

const STATEMENT_TIMEOUT = "57014";
// 40001, 40P01: it conflicts with the recovery · 55P03: it waits for a lock that the recovery holds
const CANCELED_STATES = new Set(["40001", "40P01", "55P03", STATEMENT_TIMEOUT]);

/** On the primary it would probably take as long once more. */
const isTimeout = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && codeOf(error.cause) === STATEMENT_TIMEOUT;

/** Whether the replica can still serve others: it was busy, or it has canceled this one read. */
const isOfOneRead = (error: Error): boolean =>
  error instanceof ReplicaBusy || CANCELED_STATES.has(codeOf(error.cause) ?? "");
