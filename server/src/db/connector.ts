import pg from "pg";
import type { Connection } from "./connection.ts";
import { isAway, ReadOnlyServer, reasonOf } from "./database-away.ts";
import { parseDatabaseUrl, type SessionTarget } from "./database-url.ts";
import { types } from "./types.ts";

/** The server's limits for each statement and transaction; none where a value is missing. */
export interface Limits {
  readonly statementTimeoutMs?: number | undefined;
  readonly lockTimeoutMs?: number | undefined;
}

export interface SessionOptions extends Limits {
  readonly applicationName: string;
  /** For each host: to connect, sign in and answer the first question. */
  readonly connectTimeoutMs: number;
  /** For whole tables: `pg` cannot stream over a connection that pipelines. */
  readonly streams?: boolean;
}

/** An open connection that fits its purpose. */
export interface Session {
  readonly client: pg.Client;
  /** Which of the listed hosts it leads to. */
  readonly host: number;
  /** Whether a pooler such as PgBouncer stands between: the server behind it may change with every transaction. */
  readonly isPooled: boolean;
  /** Begins a transaction, with everything that must hold in it. */
  readonly begin: string;
}

/** Of several hosts, a dead one must not use up the time that a caller has for all of them. */
const SHARED_CONNECT_MS = 2_000;
/** How long the server may be late with its own limit before the connection counts as dead. */
const ANSWER_GRACE_MS = 1_000;
/** An idle connection to a host that vanished ends 10 seconds after this. */
const KEEP_ALIVE_MS = 10_000;

/** Opens connections to the first listed host that is up and may be written to. All connections of the program come from here. */
export class Connector {
  readonly #addresses: readonly pg.ClientConfig[];
  readonly #target: SessionTarget;
  readonly #options: SessionOptions;
  /** The host that was usable last. */
  #preferred = 0;
  #isPooled = false;

  constructor(connection: Connection, options: SessionOptions) {
    const { connectionString } = connection;
    const parsed = connectionString === undefined ? undefined : parseDatabaseUrl(connectionString);
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
    // A wrong password is worth more than the news that another host is down.
    const refusal = failures.find((error) => error instanceof pg.DatabaseError && !isAway(error));
    throw (
      refusal ?? (failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(reasonOf).join("; ")))
    );
  }

  async #openAt(host: number): Promise<Session> {
    const { applicationName, connectTimeoutMs, statementTimeoutMs } = this.#options;
    const client = new pg.Client({
      ...this.#addresses[host],
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: applicationName,
      pipeline: this.#isPooled,
      // The server's limit needs a server that still talks: this one also ends the wait on a dead network path.
      ...(statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + ANSWER_GRACE_MS }),
    });
    // The query under way fails as well. Without a listener the process would end.
    client.on("error", () => {});
    const limitMs = this.#addresses.length > 1 ? Math.min(connectTimeoutMs, SHARED_CONNECT_MS) : connectTimeoutMs;
    const timer = setTimeout(() => cut(client, new Error("Connection terminated due to connection timeout")), limitMs);
    try {
      await client.connect();
      const found = await this.#greet(client);
      // Behind a pooler a statement travels with its begin and commit, and they must not wait for each other.
      if (found.isPooled && !client.pipeline && !this.#options.streams) {
        this.#isPooled = true;
        await client.end();
        return await this.#openAt(host);
      }
      return { client, host, ...found, begin: beginText(found.isPooled ? this.#options : undefined) };
    } catch (error) {
      cut(client);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A pooler hands out process numbers of its own, so the real one of the server gives it away. A session that is ours alone
   * gets its settings in the same round trip; a pooled one must not, because others use it after us.
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
    const unfit = { "read-write": found?.read_only, primary: found?.standby, any: false }[this.#target];
    if (!found || unfit) throw new ReadOnlyServer(placeOf(client));
    return { isPooled: !found.ours };
  }
}

/** Ends a connection without another word to the server. */
export function cut(client: pg.Client, reason?: Error): void {
  client.connection.stream.destroy(reason);
}

/** Says goodbye, and does not wait for a server that never reacts to it. */
export async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client), SHARED_CONNECT_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** Startup parameters would say the same, but PgBouncer refuses or ignores them. */
function settingsFor({ statementTimeoutMs = 0, lockTimeoutMs = 0 }: Limits): [name: string, value: string | number][] {
  return [
    // A server in another time zone would cut days elsewhere.
    ["timezone", "UTC"],
    ["statement_timeout", statementTimeoutMs],
    ["lock_timeout", lockTimeoutMs],
    ["idle_in_transaction_session_timeout", statementTimeoutMs],
  ];
}

/** Behind a pooler nothing outlives a transaction, so that each brings its settings along. */
function beginText(limits: Limits | undefined): string {
  const local =
    limits === undefined ? [] : settingsFor(limits).map(([name, value]) => `set local ${name} = '${value}'`);
  return ["begin isolation level read committed", ...local].join("; ");
}

function placeOf({ host, port }: pg.Client): string {
  return host.startsWith("/") ? host : `${host}:${port}`;
}
