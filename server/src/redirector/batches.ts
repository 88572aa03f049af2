/**
 * Why an item got no result. `unknown`: its group failed or takes too long, so the work may be done. The others were
 * never begun.
 */
export type BatchFailure = "full" | "late" | "unknown";

/** An item in the queue. Exactly one of the two is called, once. */
export interface Batched<Result> {
  done(result: Result): void;
  failed(why: BatchFailure): void;
}

export interface BatchesOptions<Item, Result> {
  /** Does the work for all items; resolves to a function that returns each item's result. */
  readonly work: (items: readonly Item[]) => Promise<(item: Item) => Result>;
  readonly onError: (error: unknown) => void;
  readonly queueMax: number;
  readonly batchMax: number;
  /** How long an item waits at most, including the processing of its group. */
  readonly deadlineMs: number;
}

interface Waiting<Item> {
  /** Undefined once it has its result. */
  item: Item | undefined;
  readonly since: number;
}

const SWEEP_MS = 50;

/**
 * Processes one group at a time, made of the items that arrived while the previous group was processed. This needs no
 * tuning: under low load an item never waits, and under high load groups grow and each item gets cheaper. Several
 * groups in parallel were tried: they are smaller and costlier, and wait for the same disk.
 */
export class Batches<Item extends Batched<Result>, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  #queue: Waiting<Item>[] = [];
  #batch: Waiting<Item>[] = [];
  #batchSince = 0;
  #working = false;
  #planned = false;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): void {
    const now = performance.now();
    // Behind a group that is already late, everyone would wait in vain.
    if (this.#working && now - this.#batchSince >= this.#options.deadlineMs) return item.failed("late");
    if (this.#queue.length >= this.#options.queueMax) return item.failed("full");
    this.#queue.push({ item, since: now });
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    if (this.#working || this.#planned) return;
    // Runs after this turn of the event loop has read its sockets, so that a burst becomes one group.
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      this.#next();
    });
  }

  #next(): void {
    const { batchMax } = this.#options;
    const batch = this.#queue.length <= batchMax ? this.#queue : this.#queue.slice(0, batchMax);
    this.#queue = this.#queue.length <= batchMax ? [] : this.#queue.slice(batchMax);
    this.#batch = batch;
    const items: Item[] = [];
    for (const { item } of batch) if (item !== undefined) items.push(item);
    this.#working = items.length > 0;
    if (!this.#working) return this.#rest();
    this.#batchSince = performance.now();
    void this.#work(items, batch);
  }

  async #work(items: readonly Item[], batch: readonly Waiting<Item>[]): Promise<void> {
    let resultOf: ((item: Item) => Result) | undefined;
    try {
      resultOf = await this.#options.work(items);
    } catch (error) {
      this.#options.onError(error);
    }
    // The next group starts first, so the database works on it while these responses are sent.
    this.#next();
    const tell = (item: Item): void => (resultOf === undefined ? item.failed("unknown") : item.done(resultOf(item)));
    for (const waiting of batch) this.#tell(waiting, tell);
  }

  /** One response that fails must not prevent the others. */
  #tell(waiting: Waiting<Item>, tell: (item: Item) => void): void {
    const { item } = waiting;
    if (item === undefined) return;
    waiting.item = undefined;
    try {
      tell(item);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #sweep(): void {
    const late = performance.now() - this.#options.deadlineMs;
    for (const waiting of this.#batch) if (waiting.since <= late) this.#tell(waiting, (item) => item.failed("unknown"));
    for (const waiting of this.#queue) if (waiting.since <= late) this.#tell(waiting, (item) => item.failed("late"));
    if (!this.#working && this.#queue.length === 0) this.#rest();
  }

  #rest(): void {
    if (this.#queue.length > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
