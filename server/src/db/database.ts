import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Sql } from "sql-template-tag";
import { prepare, sendTogether, type Ran } from "./batch.ts";
import type { Connection } from "./connection.ts";
import { Connector, type Limits, type Session } from "./connector.ts";
import { codeOf, DatabaseUnavailable, isUnavailable, isLost } from "./database-unavailable.ts";
import { listen, NoticeSender, type Listening } from "./listen-notify.ts";
import { Pool, type PoolCounts } from "./pool.ts";
import { StatementNames } from "./statement-names.ts";
import { readTogether, runTransaction, type Tx } from "./transaction.ts";

export type { Connection } from "./connection.ts";
export type { Tx } from "./transaction.ts";
export { DatabaseUnavailable } from "./database-unavailable.ts";

export interface Db {
  query<Row>(statement: Sql): Promise<Row[]>;
  /**
   * Reads on one connection. Those that are started together, as in `Promise.all`, take one round trip. Each sees what
   * is committed when it runs.
   */
  together<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Calls back after a transaction of any process has notified this channel. Notifications may arrive twice or never.
   */
  listen(channel: string, onNotice: () => void): Listening;
  /** Notifies the listeners on this channel, after a write that needed no transaction. */
  tell(channel: string): void;
  /** The current state of its connections. */
  readonly connections: PoolCounts;
  close(): Promise<void>;
}

/** What a read needs: it may run inside a transaction or outside. */
export type Queryable = Pick<Db, "query">;

export interface ConnectOptions extends Limits {
  /** Called when an idle connection dies; the pool has already replaced it. */
  readonly onIdleError: (error: Error) => void;
  readonly max?: number;
  /** How long to wait for a connection from the pool or a new one before the database counts as unavailable. */
  readonly connectTimeoutMs?: number;
  readonly applicationName?: string;
  /** A standby, for read-only transactions. */
  readonly isReplica?: boolean;
  /** Where to listen for notifications, if not on the same address. */
  readonly listenOn?: Connection | undefined;
}

const ATTEMPTS_MAX = 5;
const RETRY_PAUSE_MS = 5;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const NOT_IN_A_TRANSACTION = "25001";
// From a pooler without support for prepared statements: this server does not know the name, or already has it.
const UNKNOWN_STATEMENT = new Set(["26000", "42P05"]);

export function connect(connection: Connection, options: ConnectOptions): Db {
  const { max = 10, connectTimeoutMs = 5_000, applicationName = "tributary", onIdleError } = options;
  const connector = new Connector(connection, { ...options, connectTimeoutMs, applicationName });
  const pool = new Pool({ open: () => connector.open(), max, waitMs: connectTimeoutMs, onIdleError });
  const statements = new StatementNames();
  // A standby cancels reads that conflict with its recovery. The primary serves them at once.
  const racesMax = options.isReplica ? 1 : ATTEMPTS_MAX;
  // No NOTIFY inside the transactions: it takes a server-wide lock, so they would commit one after another.
  const notices = new NoticeSender((channel) =>
    withSession(pool, async ({ client }) => {
      await client.query("select pg_notify($1, '')", [channel]);
    }),
  );

  return {
    query: <Row>(statement: Sql) =>
      retrying(statements, () =>
        withSession(pool, async (session) => (await runAlone(session, statements.config(statement))).rows as Row[]),
      ),
    together: (work) =>
      retrying(statements, () =>
        withSession(pool, (session) => readAlone(session, (statement) => statements.config(statement), work)),
      ),
    transaction: async (work) => {
      const { result, told } = await retrying(
        statements,
        () =>
          withSession(pool, (session, lose) =>
            runTransaction(session, { config: (statement) => statements.config(statement), lose, run: work }),
          ),
        racesMax,
      );
      for (const channel of told) notices.tell(channel);
      return result;
    },
    tell: (channel) => notices.tell(channel),
    listen: (channel, onNotice) => listen(options.listenOn ?? connection, channel, onNotice),
    get connections() {
      return pool.counts;
    },
    close: async () => {
      await notices.flush();
      await pool.close();
    },
  };
}

type Lose = (error: Error) => void;

async function withSession<T>(pool: Pool, work: (session: Session, lose: Lose) => Promise<T>): Promise<T> {
  const loan = await pool.borrow().catch((error: unknown) => {
    // Only a server error has a SQLSTATE. Anything else means that we did not reach the server.
    throw isUnavailable(error) || !(error instanceof pg.DatabaseError) ? new DatabaseUnavailable(error) : error;
  });
  let lost: Error | undefined;
  try {
    return await work(loan.session, (error) => (lost = error));
  } catch (error) {
    if (isLost(error)) lost = error as Error;
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    loan.giveBack(lost);
  }
}

/**
 * Behind a pooler, timeouts apply only within a transaction, so a single statement gets its own, in the same round
 * trip.
 */
async function runAlone({ client, isPooled, begin }: Session, statement: pg.QueryConfig): Promise<Ran> {
  if (!isPooled) return runOne(client, statement);
  const steps = [client.query(begin), client.query(statement), client.query("commit")] as const;
  const [, ran] = await Promise.allSettled(steps);
  // The statement has not run yet. It runs with the role's own timeouts.
  if (ran.status === "rejected" && codeOf(ran.reason) === NOT_IN_A_TRANSACTION) return client.query(statement);
  const [, result] = await Promise.all(steps);
  return result;
}

/** A pooler gives each statement its own transaction, which goes along with it. */
async function readAlone<T>(
  session: Session,
  config: (statement: Sql) => pg.QueryConfig,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  if (!session.isPooled) return readTogether(session, config, work);
  return work({ query: async <Row>(statement: Sql) => (await runAlone(session, config(statement))).rows as Row[] });
}

async function runOne(client: pg.Client, statement: pg.QueryConfig): Promise<Ran> {
  const { results, failure } = await sendTogether(client, [prepare(statement)]);
  const [result] = results;
  // It commits after its result was sent, and that can still fail.
  if (failure || !result) throw failure?.error;
  return result;
}

async function retrying<T>(statements: StatementNames, attempt: () => Promise<T>, racesMax = ATTEMPTS_MAX): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const stale = isStalePlan(error) && attempts === 1;
      const code = codeOf(error);
      const unknown = code !== undefined && UNKNOWN_STATEMENT.has(code) && attempts < ATTEMPTS_MAX;
      const lostRace = code === SERIALIZATION_FAILURE || code === DEADLOCK;
      // The request itself is fine, although it lost every race: the caller can retry.
      if (lostRace && attempts >= racesMax) throw new DatabaseUnavailable(error);
      if (stale) statements.renew();
      else if (unknown) statements.giveUp();
      else if (!lostRace) throw error;
      await sleep(RETRY_PAUSE_MS * (attempts - 1));
    }
  }
}

/** 0A000 "cached plan must not change result type": the table was altered after this text was prepared. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}
