const PAUSE_MS = 200;
const KEYS_MAX = 1_000;

interface Writing<Key, Noted> {
  readonly write: (key: Key, noted: Noted) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Writes after the response what was noted about refused requests, several at a time, so that someone who sends only
 * those causes a few writes per second. A crash loses what was noted since the last write.
 */
export class LateWrites<Key, Noted> {
  readonly #writing: Writing<Key, Noted>;
  #waiting = new Map<Key, Noted>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(writing: Writing<Key, Noted>) {
    this.#writing = writing;
  }

  /** `add` gets what already waits under this key. */
  note(key: Key, add: (waiting: Noted | undefined) => Noted): void {
    const waiting = this.#waiting.get(key);
    // With this many keys, the database has been unavailable for a long time or someone is flooding: save memory.
    if (waiting === undefined && this.#waiting.size >= KEYS_MAX) return;
    this.#waiting.set(key, add(waiting));
    this.#timer ??= setTimeout(() => void this.#writeNow(), PAUSE_MS);
  }

  /** Resolves when everything is written or dropped. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeNow();
  }

  /** One write at a time, so that requests keep their order. */
  #writeNow(): Promise<void> {
    this.#timer = undefined;
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [key, noted] of waiting) {
      try {
        await this.#writing.write(key, noted);
      } catch (error) {
        this.#writing.onError(error);
      }
    }
  }
}
