import { nextDayAfter } from "../../domain/payout-schedule.ts";
import { dayOf } from "../../domain/values/day.ts";
import {
  listTwinsWithUnfinishedBatches,
  listUnfinishedBatches,
  lockBatchesOf,
  summariseBatch,
} from "../../store/payouts/payout-batches.ts";
import { listDueSchedules, lockDueSchedule, saveNextDay, type Schedule } from "../../store/payouts/payout-settings.ts";
import { findTestTime } from "../../store/test-mode/clocks.ts";
import { asSystem } from "../acting.ts";
import type { Services } from "../context.ts";
import { forEachIsolated } from "../isolated.ts";
import { inTwin } from "../twins/in-twin.ts";
import { beginBatch, newBatch } from "./create-batch.ts";
import { advanceBatch } from "./advance-batch.ts";

/** Starts the batches of due schedules. After downtime, a missed month gets one batch. */
export async function beginDueBatches(services: Services): Promise<void> {
  const { db, clock, twin } = services;
  const due = await listDueSchedules(db, dayOf(clock.now()), twin);
  await forEachIsolated(due, (schedule) => beginDueBatch(services, schedule));
}

async function beginDueBatch(services: Services, { accountId, currency }: Schedule): Promise<void> {
  await services.db.transaction(async (tx) => {
    const asOf = services.clock.now();
    const today = dayOf(asOf);
    const schedule = await lockDueSchedule(tx, { accountId, currency, today });
    if (!schedule) return;
    // An unfinished batch is about to pay amounts that would also count here. The schedule waits for the next run.
    if (await lockBatchesOf(tx, accountId, currency)) return;
    const { minimumMinor, day } = schedule;
    const terms = { currency, minimumMinor, asOf };
    const summary = await summariseBatch(tx, accountId, terms);
    const context = asSystem(services, accountId);
    // The month in which it was due: a late batch must not count as the next month's.
    const batch = newBatch(context, terms, { origin: "monthly", month: `${schedule.nextOn.slice(0, 7)}-01` });
    // An empty batch would only clutter the list.
    if (summary.payouts > 0) await beginBatch(tx, context, { ...batch, summary });
    await saveNextDay(tx, schedule, nextDayAfter(today, day));
  });
}

/** Finishes every open batch: large ones, scheduled ones, and those interrupted by a crash. */
export async function finishBatches(services: Services, isOver = (): boolean => false): Promise<void> {
  const batches = await listUnfinishedBatches(services.db, services.twin);
  await forEachIsolated(batches, async (batch) => {
    while (!isOver() && (await advanceBatch(services, batch)) === "making");
  });
}

/** The same in all twins, each at the time that its clock shows. A clock that moves finishes its batches itself. */
export async function finishTestBatches(services: Services): Promise<void> {
  const { db } = services;
  const twins = (await listTwinsWithUnfinishedBatches(db)).map((accountId) => ({ accountId }));
  await forEachIsolated(twins, async ({ accountId: twin }) => {
    const now = await findTestTime(db, twin);
    if (now instanceof Date) await finishBatches(inTwin(services, twin, now));
  });
}
