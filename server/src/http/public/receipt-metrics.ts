import { Gauge, type Registry } from "prom-client";
import { countWaitingReceipts } from "../../usecases/connectors/work-receipts.ts";
import type { Services } from "../../usecases/context.ts";

/** Shows whether webhooks of shops are worked on as fast as they arrive. */
export function measureReceipts(registry: Registry, services: Pick<Services, "db" | "clock">): void {
  new Gauge({
    name: "tributary_receipts_waiting",
    help: "Webhooks of shops that wait to be worked on.",
    registers: [registry],
    async collect() {
      // Without a database the figure stays as it was: tributary_database_ready says why.
      const count = await countWaitingReceipts(services).catch(() => undefined);
      if (count !== undefined) this.set(count);
    },
  });
}
