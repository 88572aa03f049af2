import type { AccountId } from "../../domain/ids.ts";
import type { Services } from "../context.ts";

/**
 * The same services for work in a twin: its time decides, its mails go to its box. IDs carry the real time, so that
 * those of clicks find their partition, wherever the clock stands.
 */
export function inTwin<Context extends Services>(context: Context, twin: AccountId, now: Date): Context {
  const { wallClock, random, settings } = context;
  return {
    ...context,
    twin,
    clock: { now: () => new Date(now) },
    random: { ...random, uuid: () => random.uuid(wallClock.now()) },
    settings: { ...settings, mailIsSent: true },
  };
}
