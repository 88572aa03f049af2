import { ConversionFolder, type FolderOptions } from "../usecases/conversions/fold-conversions.ts";

export interface FoldLoopOptions extends FolderOptions {
  readonly onFailure: (error: unknown) => void;
}

const POLL_MS = 2_000;

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

  /** Concurrent callers wait for the same run. */
  run(): Promise<void> {
    this.#running ??= this.#folder
      .run()
      .catch(this.#onFailure)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
