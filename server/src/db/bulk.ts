import pg from "pg";
import type { Sql } from "sql-template-tag";
import { Connector, end } from "./connector.ts";
import { copyIn, copyOut, type CopiedRows } from "./copy.ts";
import { DatabaseUnavailable, isUnavailable, isRefused } from "./database-unavailable.ts";
import type { Connection, Tx } from "./database.ts";
import { UnsuitableDatabase } from "./migrate.ts";
import { assertSameServer, inTime, waitFor, type Position } from "./replica.ts";

export type { CopiedRows } from "./copy.ts";

/** One long transaction on its own connection, without timeouts, that can stream whole tables. */
export interface BulkTx extends Tx {
  /** The rows of a query, in PostgreSQL's text form. */
  copyOut(query: string): AsyncGenerator<CopiedRows, void>;
  /** `into`: a table and its columns. */
  copyIn(into: string, rows: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
}

/** A standby has to replay up to the position first, but not longer than that. */
export interface Awaited {
  readonly position: Position;
  readonly maxLagMs: number;
}

export interface BulkWork {
  /** `snapshot` reads everything as of one moment, despite concurrent writes. */
  readonly mode: "snapshot" | "write";
  /** For a standby. */
  readonly awaited?: Awaited | undefined;
  /** Tables to lock before the first read, so that none of them can be dropped during the snapshot. */
  readonly lock?: { readonly tables: readonly string[]; readonly mode: "access share" | "share" };
}

// Whole tables are read in key order. A planner that expects a large cache follows the index even where rows are stored
// in a different order. With a small cache it sorts those tables and uses the index elsewhere.
const FOR_WHOLE_TABLES = "set local effective_cache_size = '8MB'";

// The text form of a value must not depend on the server's configuration: the same row gives the same bytes everywhere.
// Set inside the transaction before its first read, so that a connection pooler does no harm.
const SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  ${FOR_WHOLE_TABLES}`;
const CONNECT_MS = 10_000;
export const BULK_APPLICATION = "tributary-bulk";

/** Not retried, unlike other transactions: the operator who copies an installation sees the error. */
export async function inBulk<T>(
  connection: Connection,
  { mode, lock, awaited }: BulkWork,
  work: (tx: BulkTx) => Promise<T>,
): Promise<T> {
  const connector = new Connector(connection, {
    applicationName: BULK_APPLICATION,
    connectTimeoutMs: CONNECT_MS,
    streams: true,
    isReplica: awaited !== undefined,
  });
  let client: pg.Client | undefined;
  try {
    ({ client } = await connector.open());
    // Before the transaction, whose first read takes the snapshot.
    const instance = awaited && (await reached(client, awaited));
    await client.query(
      mode === "snapshot" ? "begin isolation level repeatable read read only" : "begin isolation level read committed",
    );
    await client.query(SETTINGS);
    if (lock && lock.tables.length > 0) {
      const names = lock.tables.map((name) => pg.escapeIdentifier(name)).join(", ");
      await client.query(`lock table ${names} in ${lock.mode} mode`);
    }
    if (instance !== undefined) await assertSameServer(bulkTx(client), instance);
    const result = await work(bulkTx(client));
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new Error("The transaction failed and was rolled back.");
    return result;
  } catch (error) {
    throw understood(error);
  } finally {
    // Also ends the transaction if it is still open.
    if (client) await end(client);
  }
}

const reached = (client: pg.Client, { position, maxLagMs }: Awaited): Promise<string> =>
  inTime(waitFor(bulkTx(client), position, { maxLagMs }), maxLagMs);

function bulkTx(client: pg.Client): BulkTx {
  return {
    query: async <Row>({ text, values }: Sql): Promise<Row[]> => (await client.query({ text, values })).rows as Row[],
    script: async (text: string): Promise<void> => {
      await client.query(text);
    },
    // Nothing listens to a database that is being moved.
    tell: () => {},
    copyOut: (query: string) => copyOut(client, `copy (${query}) to stdout`),
    copyIn: (into: string, rows: AsyncIterable<Buffer> | Iterable<Buffer>) =>
      copyIn(client, `copy ${into} from stdin`, rows),
  } as unknown as BulkTx;
}

function understood(error: unknown): unknown {
  // Several addresses or hosts were tried, and none responded.
  if (isUnavailable(error) || error instanceof AggregateError) return new DatabaseUnavailable(error);
  if (!isRefused(error)) return error;
  return new UnsuitableDatabase(`The database rejected the connection: ${error.message}. Check its address.`, {
    cause: error,
  });
}
