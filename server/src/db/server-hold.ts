import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf } from "./database-unavailable.ts";
import { launchLog, type DataFolder } from "./data-folder.ts";
import { readTail } from "./owned-folder.ts";
import {
  clearLocks,
  findSocketDir,
  interrupt,
  isOurServer,
  launch,
  makeFallback,
  PORT,
  readPidFile,
  removeFallback,
  SUPERUSER,
  type Launched,
  type Running,
} from "./postmaster.ts";

// Advisory locks, because they are released with the connection, however their holder dies.
const IN_USE = 8251; // shared: every process that uses this server
const THE_APP = 8252; // exclusive: the one app on this data
const START_MS = 30_000;
const RECOVERY_MS = 600_000;
const STOP_MS = 60_000;
const LAST_WORDS_BYTES = 65_536;
const CANNOT_CONNECT_NOW = "57P03";

/** A data folder has one app. Tools may run with or without it. */
export type Role = "app" | "tool";

export interface Start {
  readonly folder: DataFolder;
  readonly binaries: string;
  readonly settings: readonly string[];
  readonly role: Role;
}

/** A connection whose locks mark this server as in use. */
export interface Hold {
  readonly client: pg.Client;
  readonly running: Running;
  /** Whether another process started the server. */
  readonly adopted: boolean;
}

export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

/**
 * Connects to the server on this data, or starts one. An existing server is recognized by connecting, because a pid
 * proves nothing.
 */
export async function takeHold(start: Start, formerSocketDir?: string): Promise<Hold> {
  const { folder, role } = start;
  const began = performance.now();
  let patienceMs = START_MS;
  let launched: Launched | undefined;
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    const running = readPidFile(folder.data);
    const heardAt = running && findSocketDir(folder, running);
    const found = heardAt === undefined ? "nothing" : await tryToHold(heardAt, role);
    if (running && heardAt !== undefined && found instanceof pg.Client) {
      if (launched && launched.socketDir !== heardAt) removeFallback(folder.identity, launched.socketDir);
      return { client: found, running: { ...running, socketDir: heardAt }, adopted: running.pid !== launched?.pid };
    }
    // It responds, so it is alive. Crash recovery may take long.
    if (found === "starting") patienceMs = RECOVERY_MS;
    if (performance.now() - began > patienceMs) throw new Error(`PostgreSQL did not start. ${lastWords(folder.base)}`);
    const lives = running !== undefined && isOurServer(folder.data, running.pid);
    if (!lives && (launched === undefined || launched.exited())) {
      const former = formerSocketDir ?? launched?.socketDir ?? findSocketDir(folder, running);
      const socketDir = former ?? makeFallback(folder.identity);
      clearLocks(folder, socketDir);
      launched = launch({ ...start, socketDir });
    }
    await sleep(pauseMs);
  }
}

/** Gives up our hold, and stops the server unless another process still uses it. */
export async function releaseHold({ client, running }: Hold, folder: DataFolder): Promise<void> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [IN_USE]);
    const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [IN_USE]);
    if (rows[0]?.alone) await stop(running, folder);
  } catch {
    // The server ended first.
  }
  await client.end().catch(() => {});
}

async function tryToHold(host: string, role: Role): Promise<pg.Client | "starting" | "nothing"> {
  const client = new pg.Client({
    host,
    port: PORT,
    user: SUPERUSER,
    database: "postgres",
    ssl: false, // PGSSLMODE in the operator's shell is meant for other servers
    options: "-c statement_timeout=0", // and so is PGOPTIONS
    connectionTimeoutMillis: 2_000,
    application_name: `tributary-${role}`,
  });
  client.on("error", () => {}); // 'end' follows and is handled
  try {
    await client.connect();
    // Waits while another process, which found no other users, stops the server. That ends this connection, and we
    // retry.
    await client.query("select pg_advisory_lock_shared($1)", [IN_USE]);
    if (role === "tool") return client;
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [THE_APP]);
    if (rows[0]?.free) return client;
  } catch (error) {
    await client.end().catch(() => {});
    return codeOf(error) === CANNOT_CONNECT_NOW ? "starting" : "nothing";
  }
  await client.end();
  throw new AlreadyRunning("Tributary is already running on this data folder.");
}

async function stop({ pid, socketDir }: Running, { data, identity }: DataFolder): Promise<void> {
  // The pid of a server in another container may belong to a different process here. That container stops the server.
  if (readPidFile(data)?.pid !== pid || !isOurServer(data, pid)) return;
  interrupt(identity, pid);
  const began = performance.now();
  // PostgreSQL deletes its pid file shortly before it exits.
  const lives = () => readPidFile(data)?.pid === pid || isOurServer(data, pid);
  while (lives() && performance.now() - began < STOP_MS) await sleep(20);
  removeFallback(identity, socketDir);
}

function lastWords(base: string): string {
  const log = launchLog(base);
  try {
    const fatal = readTail(log, LAST_WORDS_BYTES)
      ?.split("\n")
      .findLast((line) => line.includes("FATAL"))
      // The database's user can write to this log, and an operator's terminal would obey control characters.
      ?.replaceAll(/\p{Cc}/gu, " ");
    return `${fatal ?? ""} See ${log} and the other files in log.`.trimStart();
  } catch {
    return `See ${base}.`;
  }
}
