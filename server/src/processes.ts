import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { AggregatorRegistry } from "prom-client";
import type { Config, ProcessRole } from "./config.ts";
import type { PoolSource } from "./db/pools.ts";
import type { ShareMetrics } from "./http/public/metrics.ts";
import type { Service } from "./service.ts";
import type { Log } from "./system/log.ts";

const RESTART_MS = 1_000;
const DEFAULT_MAX = 4;
/** The default of PostgreSQL, which is enough for one process. */
const CONNECTIONS = 100;
const CONNECTIONS_OF_EACH = 30;
/** A process that has not ended by then hangs. It gives up by itself two seconds before. */
const END_MS = 27_000;

/**
 * Scheduled work gains nothing from a second process. The embedded PostgreSQL needs about as much of the machine as we
 * do. Another one has connections for one process, unless the operator says more.
 */
export function processesOf({ roles, processes, databaseUrl }: Config): number {
  if (roles.join() === "worker") return 1;
  if (processes !== undefined || databaseUrl !== undefined) return processes ?? 1;
  return Math.max(1, Math.min(DEFAULT_MAX, Math.floor(availableParallelism() / 2)));
}

/** For the embedded PostgreSQL. */
export const connectionsFor = (processes: number): number => CONNECTIONS + (processes - 1) * CONNECTIONS_OF_EACH;

/** What a process needs from the one that starts it. */
interface Assignment extends PoolSource {
  readonly type: "assignment";
  readonly roles: readonly ProcessRole[];
  readonly processes: number;
}
interface AssignmentWanted {
  readonly type: "assignment wanted";
}
interface ReadyMessage {
  readonly type: "ready";
  readonly hasAccount: boolean;
}
interface MetricsWanted {
  readonly type: "metrics wanted";
  readonly id: number;
}
interface MetricsFound {
  readonly type: "metrics found";
  readonly id: number;
  /** null: a process did not respond in time. */
  readonly text: string | null;
}
type Message = Assignment | AssignmentWanted | ReadyMessage | MetricsWanted | MetricsFound;

/** One of the processes ended before it was ready, and has printed why. */
export class ProcessNotStarted extends Error {
  override readonly name = "ProcessNotStarted";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`a process ended with exit code ${exitCode} before it was ready`);
    this.exitCode = exitCode;
  }
}

export interface ProcessesParts {
  readonly config: Config;
  readonly processes: number;
  readonly log: Log;
  readonly source: PoolSource;
}

/** Several processes that listen on one port. One that ends is replaced. */
export async function startProcesses(parts: ProcessesParts): Promise<Service> {
  const { config, processes, log } = parts;
  let isStopping = false;
  const running = new Set<Worker>();
  const start = async (roles: readonly ProcessRole[]): Promise<boolean> => {
    const worker = cluster.fork();
    running.add(worker);
    worker.once("exit", () => void running.delete(worker));
    // Its end is noticed anyway.
    worker.on("error", (error) => log.warn({ err: error }, "cannot reach a process"));
    const hasAccount = await readyOf(worker, { type: "assignment", ...sourceOf(parts), roles, processes });
    worker.once("exit", (code, signal) => {
      if (isStopping) return;
      log.error({ pid: worker.process.pid, code, signal }, "a process ended, starting another");
      setTimeout(() => void restart(roles), RESTART_MS);
    });
    return hasAccount;
  };
  const restart = async (roles: readonly ProcessRole[]): Promise<void> => {
    if (isStopping) return;
    await start(roles).catch((error: unknown) => {
      if (isStopping) return;
      log.error({ err: error }, "could not start a process, will retry");
      setTimeout(() => void restart(roles), RESTART_MS);
    });
  };
  const close = async (): Promise<void> => {
    isStopping = true;
    await Promise.all([...running].map(stop));
  };

  collectMetrics();
  try {
    // The first one reports what is wrong for all of them, such as a port that is taken. One process of scheduled work
    // is enough.
    const hasAccount = await start(config.roles);
    const others = config.roles.filter((role) => role !== "worker");
    await Promise.all(Array.from({ length: processes - 1 }, () => start(others)));
    return { hasAccount, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const sourceOf = ({ source: { connection, listenConnection } }: ProcessesParts): PoolSource => ({
  connection,
  listenConnection,
});

function readyOf(worker: Worker, assignment: Assignment): Promise<boolean> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: Message) => {
      if (message.type === "assignment wanted") send(worker, assignment);
      if (message.type === "ready") resolve(message.hasAccount);
    });
    worker.once("exit", (code) => reject(new ProcessNotStarted(code ?? 1)));
  });
}

/** What cannot be sent is for a process that has ended, and its end is noticed anyway. */
function send(worker: Worker, message: Message): void {
  worker.send(message, () => {});
}

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill("SIGTERM");
  const hangs = setTimeout(() => worker.process.kill("SIGKILL"), END_MS);
  await ended;
  clearTimeout(hangs);
}

/** Each process has its own figures, and a scrape reaches any of them: it shows the figures of all. */
function collectMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", (worker, message: Message) => {
    if (message.type !== "metrics wanted") return;
    const respond = (text: string | null): void => send(worker, { type: "metrics found", id: message.id, text });
    registry.clusterMetrics().then(respond, () => respond(null));
  });
}

// In one of the processes:

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
  process.send?.({ type: "assignment wanted" } satisfies AssignmentWanted);
  return received;
}

export function reportReady(hasAccount: boolean): void {
  process.send?.({ type: "ready", hasAccount } satisfies ReadyMessage);
}

export const sharedMetrics: ShareMetrics = (registries) => {
  AggregatorRegistry.setRegistries([...registries]);
  // Its constructor makes this process respond to requests for its figures.
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  let count = 0;
  process.on("message", (message: Message) => {
    if (message.type !== "metrics found") return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return async () => {
    const text = await new Promise<string | null>((resolve) => {
      const id = count++;
      waiting.set(id, resolve);
      process.send?.({ type: "metrics wanted", id } satisfies MetricsWanted);
    });
    if (text === null) throw new Error("a process did not report its figures in time");
    return text;
  };
};
