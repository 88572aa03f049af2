import type { AccountId } from "../../domain/ids.ts";
import type { Services } from "../context.ts";

/**
 * The same services for work in a twin: its time decides, its mails go to its box, and its statements have a key of
 * their own. IDs carry the real time, so that those of clicks find their partition, wherever the clock stands.
 */
export function inTwin<Context extends Services>(context: Context, twin: AccountId, now: Date): Context {
  const { wallClock, random } = context;
  return {
    ...ofTestPerson(context, twin),
    clock: { now: () => new Date(now) },
    random: { ...random, uuid: () => random.uuid(wallClock.now()) },
    statementSigner: context.testStatementSigner,
  };
}

/** For what a test person does about their own session: in real time, but their mails go to the twin's box. */
export const ofTestPerson = <Context extends Services>(context: Context, twin: AccountId): Context => ({
  ...context,
  twin,
  settings: { ...context.settings, mailIsSent: true },
});
