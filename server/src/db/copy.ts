import { once } from "node:events";
import type pg from "pg";

/** Whole rows in PostgreSQL's text form: cells between tabs, a line feed behind each row. */
export interface CopiedRows {
  readonly text: Buffer;
  readonly rows: number;
}

// What pg's connection can do beyond what its types tell.
interface Wire {
  readonly stream: pg.Connection["stream"];
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const PAGE_BYTES = 262_144;
/** Pages that wait for their reader; then the server has to wait. */
const PAGES_MAX = 4;

/** The answer of a `copy … to stdout`, page by page, as fast as the reader takes them. */
export async function* copyOut(client: pg.Client, command: string): AsyncGenerator<CopiedRows, void> {
  const reading = new CopyOut(command);
  client.query(reading);
  try {
    for (let page = await reading.next(); page; page = await reading.next()) yield page;
  } finally {
    // Whoever stops reading in the middle ends the connection: the server would go on sending rows.
    reading.abandon();
  }
}

class CopyOut {
  readonly #command: string;
  #wire: Wire | undefined;
  #page = Buffer.allocUnsafe(PAGE_BYTES);
  #length = 0;
  #rows = 0;
  readonly #ready: CopiedRows[] = [];
  #ended = false;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(command: string) {
    this.#command = command;
  }

  async next(): Promise<CopiedRows | undefined> {
    while (this.#ready.length === 0 && !this.#ended) {
      this.#wire?.stream.resume();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#failure) throw this.#failure;
    const page = this.#ready.shift();
    // Before the last page is taken: the server reads on while its reader is busy.
    if (this.#ready.length < PAGES_MAX / 2) this.#wire?.stream.resume();
    return page;
  }

  abandon(): void {
    if (!this.#ended) this.#wire?.stream.destroy();
  }

  // From here on: what pg calls.
  submit(wire: unknown): void {
    this.#wire = wire as Wire;
    this.#wire.query(this.#command);
  }

  /** One row. Copied at once, because pg writes over the buffer that it lies in. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#length + chunk.length > this.#page.length) this.#turnPage(chunk.length);
    chunk.copy(this.#page, this.#length);
    this.#length += chunk.length;
    this.#rows += 1;
  }

  handleCommandComplete(): void {
    this.#turnPage(0);
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#end();
  }

  #turnPage(roomFor: number): void {
    if (this.#rows > 0) this.#ready.push({ text: this.#page.subarray(0, this.#length), rows: this.#rows });
    this.#page = Buffer.allocUnsafe(Math.max(PAGE_BYTES, roomFor));
    this.#length = 0;
    this.#rows = 0;
    if (this.#ready.length >= PAGES_MAX) this.#wire?.stream.pause();
    this.#wake();
  }

  #end(): void {
    this.#ended = true;
    this.#wire?.stream.resume();
    this.#wake();
  }
}

/** Feeds a `copy … from stdin`. */
export async function copyIn(
  client: pg.Client,
  command: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const writing = new CopyIn(command);
  client.query(writing);
  const wire = await writing.ready;
  try {
    for await (const chunk of rows) {
      if (writing.hasEnded) break;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, "drain"), writing.settled]);
    }
  } catch (error) {
    wire.sendCopyFail("the source of the rows failed");
    await writing.settled;
    throw error;
  }
  if (!writing.hasEnded) wire.endCopyFrom();
  await writing.done;
}

class CopyIn {
  readonly #command: string;
  readonly ready: Promise<Wire>;
  readonly done: Promise<void>;
  /** Like `done`, and never fails. */
  readonly settled: Promise<void>;
  hasEnded = false;
  #isReady: (wire: Wire) => void = () => {};
  #isDone: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(command: string) {
    this.#command = command;
    this.done = new Promise<void>((resolve, reject) => {
      this.#isDone = resolve;
      this.#fail = reject;
    });
    this.ready = Promise.race([
      new Promise<Wire>((resolve) => (this.#isReady = resolve)),
      this.done.then(() => Promise.reject(new Error("A copy ended before it began."))),
    ]);
    this.settled = this.done.catch(() => {});
  }

  submit(wire: { query(text: string): void }): void {
    wire.query(this.#command);
  }

  handleCopyInResponse(wire: Wire): void {
    this.#isReady(wire);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.hasEnded = true;
    this.#isDone();
  }

  handleError(error: Error): void {
    this.hasEnded = true;
    this.#fail(error);
  }
}
