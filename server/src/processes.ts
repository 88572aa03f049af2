import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import type { Config, ProcessRole } from "./config.ts";
import type { PoolSource } from "./db/pools.ts";
import { fork, report, send, type Assignment, type Message } from "./process-messages.ts";
import { FiguresOfAll } from "./process-metrics.ts";
import { showLife, watch } from "./process-watch.ts";
import { ProcessNotStarted, type Service } from "./service.ts";
import type { Log } from "./system/log.ts";

/** Before an ended process is replaced: doubled each time, until one runs for long enough. */
const PAUSE_MIN_MS = 1_000;
const PAUSE_MAX_MS = 30_000;
const STEADY_MS = 60_000;
/** A start takes seconds, also without the database. */
const READY_MS = 120_000;
const DEFAULT_MAX = 4;
/** The default of PostgreSQL, which is enough for one process. */
const CONNECTIONS = 100;
const CONNECTIONS_OF_EACH = 31;

/**
 * Scheduled work gains nothing from a second process. The embedded PostgreSQL needs about as much of the machine as we
 * do. Another one has connections for one process, unless the operator says more. A worker of another program's cluster
 * cannot start its own.
 */
export function processesOf({ roles, processes, databaseUrl }: Config): number {
  if (roles.join() === "worker" || cluster.isWorker) return 1;
  if (processes !== undefined || databaseUrl !== undefined) return processes ?? 1;
  return Math.max(1, Math.min(DEFAULT_MAX, Math.floor(availableParallelism() / 2)));
}

/** For the embedded PostgreSQL. */
export const connectionsFor = (processes: number): number => CONNECTIONS + (processes - 1) * CONNECTIONS_OF_EACH;

export interface ProcessesParts {
  readonly config: Config;
  readonly processes: number;
  readonly log: Log;
  readonly source: PoolSource;
  /** Resolves when the service has to stop, perhaps before it has started. */
  readonly stopped: Promise<unknown>;
  /** A process that has not ended by then hangs, and is killed. */
  readonly endMs: number;
}

/** Several processes that listen on one port. One that ends is replaced. */
export async function startProcesses(parts: ProcessesParts): Promise<Service> {
  const { config, processes, stopped } = parts;
  const supervisor = new Supervisor(parts);
  void stopped.then(() => supervisor.close());
  try {
    // The first one reports what is wrong for all of them, such as a port that is taken. One process of scheduled work
    // is enough.
    const hasAccount = await supervisor.start(config.roles, { isFirst: true, pauseMs: 0 });
    const others = config.roles.filter((role) => role !== "worker");
    await Promise.all(Array.from({ length: processes - 1 }, () => supervisor.keep(others)));
    supervisor.assertRunning();
    return { hasAccount, close: () => supervisor.close() };
  } catch (error) {
    await supervisor.close();
    throw error;
  }
}

interface StartOptions {
  readonly isFirst: boolean;
  /** How long it took until this start. */
  readonly pauseMs: number;
}

class Supervisor {
  readonly #parts: ProcessesParts;
  readonly #running = new Set<Worker>();
  readonly #figures = new FiguresOfAll();
  #closing: Promise<unknown> | undefined;

  constructor(parts: ProcessesParts) {
    this.#parts = parts;
  }

  /** Resolves when the process is ready, to whether any account exists. */
  async start(roles: readonly ProcessRole[], { isFirst, pauseMs }: StartOptions): Promise<boolean> {
    this.assertRunning();
    const { source, processes, log } = this.#parts;
    const { connection, listenConnection } = source;
    const worker = fork();
    this.#running.add(worker);
    worker.once("exit", () => void this.#running.delete(worker));
    worker.on("error", (error) => log.warn({ err: error }, "cannot reach a process"));
    this.#figures.serve(worker);
    try {
      const assignment = { type: "assignment", connection, listenConnection, roles, processes, isFirst } as const;
      const hasAccount = await readyOf(worker, assignment);
      const sinceMs = performance.now();
      this.#figures.add(worker);
      watch(worker, {
        onSilent: () => {
          log.error({ silent: worker.process.pid }, "a process does not respond, ending it");
          worker.process.kill("SIGKILL");
        },
      });
      worker.once("exit", (code, signal) => {
        if (this.#closing) return;
        log.error({ ended: worker.process.pid, code, signal }, "a process ended, starting another");
        this.#replace(roles, performance.now() - sinceMs > STEADY_MS ? 0 : pauseMs);
      });
      return hasAccount;
    } catch (error) {
      this.#running.delete(worker);
      worker.process.kill("SIGKILL");
      throw error;
    }
  }

  /** Starts a process, and tries again for as long as it fails. */
  async keep(roles: readonly ProcessRole[], pauseMs = 0): Promise<void> {
    await this.start(roles, { isFirst: false, pauseMs }).catch((error: unknown) => {
      if (this.#closing) return;
      this.#parts.log.error({ err: error }, "could not start a process, will retry");
      this.#replace(roles, pauseMs);
    });
  }

  #replace(roles: readonly ProcessRole[], lastPauseMs: number): void {
    const pauseMs = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, 2 * lastPauseMs));
    setTimeout(() => void (this.#closing ?? this.keep(roles, pauseMs)), pauseMs);
  }

  assertRunning(): void {
    if (this.#closing) throw new ProcessNotStarted({ code: 1, signal: null });
  }

  async close(): Promise<void> {
    const { endMs } = this.#parts;
    this.#closing ??= Promise.all([...this.#running].map((worker) => stop(worker, endMs)));
    await this.#closing;
  }
}

function readyOf(worker: Worker, assignment: Assignment): Promise<boolean> {
  let hangs: NodeJS.Timeout | undefined;
  const ready = new Promise<boolean>((resolve, reject) => {
    hangs = setTimeout(() => worker.process.kill("SIGKILL"), READY_MS);
    worker.on("message", (message: Message) => {
      if (message.type === "assignment wanted") send(worker, assignment);
      if (message.type === "ready") resolve(message.hasAccount);
    });
    worker.once("exit", (code, signal) => reject(new ProcessNotStarted({ code, signal })));
    // A process that the system could not start never ends.
    worker.once("error", reject);
  });
  return ready.finally(() => clearTimeout(hangs));
}

async function stop(worker: Worker, endMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.process.kill("SIGTERM");
  const hangs = setTimeout(() => worker.process.kill("SIGKILL"), endMs);
  await ended;
  clearTimeout(hangs);
}

/** In one of the processes. */
export async function takeAssignment(): Promise<Assignment> {
  const received = new Promise<Assignment>((resolve) => {
    const receive = (message: Message): void => {
      if (message.type !== "assignment") return;
      process.off("message", receive);
      resolve(message);
    };
    process.on("message", receive);
  });
  // Asked for, because Node.js drops messages that come before this one listens.
  report({ type: "assignment wanted" });
  showLife();
  return received;
}
