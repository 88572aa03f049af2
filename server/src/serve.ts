import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { isRoot } from "./db/os-user.ts";
import { migrateInstallation, openInstallation, secretKeyOf, type Installation } from "./installation.ts";
import { isOneOfSeveral, report } from "./process-messages.ts";
import { sharedMetrics } from "./process-metrics.ts";
import { connectionsFor, processesOf, startProcesses, takeAssignment } from "./processes.ts";
import { ProcessNotStarted, startService, undoAll, type Service } from "./service.ts";
import { limitHeapGrowth } from "./system/heap.ts";
import { createLog, type Log } from "./system/log.ts";

const RUNS_AS_ROOT =
  'Tributary is running as root. Run it as a dedicated user instead: see "As a service" in docs/operations.md.';
// An orchestrator kills the process soon after asking it to stop. Requests that take longer are lost anyway.
const DRAIN_MS = 25_000;
/** A process gives up by itself after `DRAIN_MS`, unless it hangs. */
const END_MS = DRAIN_MS + 1_000;
/** For PostgreSQL to write what it has in memory. docs/operations.md names the sum of these times. */
const CLOSE_MS = 10_000;

/** Where a started service can be reached. */
export interface Ready {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Only with the embedded server. */
  readonly dataDir: string | undefined;
  /** Whether any account exists yet. */
  readonly hasAccount: boolean;
  readonly processes: number;
}

/** Runs until a signal arrives; resolves to the exit code after shutdown. */
export function serve(config: Config, onReady: (ready: Ready) => void): Promise<number> {
  limitHeapGrowth();
  return isOneOfSeveral() ? serveInProcess(config) : serveAll(config, onReady);
}

async function serveAll(config: Config, onReady: (ready: Ready) => void): Promise<number> {
  const processes = processesOf(config);
  const log = processes === 1 ? createLog(config.logLevel) : logOfOne(config);
  const { stopped, stop, requested } = stopSignal();
  if (isRoot()) log.warn(RUNS_AS_ROOT);
  const secretKey = secretKeyOf(config);
  let installation: Installation | undefined;
  let service: Service | undefined;
  try {
    installation = await openInstallation(config, {
      role: "app",
      settings: [`max_connections=${connectionsFor(processes)}`],
      onTrouble: (what) => log.warn(what),
      onLost: (why) => {
        log.fatal(why, "lost the embedded database, shutting down");
        stop(1);
      },
    });
    await migrateInstallation(installation);
    const parts = { config, processes, log, source: installation };
    service =
      processes === 1
        ? await startService({ ...parts, secretKey, roles: config.roles })
        : await startProcesses({ ...parts, stopped, endMs: END_MS });
    const { host, port, baseUrl } = config;
    onReady({ host, port, baseUrl, dataDir: installation.dataDir, hasAccount: service.hasAccount, processes });
    const exitCode = await stopped;
    log.info("stopping after requests in flight are finished");
    return exitCode;
  } catch (error) {
    if (!(error instanceof ProcessNotStarted)) throw error;
    const exitCode = requested();
    if (exitCode !== undefined) return exitCode;
    // Otherwise the process has already printed the reason.
    if (error.signal !== null) throw error;
    return error.exitCode;
  } finally {
    // PostgreSQL ends even if a request does not.
    const [running, opened] = [service, installation];
    await atMost(processes === 1 ? DRAIN_MS : END_MS + 1_000, undoAll(running ? [() => running.close()] : [], log));
    await atMost(CLOSE_MS, undoAll(opened ? [() => opened.close()] : [], log));
  }
}

/** The part of one of several processes, which `serveAll` has started in another one. */
async function serveInProcess(config: Config): Promise<number> {
  const log = logOfOne(config);
  const { stopped } = stopSignal();
  const { connection, listenConnection, roles, processes, isFirst } = await takeAssignment();
  try {
    const service = await startService({
      config,
      processes,
      log,
      secretKey: secretKeyOf(config),
      source: { connection, listenConnection },
      roles,
      shareMetrics: sharedMetrics,
    });
    report({ type: "ready", hasAccount: service.hasAccount });
    const exitCode = await stopped;
    await atMost(DRAIN_MS, service.close());
    return exitCode;
  } catch (error) {
    if (isFirst) throw error;
    log.error({ err: error }, "could not start");
    return 1;
  }
}

/** With several processes, each line says which one it is from. */
const logOfOne = ({ logLevel }: Config): Log => createLog(logLevel).child({ pid: process.pid });

const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })]);

interface StopSignal {
  /** Resolves to the exit code. */
  readonly stopped: Promise<number>;
  readonly stop: (exitCode: number) => void;
  /** The exit code, once it is known. */
  readonly requested: () => number | undefined;
}

function stopSignal(): StopSignal {
  let requested: number | undefined;
  let stop: (exitCode: number) => void = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = (exitCode) => {
      requested ??= exitCode;
      resolve(exitCode);
    };
  });
  // npm forwards a signal that the whole process group already got: the second one must not interrupt the shutdown.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  return { stopped, stop, requested: () => requested };
}
