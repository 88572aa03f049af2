import { idOf, type AccountId } from "../../domain/ids.ts";
import { countEventsAfter } from "../../store/test-mode/events.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { advanceClock, type Advance, type Advanced } from "./advance-clock.ts";
import { nextStep, type NextStep } from "./next-due.ts";

export { dueWork } from "./next-due.ts";

type InTwin = MerchantContext & { readonly twin: AccountId };

export interface ClockState {
  readonly now: Date;
  /** What happens next if the clock moves. */
  readonly next: NextStep | undefined;
}

export async function getTestClock(context: InTwin): Promise<ClockState> {
  const now = context.clock.now();
  return { now, next: await nextStep(context, context.twin, now) };
}

export interface ToldAdvance extends Advanced {
  /** What happened on the way. */
  readonly events: readonly { readonly type: string; readonly count: number }[];
}

/** For people: they see what happened. */
export async function advanceAndTell(context: InTwin, how: Advance): Promise<ToldAdvance> {
  requireRole(context, "owner");
  const { db, twin, random, wallClock } = context;
  const before = idOf("event", random.uuid(wallClock.now()));
  const advanced = await advanceClock(context, how);
  return { ...advanced, events: await countEventsAfter(db, twin, before) };
}
