import { approveMatured } from "../usecases/conversions/approve-matured.ts";
import type { Services } from "../usecases/context.ts";
import { addUpMaturedCommission } from "../usecases/payouts/add-up-matured.ts";
import { beginDueBatches, finishBatches, finishTestBatches } from "../usecases/payouts/make-due-batches.ts";
import { payBonuses } from "../usecases/bonuses/pay-bonuses.ts";
import { sealWaiting } from "../usecases/statements/seal-transfers.ts";
import type { Job } from "./scheduler.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Every time the scheduler checks. */
const ALWAYS_MS = 1;

export function moneyJobs(services: Services): readonly Job[] {
  return [
    { name: "approve matured conversions", everyMs: MINUTE_MS, run: () => approveMatured(services) },
    { name: "create bonuses", everyMs: HOUR_MS, run: () => payBonuses(services) },
    { name: "create monthly batches", everyMs: MINUTE_MS, run: () => beginDueBatches(services) },
    { name: "finish payout batches", everyMs: ALWAYS_MS, run: () => finishBatches(services) },
    { name: "finish payout batches of test accounts", everyMs: ALWAYS_MS, run: () => finishTestBatches(services) },
    { name: "seal transfers", everyMs: ALWAYS_MS, run: () => sealWaiting(services) },
    { name: "add up matured commission", everyMs: HOUR_MS, run: () => addUpMaturedCommission(services) },
  ];
}
