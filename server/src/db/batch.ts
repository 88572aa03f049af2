import pg from "pg";
import { cut } from "./connector.ts";
import { readerOf, type ReadRow } from "./rows.ts";

export interface Statement {
  /** Statements with a name are parsed and planned once per connection. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

export interface Ran {
  /** Such as `INSERT` or `COMMIT`. */
  readonly command: string;
  readonly rows: unknown[];
}

/** The results of all statements, or of those before the one that failed. The server skips the ones after it. */
export interface BatchResult {
  readonly results: readonly Ran[];
  readonly failure?: { readonly error: unknown };
}

const NO_ROWS = readerOf([]);

/** What a connection knows about its named statements. */
interface Known {
  readonly parsed: Set<string>;
  /** Fixed: PostgreSQL rejects a prepared statement whose columns have changed. */
  readonly readers: Map<string, ReadRow>;
  /** The names in the order in which they were sent. Empty for a statement without one. */
  parsing: string[];
}

const knownBy = new WeakMap<pg.Connection, Known>();

/**
 * Sends several statements in one round trip, as libpq's pipeline mode does. If one fails, the server skips all that
 * follow, so a `begin` or a check that fails is never followed by a write. `pg` itself ends each statement with a
 * message of its own, after which the server goes on with the next one.
 */
export function sendTogether(
  client: pg.Client,
  statements: readonly Prepared[],
  timeoutMs?: number,
): Promise<BatchResult> {
  return new Promise((resolve) => {
    try {
      client.query(new Batch(statements, { done: resolve, timeoutMs }));
    } catch (error) {
      // Half a batch may be on its way.
      cut(client);
      resolve({ results: [], failure: { error } });
    }
  });
}

/** A statement whose values have their final form. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: Value[];
}

/** Fails if a value cannot be sent. */
export function prepare({ name = "", text, values = [] }: Statement): Prepared {
  return { name, text, values: values.map((value) => prepareValue(value)) };
}

type Value = string | Buffer | null;
// Not part of the types of `pg`.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => Value } }).utils;

/** A query for `pg`, which calls these methods for each message of the server. */
class Batch implements pg.Submittable {
  /** `pg` wraps it to end its timer. */
  callback: (error?: unknown) => void;
  /** Read by `pg`, which otherwise waits as long as for one statement. */
  readonly query_timeout: number | undefined;
  readonly #statements: readonly Prepared[];
  readonly #results: Ran[] = [];
  #known: Known | undefined;
  #read: ReadRow | undefined;
  #rows: unknown[] = [];
  #unreadable: { readonly at: number; readonly error: unknown } | undefined;

  constructor(
    statements: readonly Prepared[],
    { done, timeoutMs }: { done: (result: BatchResult) => void; timeoutMs: number | undefined },
  ) {
    this.#statements = statements;
    this.query_timeout = timeoutMs;
    this.callback = (error) =>
      done(error === undefined ? { results: this.#results } : { results: this.#results, failure: { error } });
  }

  submit(connection: pg.Connection): void {
    const known = knownOf(connection);
    this.#known = known;
    const sent = new Set<string>();
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (!known.parsed.has(name) && !sent.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        known.parsing.push(name);
        if (name !== "") sent.add(name);
      }
      connection.bind({ portal: "", statement: name, binary: "", values }, true);
      if (!known.readers.has(name)) connection.describe({ type: "P", name: "" }, true);
      connection.execute({ portal: "", rows: "" }, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#read = readerOf(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push((this.#read ?? NO_ROWS)(fields));
    } catch (error) {
      this.#unreadable ??= { at: this.#results.length, error };
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#statements[this.#results.length]?.name ?? "";
    if (name !== "") this.#known?.readers.set(name, this.#read ?? NO_ROWS);
    this.#end(text);
  }

  handleEmptyQuery(): void {
    this.#end("");
  }

  handleError(error: unknown): void {
    // Their parsing was skipped.
    if (this.#known) this.#known.parsing = [];
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (!this.#unreadable) return this.callback();
    this.#results.length = this.#unreadable.at;
    this.callback(this.#unreadable.error);
  }

  #begin(): void {
    this.#read = this.#known?.readers.get(this.#statements[this.#results.length]?.name ?? "");
    this.#rows = [];
  }

  #end(text: string): void {
    const space = text.indexOf(" ");
    this.#results.push({ command: space === -1 ? text : text.slice(0, space), rows: this.#rows });
    this.#begin();
  }
}

function knownOf(connection: pg.Connection): Known {
  const before = knownBy.get(connection);
  if (before) return before;
  const known: Known = { parsed: new Set(), readers: new Map(), parsing: [] };
  connection.on("parseComplete", () => {
    const name = known.parsing.shift();
    if (name !== undefined && name !== "") known.parsed.add(name);
  });
  knownBy.set(connection, known);
  return known;
}
