import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { ShareMetrics } from "./http/public/metrics.ts";
import { report, send, type Figures, type Message } from "./process-messages.ts";

/** A process that needs longer hangs. A scrape shows the others. */
const PATIENCE_MS = 2_000;

interface Source {
  figures: Figures;
  /** Waits for the response to the request with this ID. */
  waiting: { readonly id: number; readonly done: () => void } | undefined;
}

/** Each process has its own figures, and a scrape reaches any of them: it shows the figures of all. */
export class FiguresOfAll {
  readonly #sources = new Map<Worker, Source>();
  /** Sums of processes that have ended: a counter that falls would look like a burst to Prometheus. */
  #ended: Figures = [];
  #requests = 0;
  #collecting: Promise<string | null> | undefined;

  /** Lets the process show the figures of all, also before its own belong to them. */
  serve(worker: Worker): void {
    worker.on("message", (message: Message) => {
      if (message.type === "figures found") this.#take(worker, message.id, message.figures);
      if (message.type !== "metrics wanted") return;
      void this.#collect().then((text) => send(worker, { type: "metrics found", id: message.id, text }));
    });
  }

  add(worker: Worker): void {
    this.#sources.set(worker, { figures: [], waiting: undefined });
    worker.once("exit", () => {
      const source = this.#sources.get(worker);
      this.#sources.delete(worker);
      if (source) this.#ended = sumOf([this.#ended, source.figures.filter(isLasting)]);
      source?.waiting?.done();
    });
  }

  #collect(): Promise<string | null> {
    this.#collecting ??= this.#ask()
      .catch(() => null)
      .finally(() => (this.#collecting = undefined));
    return this.#collecting;
  }

  async #ask(): Promise<string> {
    const id = (this.#requests += 1);
    const asked = [...this.#sources].map(async ([worker, source]) => {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        source.waiting = { id, done: resolve };
        timer = setTimeout(resolve, PATIENCE_MS);
        send(worker, { type: "figures wanted", id });
      });
      clearTimeout(timer);
      const isSilent = source.waiting?.id === id;
      return { worker, figures: isSilent ? source.figures.filter(isLasting) : source.figures };
    });
    const found = await Promise.all(asked);
    // What ended while others responded is already among the ended.
    const running = found.filter(({ worker }) => this.#sources.has(worker)).map(({ figures }) => figures);
    return AggregatorRegistry.aggregate([this.#ended, ...running].map((figures) => [...figures])).metrics();
  }

  #take(worker: Worker, id: number, figures: Figures): void {
    const source = this.#sources.get(worker);
    if (source?.waiting?.id !== id) return;
    source.figures = figures;
    source.waiting.done();
    source.waiting = undefined;
  }
}

/** What a process has counted stays true when it has ended. */
const isLasting = ({ type }: Figures[number]): boolean => ["counter", "histogram"].includes(String(type));

const sumOf = (all: readonly Figures[]): Figures =>
  AggregatorRegistry.aggregate(all.map((figures) => [...figures])).getMetricsAsArray() as unknown as Figures;

/** In one of the processes. */
export const sharedMetrics: ShareMetrics = (registries) => {
  const waiting = new Map<number, (text: string | null) => void>();
  let count = 0;
  process.on("message", (message: Message) => {
    if (message.type === "figures wanted")
      void Promise.all(registries.map((registry) => registry.getMetricsAsJSON())).then(
        (found) => report({ type: "figures found", id: message.id, figures: found.flat() }),
        () => {}, // it counts as silent
      );
    if (message.type !== "metrics found") return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return async () => {
    const text = await new Promise<string | null>((resolve) => {
      const id = (count += 1);
      waiting.set(id, resolve);
      report({ type: "metrics wanted", id });
    });
    if (text === null) throw new Error("the figures of the processes cannot be added up");
    return text;
  };
};
