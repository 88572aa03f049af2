import { Gauge, type Registry } from "prom-client";
import type { Db } from "./database.ts";

/** Shows where requests wait for the database, and whether it accepts writes. */
export function measurePools(
  registry: Registry,
  pools: Readonly<Record<string, Pick<Db, "connections">>>,
  ready: () => Promise<void>,
): void {
  new Gauge({
    name: "tributary_database_connections",
    help: "Connections by pool and state; waiting counts requests queued for one.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { connections }] of Object.entries(pools))
        for (const [state, count] of Object.entries(connections)) this.set({ pool, state }, count as number);
    },
  });
  new Gauge({
    name: "tributary_database_ready",
    help: "1 if the database accepts writes, as reported by /readyz.",
    aggregator: "min",
    registers: [registry],
    async collect() {
      this.set(
        await ready().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
}
