import cluster, { type Worker } from "node:cluster";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { ProcessRole } from "./config.ts";
import type { PoolSource } from "./db/pools.ts";

export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What a process needs from the one that starts it. */
export interface Assignment extends PoolSource {
  readonly type: "assignment";
  readonly roles: readonly ProcessRole[];
  readonly processes: number;
  /** It prints why it cannot start. The others log it, because `start --json` prints one object. */
  readonly isFirst: boolean;
}
export type Message =
  | Assignment
  | { readonly type: "assignment wanted" }
  | { readonly type: "ready"; readonly hasAccount: boolean }
  | { readonly type: "sign of life wanted" }
  | { readonly type: "sign of life" }
  /** A process was asked for the figures of all. `text` is null if they cannot be shown. */
  | { readonly type: "metrics wanted"; readonly id: number }
  | { readonly type: "metrics found"; readonly id: number; readonly text: string | null }
  /** Each process is asked for its own. */
  | { readonly type: "figures wanted"; readonly id: number }
  | { readonly type: "figures found"; readonly id: number; readonly figures: Figures };

/** Marks the processes that we start. Under the cluster mode of PM2, we are a worker of another program's cluster. */
const MARK = "TRIBUTARY_PROCESS";

export const fork = (): Worker => cluster.fork({ [MARK]: "1" });

// oxlint-disable-next-line node/no-process-env -- not a setting
export const isOneOfSeveral = (): boolean => cluster.isWorker && process.env[MARK] === "1";

/** What cannot be sent is for a process that has ended, and its end is noticed anyway. */
export function send(worker: Worker, message: Message): void {
  worker.send(message, () => {});
}

/** To the process that has started this one. */
export function report(message: Message): void {
  process.send?.(message);
}
