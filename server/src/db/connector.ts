import pg from "pg";
import type { Connection } from "./connection.ts";
import { isUnavailable, NotAStandby, ReadOnlyServer, reasonOf } from "./database-unavailable.ts";
import { parseDatabaseUrl, type SessionTarget } from "./database-url.ts";
import { types } from "./types.ts";

/** The server's timeouts per statement and transaction. A missing value means no timeout. */
export interface Limits {
  readonly statementTimeoutMs?: number | undefined;
  readonly lockTimeoutMs?: number | undefined;
}

export interface SessionOptions extends Limits {
  readonly applicationName: string;
  /** Per host: to connect, sign in and receive the first result. */
  readonly connectTimeoutMs: number;
  /** For whole tables: `pg` cannot stream on a pipelined connection. */
  readonly streams?: boolean;
  /** Prefers standbys, and refuses writes. */
  readonly isReplica?: boolean;
}

/** An open connection that is ready for use. */
export interface Session {
  readonly client: pg.Client;
  /** Which of the listed hosts it is connected to. */
  readonly host: number;
  /** Whether a pooler such as PgBouncer is in between: the server behind it may change with every transaction. */
  readonly isPooled: boolean;
  /** Starts a transaction with all required settings. */
  readonly begin: string;
  /** How long to wait for the result of a statement. */
  readonly resultTimeoutMs: number | undefined;
}

/** With several hosts, an unreachable one must not use up the caller's whole timeout. */
const SHARED_CONNECT_MS = 2_000;
/** How far the server may exceed its own timeout before the connection counts as dead. */
const ANSWER_GRACE_MS = 1_000;
/** An idle connection to a vanished host ends 10 seconds after this. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens connections to the first listed host that is up and accepts writes. Every connection of the program is opened
 * here.
 */
export class Connector {
  readonly #addresses: readonly pg.ClientConfig[];
  readonly #target: SessionTarget;
  readonly #options: SessionOptions;
  /** The host that was last usable. */
  #preferred = 0;
  #isPooled = false;

  constructor(connection: Connection, options: SessionOptions) {
    const { connectionString } = connection;
    const parsed =
      connectionString === undefined
        ? undefined
        : parseDatabaseUrl(connectionString, options.isReplica ? "reads" : "everything");
    this.#addresses = parsed?.urls.map((url) => ({ connectionString: url })) ?? [{ ...connection }];
    this.#target = parsed?.target ?? "any";
    this.#options = options;
  }

  async open(): Promise<Session> {
    const failures: Error[] = [];
    const first = this.#preferred;
    for (let tried = 0; tried < this.#addresses.length; tried += 1) {
      const host = (first + tried) % this.#addresses.length;
      try {
        const session = await this.#openAt(host);
        this.#preferred = host;
        return session;
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    // A wrong password is more useful to report than another host being down.
    const refusal = failures.find((error) => error instanceof pg.DatabaseError && !isUnavailable(error));
    throw (
      refusal ?? (failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(reasonOf).join("; ")))
    );
  }

  async #openAt(host: number): Promise<Session> {
    const { applicationName, connectTimeoutMs, statementTimeoutMs } = this.#options;
    const resultTimeoutMs = statementTimeoutMs === undefined ? undefined : statementTimeoutMs + ANSWER_GRACE_MS;
    const client = new pg.Client({
      ...this.#addresses[host],
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: applicationName,
      pipeline: this.#isPooled,
      // The server's own timeout needs a working connection. This one also ends the wait on a dead network path.
      ...(resultTimeoutMs === undefined ? {} : { query_timeout: resultTimeoutMs }),
    });
    // The running query fails as well. Without a listener, the error would end the process.
    client.on("error", () => {});
    const limitMs = this.#addresses.length > 1 ? Math.min(connectTimeoutMs, SHARED_CONNECT_MS) : connectTimeoutMs;
    const timer = setTimeout(() => cut(client, new Error("Connection terminated due to connection timeout")), limitMs);
    try {
      await client.connect();
      const found = await this.#greet(client);
      // Behind a pooler a statement is sent together with its begin and commit, without waiting in between.
      if (found.isPooled && !client.pipeline && !this.#options.streams) {
        this.#isPooled = true;
        await client.end();
        return await this.#openAt(host);
      }
      return { client, host, ...found, begin: this.#begin(found), resultTimeoutMs };
    } catch (error) {
      cut(client);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A pooler reports its own process IDs, so a mismatch with the server's real one reveals it. A direct session gets
   * its settings in the same round trip. A pooled one must not, because other clients use it after us.
   */
  async #greet(client: pg.Client): Promise<{ isPooled: boolean }> {
    const { processID } = client as unknown as { processID: number | null };
    const applied = settingsFor(this.#options).map(([name, value]) => `set_config('${name}', '${value}', false)`);
    const { rows } = await client.query<{ ours: boolean; standby: boolean; read_only: boolean }>(
      `select pg_backend_pid() = ${Number(processID)} as ours, pg_is_in_recovery() as standby,
         current_setting('transaction_read_only') = 'on' as read_only,
         case when pg_backend_pid() = ${Number(processID)} then concat(${applied.join(", ")}) end`,
    );
    const [found] = rows;
    if (this.#target === "standby" && !found?.standby) throw new NotAStandby(`${placeOf(client)} is not a standby`);
    const unfit = { "read-write": found?.read_only, primary: found?.standby, standby: false, any: false }[this.#target];
    if (!found || unfit) throw new ReadOnlyServer(placeOf(client));
    return { isPooled: !found.ours };
  }

  /** Behind a pooler, settings last only for a transaction, so each transaction sets them again. */
  #begin({ isPooled }: Pick<Session, "isPooled">): string {
    const local = isPooled ? settingsFor(this.#options).map(([name, value]) => `set local ${name} = '${value}'`) : [];
    const access = this.#options.isReplica ? " read only" : "";
    return [`begin isolation level read committed${access}`, ...local].join("; ");
  }
}

/** Closes a connection without notifying the server. */
export function cut(client: pg.Client, reason?: Error): void {
  client.connection.stream.destroy(reason);
}

/** Closes the connection cleanly, but does not wait for a server that never reacts. */
export async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client), SHARED_CONNECT_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** Startup parameters would do the same, but PgBouncer rejects or ignores them. */
function settingsFor({ statementTimeoutMs = 0, lockTimeoutMs = 0 }: Limits): [name: string, value: string | number][] {
  return [
    // A server in another time zone would split days at a different hour.
    ["timezone", "UTC"],
    ["statement_timeout", statementTimeoutMs],
    ["lock_timeout", lockTimeoutMs],
    ["idle_in_transaction_session_timeout", statementTimeoutMs],
  ];
}

function placeOf({ host, port }: pg.Client): string {
  return host.startsWith("/") ? host : `${host}:${port}`;
}
