import { forgetAddressKeys } from "../usecases/clicks/address-keys.ts";
import { forgetOldJournals } from "../usecases/clicks/click-journals.ts";
import { foldClicks } from "../usecases/clicks/fold-clicks.ts";
import { dropOldClicks, makeClickPartitions } from "../usecases/clicks/keep-partitions.ts";
import type { Services } from "../usecases/context.ts";
import type { Job } from "./scheduler.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Enough for what a busy process writes in several minutes. */
const FOLD_ROUNDS_MAX = 2_000;

export function clickJobs(services: Services, retentionDays: number): readonly Job[] {
  return [
    { name: "create click partitions", everyMs: HOUR_MS, run: () => makeClickPartitions(services) },
    { name: "drop old clicks", everyMs: HOUR_MS, run: () => dropOldClicks(services, retentionDays) },
    { name: "delete old address keys", everyMs: 10 * MINUTE_MS, run: () => forgetAddressKeys(services) },
    { name: "forget old click journals", everyMs: HOUR_MS, run: () => forgetOldJournals(services) },
    // Redirectors fold their own counts. This covers what one left behind when it died.
    {
      name: "add click counts to totals",
      everyMs: MINUTE_MS,
      run: () => foldClicks(services, { roundsMax: FOLD_ROUNDS_MAX }),
    },
  ];
}
