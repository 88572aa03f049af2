import type { Worker } from "node:cluster";
import { report, send, type Message } from "./process-messages.ts";

const EVERY_MS = 10_000;
/** A minute. Requests and webhooks have failed long before. */
const UNANSWERED_MAX = 6;

export interface Watch {
  readonly everyMs?: number;
  /** The process has not responded several times in a row. */
  readonly onSilent: () => void;
}

/**
 * A process that hangs is noticed by nobody else: requests go to the others. Messages are counted instead of minutes,
 * because a machine that sleeps stops both sides.
 */
export function watch(worker: Worker, { everyMs = EVERY_MS, onSilent }: Watch): void {
  let unanswered = 0;
  worker.on("message", ({ type }: Message) => {
    if (type === "sign of life") unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered === UNANSWERED_MAX) {
      clearInterval(timer);
      onSilent();
      return;
    }
    unanswered += 1;
    send(worker, { type: "sign of life wanted" });
  }, everyMs);
  worker.once("exit", () => clearInterval(timer));
}

/** In one of the processes. */
export function showLife(): void {
  process.on("message", ({ type }: Message) => {
    if (type === "sign of life wanted") report({ type: "sign of life" });
  });
}
