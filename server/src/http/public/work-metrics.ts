import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { countWaitingReceipts } from "../../usecases/connectors/work-receipts.ts";
import type { Services } from "../../usecases/context.ts";
import { countUnfoldedConversions } from "../../usecases/conversions/fold-conversions.ts";

/** A scrape does not wait longer for a database that is unavailable. */
const LIMIT_MS = 1_000;

/** Shows whether webhooks of shops are worked on as fast as they arrive. */
export function measureReceipts(registry: Registry, services: Pick<Services, "db" | "clock">): void {
  show(registry, {
    name: "tributary_receipts_waiting",
    help: "Webhooks of shops that wait to be worked on.",
    read: () => countWaitingReceipts(services),
  });
}

/** Shows whether anybody folds: every page adds up what is not folded yet. */
export function measureFolding(registry: Registry, services: Pick<Services, "db">): void {
  show(registry, {
    name: "tributary_conversion_changes_unfolded",
    help: "Changes of conversions that are not in the totals yet, up to 100,000.",
    read: () => countUnfoldedConversions(services),
  });
}

interface Shown {
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<number>;
}

function show(registry: Registry, { name, help, read }: Shown): void {
  new Gauge({
    name,
    help,
    // All processes read the same table.
    aggregator: "max",
    registers: [registry],
    async collect() {
      // Without a database the figure stays as it was: tributary_database_ready says why.
      const late = sleep(LIMIT_MS, undefined, { ref: false });
      const count = await Promise.race([read().catch(() => undefined), late]);
      if (count !== undefined) this.set(count);
    },
  });
}
