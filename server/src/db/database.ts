import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Sql } from "sql-template-tag";
import type { Connection } from "./connection.ts";
import { codeOf, DatabaseAway, isAway } from "./database-away.ts";
import { listen, NoticeSender, type Listening } from "./notices.ts";
import { types } from "./types.ts";

export type { Connection } from "./connection.ts";
export { DatabaseAway } from "./database-away.ts";

declare const txBrand: unique symbol;

export interface Db {
  query<Row>(statement: Sql): Promise<Row[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back when a transaction of any process has told this channel something. Hints may come twice, or never. */
  listen(channel: string, onNotice: () => void): Listening;
  close(): Promise<void>;
}

/** An open transaction. Only `Db.transaction` makes one, so a write outside a transaction does not compile. */
export interface Tx {
  readonly [txBrand]: true;
  query<Row>(statement: Sql): Promise<Row[]>;
  /** A hint to whoever listens on this channel, sent once this transaction has committed. */
  tell(channel: string): void;
  /** Several commands in one text, without parameters: for migrations only. */
  script(text: string): Promise<void>;
}

/** What a read needs: it may run inside a transaction or outside. */
export type Queryable = Pick<Db, "query">;

export interface ConnectOptions {
  /** Told when an idle connection dies; the pool has already replaced it. */
  readonly onIdleError: (error: Error) => void;
  readonly max?: number;
  /** How long to wait for a connection, a free one of the pool or a new one, before the database counts as away. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly applicationName?: string;
}

const ATTEMPTS_MAX = 5;
const RETRY_PAUSE_MS = 5;
const ANSWER_GRACE_MS = 5_000;
const SERIALISATION_FAILURE = "40001";
const DEADLOCK = "40P01";

export function connect(connection: Connection, options: ConnectOptions): Db {
  const pool = new pg.Pool(poolConfig(connection, options));
  let closing = false;
  // Without a listener an idle connection that dies would end the process. The pool does not wait for those that it closes
  // itself: a server that stops right afterwards may still end them first.
  pool.on("error", (error) => closing || options.onIdleError(error));
  const statements = new StatementNames();
  // Not NOTIFY inside the transactions: they would commit one after the other, under a lock of the whole server.
  const notices = new NoticeSender((channel) =>
    withClient(pool, async (client) => {
      await client.query("select pg_notify($1, '')", [channel]);
    }),
  );

  return {
    query: <Row>(statement: Sql) =>
      retrying(statements, () =>
        withClient(pool, async (client) => (await client.query(statements.config(statement))).rows as Row[]),
      ),
    transaction: async (work) => {
      const { result, told } = await retrying(statements, () =>
        withClient(pool, (client) => runTransaction(client, statements, work)),
      );
      for (const channel of told) notices.tell(channel);
      return result;
    },
    listen: (channel, onNotice) => listen(connection, channel, onNotice),
    close: async () => {
      await notices.flush();
      closing = true;
      await pool.end();
    },
  };
}

function poolConfig(connection: Connection, options: ConnectOptions): pg.PoolConfig {
  const { statementTimeoutMs, lockTimeoutMs } = options;
  return {
    // A server in another time zone would cut days elsewhere.
    options: "-c TimeZone=UTC",
    ...connection,
    types,
    keepAlive: true,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: options.applicationName ?? "tributary",
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    ...(statementTimeoutMs === undefined
      ? {}
      : {
          statement_timeout: statementTimeoutMs,
          idle_in_transaction_session_timeout: statementTimeoutMs,
          // The server's limit needs a server that still talks: this one also ends the wait on a dead network path.
          query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
        }),
  };
}

/** Not `pool.query`: it throws the connection away, with its prepared statements, on every SQL error. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    // Only an answer of the server has a SQLSTATE; whatever else went wrong here, we did not get through to it.
    throw isAway(error) || !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error;
  }
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // A connection in use emits 'error' as well when it dies, and the pool does not listen on it then.
  client.on("error", onError);
  try {
    return await work(client);
  } catch (error) {
    if (!isAway(error)) throw error;
    // A lock or statement limit leaves the connection sound; an error that is no answer of the server does not.
    if (!(error instanceof pg.DatabaseError)) broken ??= error as Error;
    throw new DatabaseAway(error);
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

async function runTransaction<T>(
  client: pg.PoolClient,
  statements: StatementNames,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; told: ReadonlySet<string> }> {
  let open = true;
  const told = new Set<string>();
  const assertOpen = (): void => {
    if (!open) throw new Error("This transaction has ended: an await is missing.");
  };
  const tx = {
    query: async <Row>(statement: Sql): Promise<Row[]> => {
      assertOpen();
      return (await client.query(statements.config(statement))).rows as Row[];
    },
    tell: (channel: string): void => {
      assertOpen();
      told.add(channel);
    },
    script: async (text: string): Promise<void> => {
      assertOpen();
      await client.query(text);
    },
  } as Tx;
  await client.query("begin isolation level read committed");
  try {
    const result = await work(tx);
    open = false;
    const { command } = await client.query("commit");
    // After an error that somebody swallowed, PostgreSQL answers a commit with ROLLBACK and no error.
    if (command !== "COMMIT") throw new Error("The transaction had failed and was rolled back.");
    return { result, told };
  } catch (error) {
    open = false;
    await rollBack(client, error);
    throw error;
  }
}

async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
  // On a connection that no longer answers the rollback would wait as long again; the server does it when the connection ends.
  if (isAway(error) && !(error instanceof pg.DatabaseError)) return;
  await client.query("rollback");
}

async function retrying<T>(statements: StatementNames, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const stale = isStalePlan(error) && attempts === 1;
      const code = codeOf(error);
      const lostRace = code === SERIALISATION_FAILURE || code === DEADLOCK;
      // Nothing is wrong with a caller who lost every time: they may come again.
      if (lostRace && attempts === ATTEMPTS_MAX) throw new DatabaseAway(error);
      if (stale) statements.renew();
      else if (!lostRace) throw error;
      await sleep(RETRY_PAUSE_MS * (attempts - 1));
    }
  }
}

/** 0A000 "cached plan must not change result type": somebody altered the table since this text was prepared. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}

/** A statement with a name is parsed and planned once per connection: about twice as fast for a row by its key. */
class StatementNames {
  // Each name costs memory in every server process: texts that vary (lists of values) must not fill it.
  static readonly #max = 500;
  readonly #names = new Map<string, string>();
  #generation = 0;

  config(statement: Sql): pg.QueryConfig {
    const { text, values } = statement;
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < StatementNames.#max) {
      name = `g${this.#generation}q${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name === undefined ? { text, values } : { name, text, values };
  }

  /** New names for all: every connection of the pool prepares anew, not only the one that met the stale plan. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}
