/** Why an item of a batch got no result. */
export type BatchFailure = "full" | "late" | "failed";

/** Something that waits in a batch. It is told exactly one of the two, once. */
export interface Batched<Result> {
  done(result: Result): void;
  failed(why: BatchFailure): void;
}

export interface BatchesOptions<Item, Result> {
  /** Does the work for all; what it resolves to tells the result of each. */
  readonly work: (items: readonly Item[]) => Promise<(item: Item) => Result>;
  readonly onError: (error: unknown) => void;
  readonly queueMax: number;
  readonly batchMax: number;
  /** How long an item waits at most, in the queue and in its batch together. */
  readonly deadlineMs: number;
}

interface Waiting<Item> {
  /** Undefined once it was told. */
  item: Item | undefined;
  readonly since: number;
}

const SWEEP_MS = 50;

/**
 * One batch at a time; a batch is what arrived while the last one was worked on. So it needs no tuning: alone, an item
 * waits for nobody, and the busier it is, the larger the batches and the cheaper each item. Several beside each other
 * were tried: they are smaller and dearer, and wait for the same disk.
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
    // Behind a batch that is late already everyone would only wait in vain.
    if (this.#working && now - this.#batchSince >= this.#options.deadlineMs) return item.failed("late");
    if (this.#queue.length >= this.#options.queueMax) return item.failed("full");
    this.#queue.push({ item, since: now });
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    if (this.#working || this.#planned) return;
    // After everything that this turn of the event loop reads from its sockets: a burst is one batch from the start.
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
    // The next batch sets out first: the database works on it while these are answered.
    this.#next();
    const tell = (item: Item): void => (resultOf === undefined ? item.failed("failed") : item.done(resultOf(item)));
    for (const waiting of batch) this.#tell(waiting, tell);
  }

  /** One answer that cannot be given must not keep the others from theirs. */
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
    for (const waiting of [...this.#batch, ...this.#queue])
      if (waiting.since <= late) this.#tell(waiting, (item) => item.failed("late"));
    if (!this.#working && this.#queue.length === 0) this.#rest();
  }

  #rest(): void {
    if (this.#queue.length > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
