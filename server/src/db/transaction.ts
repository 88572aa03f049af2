import type { Sql } from "sql-template-tag";
import { prepare, sendTogether, type BatchResult, type Prepared, type Ran, type Statement } from "./batch.ts";
import type { Session } from "./connector.ts";
import { isLost } from "./database-unavailable.ts";

declare const txBrand: unique symbol;

/** An open transaction. Only `Db.transaction` creates one, so a write outside a transaction does not compile. */
export interface Tx {
  readonly [txBrand]: true;
  /** Statements that are started together, as in `Promise.all`, run in this order and in one round trip. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /**
   * Sends the statement in the same round trip as the next one, or as the commit. It runs in this order. If it fails,
   * so does the transaction.
   */
  defer<Row>(statement: Sql, onRows?: (rows: Row[]) => void): void;
  /** Notifies the listeners on this channel once this transaction has committed. */
  tell(channel: string): void;
  /** Several commands in one text, without parameters: for migrations only. */
  script(text: string): Promise<void>;
}

interface Waiting {
  readonly statement: Prepared;
  readonly resolve: (result: Ran) => void;
  readonly reject: (error: unknown) => void;
}

const ENDED = "This transaction has ended: an await is missing.";
const nothing = (): void => {};

export interface Work<T> {
  readonly config: (statement: Sql) => Statement;
  /** Called if the connection cannot be used again. */
  readonly lose: (error: Error) => void;
  readonly run: (tx: Tx) => Promise<T>;
}

export async function runTransaction<T>(
  session: Session,
  { config, lose, run }: Work<T>,
): Promise<{ result: T; told: ReadonlySet<string> }> {
  const told = new Set<string>();
  let hasEnded = false;
  const lane = new Lane(session);
  const tx = {
    query: async <Row>(statement: Sql): Promise<Row[]> => (await lane.send(config(statement))).rows as Row[],
    defer: <Row>(statement: Sql, onRows: (rows: Row[]) => void = nothing): void =>
      lane.defer(config(statement), ({ rows }) => onRows(rows as Row[])),
    tell: (channel: string): void => {
      if (hasEnded) throw new Error(ENDED);
      told.add(channel);
    },
    script: (text: string) => lane.script(text),
  } as Tx;
  try {
    await lane.begin();
    const result = await run(tx);
    const { command } = await lane.commit();
    hasEnded = true;
    // If an earlier error was swallowed, PostgreSQL responds to a commit with ROLLBACK and no error.
    if (command !== "COMMIT") throw new Error("The transaction failed and was rolled back.");
    return { result, told };
  } catch (error) {
    hasEnded = true;
    const hasBegun = lane.close();
    // The server rolls back when a connection ends. On a dead connection the command would wait in vain.
    if (hasBegun && !isLost(error)) await session.client.query("rollback").catch(lose);
    throw error;
  }
}

/** Reads without a transaction. Those that are started together are sent together. */
export async function readTogether<T>(
  session: Session,
  config: (statement: Sql) => Statement,
  work: (db: Pick<Tx, "query">) => Promise<T>,
): Promise<T> {
  const lane = new Lane(session, { begins: false });
  try {
    return await work({ query: async <Row>(statement: Sql) => (await lane.send(config(statement))).rows as Row[] });
  } finally {
    lane.close();
  }
}

/** Statements on their way to the server. */
class Lane {
  readonly #session: Session;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #hasBegun: boolean;
  #isOpen = true;
  /** Of a deferred statement, which has no caller to tell. */
  #failure: { readonly error: unknown } | undefined;

  constructor(session: Session, { begins = true } = {}) {
    this.#session = session;
    this.#hasBegun = !begins;
  }

  /**
   * A pooler may run what follows a failed `begin`, each statement on its own. The server itself skips it, so there
   * `begin` goes along with the first statement.
   */
  async begin(): Promise<void> {
    if (!this.#session.isPooled) return;
    await this.#session.client.query(this.#session.begin);
    this.#hasBegun = true;
  }

  defer(statement: Statement, onResult: (result: Ran) => void): void {
    const reject = (error: unknown): void => void (this.#failure ??= { error });
    const resolve = (result: Ran): void => {
      try {
        onResult(result);
      } catch (error) {
        reject(error);
      }
    };
    this.#add({ statement: prepare(statement), resolve, reject });
  }

  #add(waiting: Waiting): void {
    if (!this.#isOpen) throw new Error(ENDED);
    if (this.#failure) throw this.#failure.error;
    this.#waiting.push(waiting);
  }

  send(statement: Statement): Promise<Ran> {
    return new Promise((resolve, reject) => {
      this.#add({ statement: prepare(statement), resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      process.nextTick(() => this.#flush());
    });
  }

  async script(text: string): Promise<void> {
    await this.send({ text: "select" });
    await this.#session.client.query(text);
  }

  async commit(): Promise<Ran> {
    // Without a name behind a pooler, which may not know prepared statements.
    const sent = this.send(this.#session.isPooled ? { text: "commit" } : { name: "commit", text: "commit" });
    this.#isOpen = false;
    return sent;
  }

  /** Returns whether there is something to roll back. What was not sent yet is never sent. */
  close(): boolean {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(ENDED));
    return this.#hasBegun;
  }

  #flush(): void {
    this.#isScheduled = false;
    const sent = this.#waiting.splice(0);
    if (sent.length === 0) return;
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    const statements = sent.map(({ statement }) => statement);
    const begin = { name: "begin", text: this.#session.begin, values: [] };
    const { resultTimeoutMs: eachMs } = this.#session;
    // The server sends the results together, and each statement may take as long as its own timeout.
    const timeoutMs = eachMs && eachMs * sent.length;
    void sendAll(this.#session, isFirst ? [begin, ...statements] : statements, timeoutMs).then(
      ({ results, failure }) => {
        const own = isFirst ? results.slice(1) : results;
        for (const [at, { resolve, reject }] of sent.entries()) {
          const result = own[at];
          if (result) resolve(result);
          else reject((this.#failure ?? failure)?.error);
        }
      },
    );
  }
}

/** Behind a pooler, `pg` itself sends statements without waiting. They run one by one, so those after a failure fail. */
async function sendAll(
  { client, isPooled }: Session,
  statements: readonly Prepared[],
  timeoutMs: number | undefined,
): Promise<BatchResult> {
  if (!isPooled) return sendTogether(client, statements, timeoutMs);
  const sent = statements.map(({ name, text, values }) =>
    client.query({ text, values, ...(name === "" ? {} : { name }) }),
  );
  const settled = await Promise.allSettled(sent);
  const results: Ran[] = [];
  for (const each of settled) {
    if (each.status === "rejected") return { results, failure: { error: each.reason } };
    results.push(each.value);
  }
  return { results };
}
