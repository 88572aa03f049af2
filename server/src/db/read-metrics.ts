import { setTimeout as sleep } from "node:timers/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import type { ReplicaReads } from "./reads.ts";

/** A scrape does not wait longer for a replica that is behind. */
const LIMIT_MS = 1_000;

/** Shows whether the replica is used, and how far it is behind. */
export function measureReads(registry: Registry, reads: ReplicaReads): void {
  const measure = (): Promise<void> => Promise.race([reads.measure(), sleep(LIMIT_MS, undefined, { ref: false })]);
  new Counter({
    name: "tributary_reads_total",
    help: "Reads that a replica may serve, by the server that served them.",
    labelNames: ["source"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [source, count] of Object.entries(reads.counts)) this.inc({ source }, count);
    },
  });
  new Gauge({
    name: "tributary_replica_lag_seconds",
    help: "How far the replica is behind the primary.",
    aggregator: "max",
    registers: [registry],
    async collect() {
      await measure();
      this.set(reads.lagMs / 1000);
    },
  });
  new Gauge({
    name: "tributary_replica_used",
    help: "1 while the replica serves reads.",
    aggregator: "min",
    registers: [registry],
    async collect() {
      await measure();
      this.set(reads.isUsed ? 1 : 0);
    },
  });
}
