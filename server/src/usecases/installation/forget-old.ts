import { UNATTRIBUTED_DAYS } from "../../domain/connectors/receipt.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { setUpsBefore } from "../../domain/second-factor.ts";
import { deleteOriginsBefore } from "../../store/audit/audit.ts";
import { deleteApplicationsBefore } from "../../store/campaigns/applications.ts";
import { deleteUnattributedBefore } from "../../store/connectors/shop-orders.ts";
import { deleteAskedBefore } from "../../store/conversions/claims.ts";
import { deleteMailsEndedBefore } from "../../store/people/mail-outbox.ts";
import { deleteExpiredProofs } from "../../store/people/recovery.ts";
import { sweepRateWindows } from "../../store/people/rate-windows.ts";
import { deleteRefusalsBefore } from "../../store/conversions/refusals.ts";
import { deleteExpiredSteps } from "../../store/people/second-factors.ts";
import { deleteAllEndedSessions } from "../../store/people/sessions.ts";
import { deleteTestMailsBefore } from "../../store/test-mode/mails.ts";
import type { Services } from "../context.ts";
import { idleSince } from "../people/session-life.ts";

const REFUSAL_DAYS = 90;
/** Of people who did not join, were rejected or have left. */
const APPLICATION_DAYS = 90;
const MAIL_DAYS = 30;
/** Long enough to investigate a breach that is noticed late. The audit entries themselves stay. */
const ORIGIN_DAYS = 180;

/**
 * Deletes what has passed its retention: refused tracking requests, orders without an affiliate, questions that were answered automatically,
 * applications of people who are not in the campaign, email records, origins of changes, and ended sessions.
 */
export async function forgetOld({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await db.transaction(async (tx) => {
    await deleteRefusalsBefore(tx, before(REFUSAL_DAYS));
    await deleteAskedBefore(tx, before(REFUSAL_DAYS));
    await deleteUnattributedBefore(tx, before(UNATTRIBUTED_DAYS));
    await deleteApplicationsBefore(tx, before(APPLICATION_DAYS), now);
    await deleteOriginsBefore(tx, before(ORIGIN_DAYS));
    await deleteMailsEndedBefore(tx, before(MAIL_DAYS));
    await deleteTestMailsBefore(tx, before(MAIL_DAYS));
    await deleteExpiredProofs(tx, now);
    await deleteExpiredSteps(tx, { now, setUpsBefore: setUpsBefore(now) });
    await deleteAllEndedSessions(tx, { now, idleSince: idleSince(now) });
  });
  await sweepRateWindows(db, now);
}
