import { forgetReceiptBodies } from "../usecases/connectors/forget-receipts.ts";
import type { Services } from "../usecases/context.ts";
import { expireEvents } from "../usecases/webhooks/expire-events.ts";
import type { Job } from "./scheduler.ts";

const HOUR_MS = 3_600_000;

export function eventJobs(services: Services, retentionDays: number): readonly Job[] {
  return [
    { name: "expire events", everyMs: HOUR_MS, run: () => expireEvents(services, { retentionDays }) },
    { name: "delete the content of old receipts", everyMs: HOUR_MS, run: () => forgetReceiptBodies(services) },
  ];
}
