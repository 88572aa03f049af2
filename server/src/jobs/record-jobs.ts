import type { Services } from "../usecases/context.ts";
import { RecordRetention } from "../usecases/webhooks/delete-old-records.ts";
import type { Job } from "./scheduler.ts";

const MINUTE_MS = 60_000;

export function recordJobs(services: Services, retentionDays: number): readonly Job[] {
  const retention = new RecordRetention(services, { retentionDays });
  return [{ name: "delete old webhook records", everyMs: MINUTE_MS, run: () => retention.run() }];
}
