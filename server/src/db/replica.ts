import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { DatabaseUnavailable, NotAStandby, ReadOnlyServer } from "./database-unavailable.ts";
import type { Db, Queryable } from "./database.ts";

/** A place in the log of a server. */
interface LogPlace {
  readonly lsn: string;
  readonly timeline: number;
  /** The cluster and its database. */
  readonly server: string;
}

/** Where the primary's log ends. A standby that has replayed up to here has every write acknowledged so far. */
export interface Position extends LogPlace {
  /** Another one after each start of the server. */
  readonly instance: string;
}

export class OtherServer extends NotAStandby {
  override readonly name = "OtherServer";

  constructor() {
    super(
      "DATABASE_READ_URL points to a different server or database than DATABASE_URL. Set it to a standby of that server, or remove it.",
    );
  }
}

export class ReplicaBehind extends Error {
  override readonly name = "ReplicaBehind";
}

/** Other reads use all connections to the replica. It can still be fresh. */
export class ReplicaBusy extends Error {
  override readonly name = "ReplicaBusy";
}

const PAUSE_MIN_MS = 1;
const PAUSE_MAX_MS = 20;

/** Undefined while the server at DATABASE_URL is read-only itself. */
export async function readPosition(primary: Queryable): Promise<Position | undefined> {
  // PostgreSQL shows a commit to others after it is flushed, unless the server acknowledges commits before that.
  const [position] = await primary.query<Position>(sql`
    select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
      ${SERVER} as server, ${INSTANCE} as instance
    where not pg_is_in_recovery()`);
  return position;
}

/**
 * Waits until the standby has replayed up to the position. Everything that the same server shows afterwards is fresh.
 * Returns which server that is.
 */
export async function waitFor(
  standby: Queryable,
  position: Position,
  { maxLagMs, isGivenUp = () => false }: Wait,
): Promise<string> {
  const startedMs = performance.now();
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    const { server, instance, is_standby: isStandby, timeline, reached } = await readState(standby, position);
    if (server !== position.server) throw new OtherServer();
    if (!isStandby) throw new NotAStandby("the server at DATABASE_READ_URL is not a standby");
    // After a failover, a standby can be further in the log of the old primary than the new primary is in its own.
    if (timeline !== position.timeline)
      throw new ReplicaBehind("the standby at DATABASE_READ_URL is not on the timeline of the primary yet");
    if (reached) return instance;
    if (isGivenUp() || performance.now() + pauseMs - startedMs > maxLagMs) throw tooLate(maxLagMs);
    await sleep(pauseMs);
  }
}

interface Wait {
  readonly maxLagMs: number;
  /** Nobody waits for it any longer. */
  readonly isGivenUp?: () => boolean;
}

const tooLate = (maxLagMs: number): ReplicaBehind =>
  new ReplicaBehind(`the standby at DATABASE_READ_URL did not catch up with the primary within ${maxLagMs} ms`);

/** A pooler leads each transaction to any of its servers. Fails if this one has not been waited for. */
export async function assertSameServer(standby: Queryable, instance: string): Promise<void> {
  const [found] = await standby.query<{ instance: string }>(sql`select ${INSTANCE} as instance`);
  if (found?.instance !== instance)
    throw new ReplicaBehind("the pooler at DATABASE_READ_URL has switched to another server");
}

const SERVER = sql`(select system_identifier from pg_control_system()) || '/' || current_database()`;
/** No two servers start in the same microsecond. */
const INSTANCE = sql`extract(epoch from pg_postmaster_start_time())::text`;
const TIMELINE = sql`(select min_recovery_end_timeline from pg_control_recovery())`;

/** The last log position that the standby has replayed. Undefined if the server is not a standby. */
export async function readReplayed(standby: Queryable): Promise<LogPlace | undefined> {
  const [place] = await standby.query<LogPlace>(sql`
    select pg_last_wal_replay_lsn()::text as lsn, ${TIMELINE} as timeline, ${SERVER} as server
    where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`);
  return place;
}

/**
 * A primary that was restored from an older copy continues on the same timeline. Its standby then has writes that the
 * primary has lost, and lacks those that come now. The position has to be read after the standby's.
 */
export function assertSameLog(standby: LogPlace | undefined, primary: Position): void {
  if (standby?.server !== primary.server || standby.timeline !== primary.timeline) return;
  if (bytesOf(standby.lsn) > bytesOf(primary.lsn))
    throw new ReplicaBehind("the standby at DATABASE_READ_URL has a log that the primary does not have");
}

/** 16/B374D848 */
function bytesOf(lsn: string): bigint {
  const [high, low] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

interface State {
  readonly server: string;
  readonly instance: string;
  readonly is_standby: boolean;
  readonly timeline: number;
  readonly reached: boolean;
}

/** The time of the last replayed transaction says nothing on an idle primary, so positions are compared. */
async function readState(standby: Queryable, { lsn }: Position): Promise<State> {
  const [state] = await standby.query<State>(sql`
    select ${SERVER} as server, ${INSTANCE} as instance, pg_is_in_recovery() as is_standby, ${TIMELINE} as timeline,
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as reached`);
  if (!state) throw new Error("The standby did not return its position.");
  return state;
}

export interface Replicated {
  readonly primary: Db;
  readonly replica: Db;
  readonly maxLagMs: number;
}

/**
 * Runs `work` on the replica once it has reached the position. The limit includes the wait for a connection and for a
 * server that does not respond.
 */
export async function whenFresh<T>(
  { replica, maxLagMs }: Omit<Replicated, "primary">,
  position: Position,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  let isConnected = false;
  let isLate = false;
  let onFresh = (): void => {};
  const fresh = new Promise<void>((resolve) => (onFresh = resolve));
  const served = replica.transaction(async (tx) => {
    isConnected = true;
    await waitFor(tx, position, { maxLagMs, isGivenUp: () => isLate });
    if (isLate) throw tooLate(maxLagMs);
    onFresh();
    return work(tx);
  });
  try {
    await inTime(Promise.race([fresh, served]), maxLagMs);
  } catch (error) {
    isLate = true;
    throw isConnected ? error : busyOr(replica, error);
  }
  return served;
}

/** Does not wait longer for a server that does not respond. */
export async function inTime<T>(work: Promise<T>, maxLagMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(maxLagMs)), maxLagMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Why a read got no connection. */
function busyOr({ connections }: Db, error: unknown): unknown {
  if (connections.busy === 0) return error;
  return new ReplicaBusy("all connections to the replica are in use", { cause: error });
}

export interface Lag {
  /** How long the replica took to have everything that the primary had then. */
  readonly ms: number;
  /** Until the primary is restarted, its log is known to be the replica's. */
  readonly primaryInstance: string;
}

/** Fails if the replica takes too long, or does not follow the primary. */
export async function measureLag({ primary, replica, maxLagMs }: Replicated): Promise<Lag> {
  // The time to open a connection is not lag.
  const replayed = await replica.transaction(readReplayed).catch((error: unknown) => {
    throw busyOr(replica, error);
  });
  const startedMs = performance.now();
  const position = await readPosition(primary);
  if (!position) throw new ReadOnlyServer("The server at DATABASE_URL");
  assertSameLog(replayed, position);
  await whenFresh({ replica, maxLagMs }, position, async () => {});
  return { ms: performance.now() - startedMs, primaryInstance: position.instance };
}

export const otherServerIn = (error: unknown): OtherServer | undefined =>
  error instanceof DatabaseUnavailable && error.cause instanceof OtherServer ? error.cause : undefined;
