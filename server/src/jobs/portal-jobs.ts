import type { Services } from "../usecases/context.ts";
import { forgetOld } from "../usecases/installation/forget-old.ts";
import type { Job } from "./scheduler.ts";

const HOUR_MS = 3_600_000;

export function portalJobs(services: Services): readonly Job[] {
  return [{ name: "delete expired data", everyMs: HOUR_MS, run: () => forgetOld(services) }];
}
