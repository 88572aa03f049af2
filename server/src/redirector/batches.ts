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
  /** Starts another group beside the running ones as soon as this many items wait. By default there is only one. */
  readonly besides?: { readonly waiting: number; readonly groupsMax: number };
}

interface Waiting<Item> {
  /** Undefined once it has its result. */
  item: Item | undefined;
  readonly since: number;
}

interface Running<Item> {
  readonly batch: readonly Waiting<Item>[];
  readonly since: number;
}

const SWEEP_MS = 50;

/**
 * Processes one group at a time, made of the items that arrived while the previous group was processed. Under low load
 * an item never waits, and under high load groups grow and each item gets cheaper. Groups beside the running one must
 * be large: small ones are costlier, and wait for the same disk.
 */
export class Batches<Item extends Batched<Result>, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  #queue: Waiting<Item>[] = [];
  /** The oldest first. */
  readonly #running: Running<Item>[] = [];
  #planned = false;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): void {
    const now = performance.now();
    // Behind a group that is already late, everyone would wait in vain.
    const [oldest] = this.#running;
    if (oldest && now - oldest.since >= this.#options.deadlineMs) return item.failed("late");
    if (this.#queue.length >= this.#options.queueMax) return item.failed("full");
    this.#queue.push({ item, since: now });
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    if (this.#planned || !this.#isWorthAGroup()) return;
    // Runs after this turn of the event loop has read its sockets, so that a burst becomes one group.
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      this.#next();
    });
  }

  #isWorthAGroup(): boolean {
    const { besides } = this.#options;
    if (this.#running.length === 0) return true;
    return besides !== undefined && this.#running.length < besides.groupsMax && this.#queue.length >= besides.waiting;
  }

  #next(): void {
    if (!this.#isWorthAGroup()) return;
    const { batchMax } = this.#options;
    const batch = this.#queue.length <= batchMax ? this.#queue : this.#queue.slice(0, batchMax);
    this.#queue = this.#queue.length <= batchMax ? [] : this.#queue.slice(batchMax);
    const items: Item[] = [];
    for (const { item } of batch) if (item !== undefined) items.push(item);
    if (items.length === 0) return this.#rest();
    const running = { batch, since: performance.now() };
    this.#running.push(running);
    void this.#work(items, running);
  }

  async #work(items: readonly Item[], running: Running<Item>): Promise<void> {
    let resultOf: ((item: Item) => Result) | undefined;
    try {
      resultOf = await this.#options.work(items);
    } catch (error) {
      this.#options.onError(error);
    }
    this.#running.splice(this.#running.indexOf(running), 1);
    // The next group starts first, so the database works on it while these responses are sent.
    this.#next();
    const tell = (item: Item): void => (resultOf === undefined ? item.failed("unknown") : item.done(resultOf(item)));
    for (const waiting of running.batch) this.#tell(waiting, tell);
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
    for (const { batch } of this.#running)
      for (const waiting of batch) if (waiting.since <= late) this.#tell(waiting, (item) => item.failed("unknown"));
    for (const waiting of this.#queue) if (waiting.since <= late) this.#tell(waiting, (item) => item.failed("late"));
    this.#rest();
  }

  #rest(): void {
    if (this.#queue.length > 0 || this.#running.length > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
