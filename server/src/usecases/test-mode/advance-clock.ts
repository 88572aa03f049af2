import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { assertAhead, STEPS_MAX, timeAfter } from "../../domain/test-clock.ts";
import { isResetting, readHeldClock, saveClock } from "../../store/test-mode/clocks.ts";
import { releaseRetries } from "../../store/test-mode/deliveries.ts";
import { audit } from "../audit/audit.ts";
import { payBonuses } from "../bonuses/pay-bonuses.ts";
import type { MerchantContext, Services } from "../context.ts";
import { approveMatured } from "../conversions/approve-matured.ts";
import { beginDueBatches, finishBatches } from "../payouts/make-due-batches.ts";
import { assertRunning } from "../twins/assert-running.ts";
import { inTwin } from "../twins/in-twin.ts";
import { interrupted } from "../twins/twin-clocks.ts";
import { holdingClock, type AssertHeld } from "./hold-clock.ts";
import { dueWork, nextStep, type DueWork } from "./next-due.ts";
import { settleDeliveries } from "./settle-deliveries.ts";

/** How far: by an ISO 8601 duration, or to a time. */
export type Advance = { readonly by: string } | { readonly to: Date };

export interface Advanced {
  readonly now: Date;
  /** The number of times at which work was due. */
  readonly steps: number;
}

/** The time that one request may take. */
const LASTS_MAX_MS = 100_000;

/**
 * Moves the clock of a twin, and runs what becomes due in order, each at its own time. The clock commits every step, and
 * all work can be repeated: after a crash, the next advance continues. Of two at once, the second continues where the
 * first has ended.
 *
 * A request that read the clock just before may commit afterwards with the earlier time, like a slow request in a live
 * account. It began before the advance, so that is its time. What it makes due is overdue, and runs with the next
 * advance, also with one by zero.
 */
export function advanceClock(
  context: MerchantContext & { readonly twin: AccountId },
  how: Advance,
  { stepsMax = STEPS_MAX, lastsMaxMs = LASTS_MAX_MS }: Partial<AdvanceLimits> = {},
): Promise<Advanced> {
  const { db, twin, clock, stopping } = context;
  // Refused before it waits for others.
  targetOf(clock.now(), how);
  return holdingClock(context, twin, async (assertHeld) => {
    // While this one has waited for the clock.
    if (await isResetting(db, twin)) throw interrupted();
    const from = await readHeldClock(db, twin);
    const target = targetOf(from, how);
    assertAhead(from, target);
    const startedMs = performance.now();
    const isOver = (): boolean => stopping.aborted || performance.now() - startedMs > lastsMaxMs;
    try {
      const advanced = await run({ ...context, isOver, assertHeld }, { from, target, stepsMax });
      await record(context, from, target);
      return advanced;
    } catch (error) {
      const now = await recordStop(context, from).catch(() => undefined);
      if (!now || !(error instanceof AppError)) throw error;
      // The clock may stand in between: the error says where.
      throw new AppError(error.code, { text: error.message, facts: { now: now.toISOString() }, cause: error });
    }
  });
}

export interface AdvanceLimits {
  readonly stepsMax: number;
  readonly lastsMaxMs: number;
}

interface Moving extends Services {
  readonly twin: AccountId;
  readonly isOver: () => boolean;
  readonly assertHeld: AssertHeld;
}

const record = (context: MerchantContext & { readonly twin: AccountId }, from: Date, to: Date): Promise<void> =>
  context.db.transaction((tx) =>
    audit(tx, inTwin(context, context.twin, to), {
      action: "account.clock_advanced",
      subject: context.twin,
      before: { now: from.toISOString() },
      after: { now: to.toISOString() },
    }),
  );

async function recordStop(context: MerchantContext & { readonly twin: AccountId }, from: Date): Promise<Date> {
  const now = await readHeldClock(context.db, context.twin);
  await record(context, from, now);
  return now;
}

function targetOf(now: Date, how: Advance): Date {
  const target = "to" in how ? how.to : timeAfter(now, how.by);
  if (target) return target;
  throw new AppError("invalid_request", { text: "advance must be an ISO 8601 duration, such as P7D or PT1H30M." });
}

async function run(
  context: Moving,
  { from, target, stepsMax }: { from: Date; target: Date; stepsMax: number },
): Promise<Advanced> {
  const { twin } = context;
  // What a process that died has left, and what was due without a move.
  let now = from;
  await runAt(context, now, new Set(dueWork));
  for (let steps = 0; ; steps += 1) {
    const next = await nextStep(context, twin, now);
    if (!next || next.at > target) {
      if (target > now) await moveTo(context, target);
      return { now: target, steps };
    }
    if (steps === stepsMax) throw new AppError("too_many_steps");
    now = next.at;
    await runAt(context, now, next.work);
  }
}

/** Each step begins here: without the clock, somebody else may move it at the same time. */
async function moveTo({ db, twin, assertHeld }: Moving, now: Date): Promise<void> {
  await assertHeld();
  await db.transaction((tx) => saveClock(tx, twin, now));
}

/** First the time, then the work: if the process dies in between, the work is due and found again. */
async function runAt(context: Moving, now: Date, work: ReadonlySet<DueWork>): Promise<void> {
  const { twin, isOver } = context;
  await moveTo(context, now);
  const then = inTwin(context, twin, now);
  if (work.has("approvals")) await approveMatured(then, isOver);
  if (work.has("batches")) await makeBatches(then, isOver);
  if (work.has("bonuses")) await payBonuses(then);
  // A bonus without a hold period is mature at once.
  if (work.has("bonuses")) await approveMatured(then, isOver);
  // What is left is due at this time, and the next advance begins with it.
  assertRunning(context);
  if (isOver()) throw new AppError("too_many_steps");
  if (work.has("retries")) await retry(context, now);
  await settleDeliveries(context, twin);
}

/** A schedule waits for an unfinished batch. */
async function makeBatches(services: Services, isOver: () => boolean): Promise<void> {
  await finishBatches(services, isOver);
  await beginDueBatches(services);
  await finishBatches(services, isOver);
}

/** A delivery whose delay is zero is due again at the same time. */
async function retry(context: Services & { readonly twin: AccountId }, now: Date): Promise<void> {
  const { db, twin, wallClock } = context;
  for (;;) {
    const released = await db.transaction((tx) => releaseRetries(tx, twin, { now, dueAt: wallClock.now() }));
    if (released === 0) return;
    await settleDeliveries(context, twin);
  }
}
