import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { App } from "./app.ts";
import type { Config, ProcessRole } from "./config.ts";
import { refuseOthersDataDir } from "./db/data-folder.ts";
import { codeOf } from "./db/database-unavailable.ts";
import type { Db } from "./db/database.ts";
import { openPools, openReplicaPool, type PoolSource } from "./db/pools.ts";
import { ReplicaReads } from "./db/reads.ts";
import type { ShareMetrics } from "./http/public/metrics.ts";
import { dataDirOf } from "./installation.ts";
import { openJournal, type OpenJournal } from "./redirector/journal/open-journal.ts";
import { anyAccountExists } from "./store/people/accounts.ts";
import { systemClock } from "./system/clock.ts";
import type { Log } from "./system/log.ts";

const NO_JOURNAL =
  "Cannot keep clicks in DATA_DIR, so clicks are lost while the database is unavailable. Set DATA_DIR to a folder that this user can write to, or CLICK_JOURNAL_MB to 0.";
const HANG_UP_MS = 50;
const MEGABYTE = 1_000_000;

export class PortTaken extends Error {
  override readonly name = "PortTaken";
}

/** One of the processes ended before it was ready. Unless it was killed, it has printed why. */
export class ProcessNotStarted extends Error {
  override readonly name = "ProcessNotStarted";
  readonly exitCode: number;
  readonly signal: string | null;

  constructor({ code, signal }: { code: number | null; signal: string | null }) {
    super(
      signal === null
        ? `A process ended with exit code ${code ?? 1} before it was ready.`
        : `A process was killed (${signal}) before it was ready.`,
    );
    this.exitCode = code ?? 1;
    this.signal = signal;
  }
}

export interface ServiceParts {
  readonly config: Config;
  /** The number of processes that share the port. */
  readonly processes: number;
  readonly log: Log;
  readonly secretKey: Buffer;
  readonly source: PoolSource;
  /** What this process does of what the configuration names. */
  readonly roles: readonly ProcessRole[];
  readonly shareMetrics?: ShareMetrics;
}

/** What is running, in this process or in several. */
export interface Service {
  /** Whether any account exists yet. */
  readonly hasAccount: boolean;
  /** Finishes requests in flight and accepts no new ones. */
  close(): Promise<void>;
}

/** Listens, and does the work of the roles. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { log, secretKey, source, processes, shareMetrics } = parts;
  const config = { ...parts.config, roles: parts.roles, processes };
  const undo: (() => Promise<void>)[] = [];
  const close = (): Promise<void> => undoAll(undo, log);
  try {
    const onIdleError = (error: Error): void => log.warn(error, "an idle database connection was closed");
    const pools = openPools(source, onIdleError);
    for (const pool of Object.values(pools)) undo.unshift(() => pool.close());
    const reads = openReads(config, pools.http, log);
    if (reads) undo.unshift(() => reads.close());
    await reads?.start();
    const journal = await journalOf(config, log);
    // Imported here, because command-line tools start twice as fast without the web framework.
    const { buildApp } = await import("./app.ts");
    const app = await buildApp({
      config,
      db: pools.http,
      pools,
      ...(reads ? { reads } : {}),
      clock: systemClock,
      log,
      secretKey,
      ...(journal ? { journal } : {}),
      ...(shareMetrics ? { shareMetrics } : {}),
    });
    undo.unshift(() => drain(app));
    // A worker listens too, for monitoring: /healthz, /readyz and /metrics.
    await listen(app, config);
    if (config.roles.includes("worker")) {
      app.deliverer.start();
      app.jobs.start();
      app.folds.start();
      app.mails?.start();
      app.receipts.start();
    } else if (config.roles.includes("http")) app.folds.startForBacklog();
    // It only decides what a start prints. A process is also replaced while the database is unavailable.
    const hasAccount = await anyAccountExists(pools.http).catch(() => true);
    return { hasAccount, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * In reverse order of the start: no new requests, requests in flight finish, then workers, pool, and the server last.
 */
export async function undoAll(undo: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  for (const step of undo) await step().catch((error: unknown) => log.error(error, "a component did not stop cleanly"));
}

function openReads(config: Config, primary: Db, log: Log): ReplicaReads | undefined {
  if (config.databaseReadUrl === undefined || !config.roles.includes("http")) return undefined;
  const onIdleError = (error: Error): void => log.warn(error, "an idle connection to the replica was closed");
  return new ReplicaReads({
    primary,
    replica: openReplicaPool({ connectionString: config.databaseReadUrl }, onIdleError),
    maxLagMs: config.databaseReadMaxLagMs,
    onUnused: (reason) =>
      log.warn({ err: reason }, "the replica at DATABASE_READ_URL cannot be used now; the primary serves all reads"),
    onUsed: () => log.info("the replica at DATABASE_READ_URL serves reads"),
  });
}

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
