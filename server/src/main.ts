import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";
import { codeOf, isRefused } from "./db/database-unavailable.ts";
import { connect, type Connection } from "./db/database.ts";
import { chooseDataDir, refuseOthersDataDir } from "./db/data-folder.ts";
import { startEmbeddedPostgres, type EmbeddedOptions } from "./db/embedded-postgres.ts";
import { migrate, UnsuitableDatabase } from "./db/migrate.ts";
import { isRoot } from "./db/os-user.ts";
import { openPools } from "./db/pools.ts";
import { createDestinations } from "./deliverer/destinations.ts";
import type { Destinations } from "./domain/endpoint.ts";
import { CannotMove } from "./formats/manifest.ts";
import { openJournal, type OpenJournal } from "./redirector/journal/open-journal.ts";
import { anyAccountExists } from "./store/people/accounts.ts";
import { systemClock } from "./system/clock.ts";
import { createLog, type Log } from "./system/log.ts";
import { movedMarkFile, readMovedMark } from "./system/moved-mark.ts";
import { loadSecretKey } from "./system/secret-key.ts";

const NO_JOURNAL =
  "Cannot keep clicks in DATA_DIR, so clicks are lost while the database is unavailable. Set DATA_DIR to a folder that this user can write to, or CLICK_JOURNAL_MB to 0.";
const BESIDE_THE_PROGRAM = fileURLToPath(new URL("../../data", import.meta.url));
const RUNS_AS_ROOT =
  'Tributary is running as root. Run it as a dedicated user instead: see "As a service" in docs/operations.md.';
// An orchestrator kills the process soon after asking it to stop. Requests that take longer are lost anyway.
const DRAIN_MS = 25_000;
const HANG_UP_MS = 50;

/** The program's database. */
export interface Installation {
  readonly connection: Connection;
  /** Bypasses a pooler, for notifications. Defaults to the connection itself. */
  readonly listenConnection?: Connection;
  /** Only with the embedded server. */
  readonly dataDir: string | undefined;
  close(): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = "PortTaken";
}

export function dataDirOf(config: Config): string {
  return chooseDataDir(config.dataDir, BESIDE_THE_PROGRAM, config.postgresOsUser);
}

/** Whether a start has created data here before. */
export function hasData(dataDir: string): boolean {
  return existsSync(baseOf(dataDir));
}

export async function openInstallation(
  config: Config,
  options: Omit<EmbeddedOptions, "base" | "osUser">,
): Promise<Installation> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseListenUrl } = config;
    return {
      connection: { connectionString: databaseUrl },
      ...(databaseListenUrl === undefined ? {} : { listenConnection: { connectionString: databaseListenUrl } }),
      dataDir: undefined,
      close: () => Promise.resolve(),
    };
  }
  const dataDir = dataDirOf(config);
  refuseOthersDataDir(dataDir);
  refuseMoved(dataDir);
  // The secret comes first: data without a secret then means that the secret was lost.
  secretKeyOf(config);
  const embedded = await startEmbeddedPostgres({ ...options, base: baseOf(dataDir), osUser: config.postgresOsUser });
  return { connection: embedded.connection, dataDir, close: () => embedded.release() };
}

/** Data written here from now on would be missing in the new location. */
function refuseMoved(dataDir: string): void {
  const mark = readMovedMark(dataDir);
  if (!mark) return;
  throw new CannotMove(
    "moved_away",
    `The data in ${dataDir} has moved to ${mark.to}${mark.at === "" ? "" : ` (${mark.at})`}. Set DATABASE_URL and SECRET_KEY to use it there. ` +
      `To go back to the data as it was before the move, remove ${movedMarkFile(dataDir)}. Changes made there since then are not included.`,
  );
}

/**
 * On its own connection, without timeouts: a large table takes time, and another process's migration is worth waiting
 * for.
 */
export async function migrateInstallation({ connection }: Installation): Promise<readonly string[]> {
  const db = connect(connection, { onIdleError: () => {}, max: 1, applicationName: "tributary-migrate" });
  try {
    return await migrate(db);
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new UnsuitableDatabase(`The database rejected the connection: ${error.message}. Check DATABASE_URL.`, {
      cause: error,
    });
  } finally {
    await db.close();
  }
}

/** Where a started service can be reached. */
export interface Ready {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Only with the embedded server. */
  readonly dataDir: string | undefined;
  /** Whether any account exists yet. */
  readonly hasAccount: boolean;
}

/** Runs until a signal arrives; resolves to the exit code after shutdown. */
export async function serve(config: Config, onReady: (ready: Ready) => void): Promise<number> {
  const log = createLog(config.logLevel);
  let stop: (exitCode: number) => void = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  // npm forwards a signal that the whole process group already got: the second one must not interrupt the shutdown.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));

  if (isRoot()) log.warn(RUNS_AS_ROOT);
  const secretKey = secretKeyOf(config);
  const undo: (() => Promise<void>)[] = [];
  try {
    const installation = await openInstallation(config, {
      role: "app",
      onTrouble: (what) => log.warn(what),
      onLost: (why) => {
        log.fatal(why, "lost the embedded database, shutting down");
        stop(1);
      },
    });
    undo.unshift(() => installation.close());
    await migrateInstallation(installation);
    const onIdleError = (error: Error): void => log.warn(error, "an idle database connection was closed");
    const pools = openPools(installation, onIdleError);
    for (const pool of Object.values(pools)) undo.unshift(() => pool.close());
    const journal = await journalOf(config, log);
    // Imported here, because command-line tools start twice as fast without the web framework.
    const { buildApp } = await import("./app.ts");
    const app = await buildApp({
      config,
      db: pools.http,
      pools,
      clock: systemClock,
      log,
      secretKey,
      ...(journal ? { journal } : {}),
    });
    undo.unshift(() => drain(app));
    // A worker listens too, for monitoring: /healthz, /readyz and /metrics.
    await listen(app, config);
    if (config.roles.includes("worker")) {
      app.deliverer.start();
      app.jobs.start();
      app.mails?.start();
      app.receipts.start();
    }
    const { host, port, baseUrl } = config;
    onReady({ host, port, baseUrl, dataDir: installation.dataDir, hasAccount: await anyAccountExists(pools.http) });
    const exitCode = await stopped;
    log.info("stopping after requests in flight are finished");
    return exitCode;
  } finally {
    await Promise.race([undoAll(undo, log), sleep(DRAIN_MS, undefined, { ref: false })]);
  }
}

const MEGABYTE = 1_000_000;

/** Without a folder to write to, the service runs as well, but it loses clicks while the database is unavailable. */
async function journalOf(config: Config, log: Log): Promise<OpenJournal | undefined> {
  const dataDir = dataDirOf(config);
  // Clicks from before it was turned off are still recorded.
  const isWanted = config.clickJournalMb > 0 || existsSync(join(dataDir, "journal"));
  if (!config.roles.includes("redirector") || !isWanted) return undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    refuseOthersDataDir(dataDir);
    return await openJournal(join(dataDir, "journal"), config.clickJournalMb * MEGABYTE);
  } catch (error) {
    log.warn({ err: error }, NO_JOURNAL);
    return undefined;
  }
}

async function listen({ http }: App, { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new PortTaken(`Port ${port} is already in use. Set PORT to another one.`, { cause: error });
    if (code === "EACCES")
      throw new PortTaken(`Port ${port} requires elevated privileges. Set PORT to 1024 or higher.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new PortTaken(`HOST ${host} is not an address of this machine. Set it to one that is.`, { cause: error });
    throw error;
  }
}

/** Otherwise a client that keeps its connection open after its response would delay the shutdown by a minute. */
async function drain(app: App): Promise<void> {
  const hangUp = setInterval(() => app.http.server.closeIdleConnections(), HANG_UP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(hangUp);
  }
}

export function destinationsOf(config: Config): Destinations {
  return createDestinations(config.webhookAllowedNetworks);
}

/** Reads the secret of this installation. The first start creates it. */
export function secretKeyOf(config: Config): Buffer {
  if (config.secretKey !== undefined) return config.secretKey;
  const dataDir = dataDirOf(config);
  refuseOthersDataDir(dataDir);
  return loadSecretKey(dataDir, hasData(dataDir));
}

function baseOf(dataDir: string): string {
  return join(dataDir, "postgres");
}

/**
 * In reverse order of the start: no new requests, requests in flight finish, then workers, pool, and the server last.
 */
async function undoAll(undo: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  for (const step of undo) await step().catch((error: unknown) => log.error(error, "a component did not stop cleanly"));
}
