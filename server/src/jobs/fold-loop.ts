import { ConversionFolder, type FolderOptions } from "../usecases/conversions/fold-conversions.ts";

export interface FoldLoopOptions extends FolderOptions {
  readonly onFailure: (error: unknown) => void;
}

const POLL_MS = 2_000;
/** A worker folds long before. Without one, pages and orders must not add up more than this. */
const BACKLOG = 20_000;
const BACKLOG_POLL_MS = 10_000;

/** Folds changes of conversions into the totals. Separate from other jobs: readers add up what is not folded yet. */
export class FoldLoop {
  readonly #folder: ConversionFolder;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: FoldLoopOptions) {
    this.#folder = new ConversionFolder(options);
    this.#onFailure = options.onFailure;
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), POLL_MS).unref();
  }

  /** For a process without the role `worker`. */
  startForBacklog(): void {
    this.#timer = setInterval(() => void this.run(BACKLOG), BACKLOG_POLL_MS).unref();
  }

  /** Only if more than this many changes wait. Concurrent callers wait for the same run. */
  run(above = 0): Promise<void> {
    this.#running ??= this.#folder
      .run(above)
      .catch(this.#onFailure)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#folder.stop();
    await this.#running;
  }
}
