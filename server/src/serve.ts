import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "./config.ts";
import { isRoot } from "./db/os-user.ts";
import { migrateInstallation, openInstallation, secretKeyOf } from "./installation.ts";
import {
  connectionsFor,
  processesOf,
  ProcessNotStarted,
  reportReady,
  sharedMetrics,
  startProcesses,
  takeAssignment,
} from "./processes.ts";
import { startService, undoAll, type Service } from "./service.ts";
import { createLog } from "./system/log.ts";

const RUNS_AS_ROOT =
  'Tributary is running as root. Run it as a dedicated user instead: see "As a service" in docs/operations.md.';
// An orchestrator kills the process soon after asking it to stop. Requests that take longer are lost anyway.
const DRAIN_MS = 25_000;
/** A process that stops others gives them time to end by themselves, and then ends them. */
const OTHERS_DRAIN_MS = DRAIN_MS + 5_000;

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
export async function serve(config: Config, onReady: (ready: Ready) => void): Promise<number> {
  const log = createLog(config.logLevel);
  const { stopped, stop } = stopSignal();
  if (isRoot()) log.warn(RUNS_AS_ROOT);
  const secretKey = secretKeyOf(config);
  const processes = processesOf(config);
  const undo: (() => Promise<void>)[] = [];
  try {
    const installation = await openInstallation(config, {
      role: "app",
      settings: [`max_connections=${connectionsFor(processes)}`],
      onTrouble: (what) => log.warn(what),
      onLost: (why) => {
        log.fatal(why, "lost the embedded database, shutting down");
        stop(1);
      },
    });
    undo.unshift(() => installation.close());
    await migrateInstallation(installation);
    const service: Service =
      processes === 1
        ? await startService({ config, processes, log, secretKey, source: installation, roles: config.roles })
        : await startProcesses({ config, processes, log, source: installation });
    undo.unshift(() => service.close());
    const { host, port, baseUrl } = config;
    onReady({ host, port, baseUrl, dataDir: installation.dataDir, hasAccount: service.hasAccount, processes });
    const exitCode = await stopped;
    log.info("stopping after requests in flight are finished");
    return exitCode;
  } catch (error) {
    // The process has already printed the reason.
    if (error instanceof ProcessNotStarted) return error.exitCode;
    throw error;
  } finally {
    const patienceMs = processes === 1 ? DRAIN_MS : OTHERS_DRAIN_MS;
    await Promise.race([undoAll(undo, log), sleep(patienceMs, undefined, { ref: false })]);
  }
}

/** The part of one of several processes, which `serve` started in another one. */
export async function serveInProcess(config: Config): Promise<number> {
  const log = createLog(config.logLevel);
  const { stopped } = stopSignal();
  const { connection, listenConnection, roles, processes } = await takeAssignment();
  const service = await startService({
    config,
    processes,
    log,
    secretKey: secretKeyOf(config),
    source: { connection, listenConnection },
    roles,
    shareMetrics: sharedMetrics,
  });
  reportReady(service.hasAccount);
  const exitCode = await stopped;
  await Promise.race([service.close(), sleep(DRAIN_MS, undefined, { ref: false })]);
  return exitCode;
}

function stopSignal(): { stopped: Promise<number>; stop: (exitCode: number) => void } {
  let stop: (exitCode: number) => void = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  // npm forwards a signal that the whole process group already got: the second one must not interrupt the shutdown.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  return { stopped, stop };
}
