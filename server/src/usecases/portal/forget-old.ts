import { deleteAskedBefore } from "../../store/claims.ts";
import { deleteMailsEndedBefore } from "../../store/mail-outbox.ts";
import { deleteExpiredProofs } from "../../store/recovery.ts";
import { deleteRefusalsBefore } from "../../store/refusals.ts";
import { deleteAllEndedSessions } from "../../store/sessions.ts";
import type { Services } from "../context.ts";
import { idleSince } from "../people/session-life.ts";

const DAY_MS = 86_400_000;
const REFUSAL_DAYS = 90;
const MAIL_DAYS = 30;

/** What was promised to be kept no longer: refused track calls, questions that were answered at once, the record of mails, and sessions that have ended. */
export async function forgetOld({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await db.transaction(async (tx) => {
    await deleteRefusalsBefore(tx, before(REFUSAL_DAYS));
    await deleteAskedBefore(tx, before(REFUSAL_DAYS));
    await deleteMailsEndedBefore(tx, before(MAIL_DAYS));
    await deleteExpiredProofs(tx, now);
    await deleteAllEndedSessions(tx, { now, idleSince: idleSince(now) });
  });
}
