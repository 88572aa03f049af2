import { clickTimeMs } from "../../domain/click.ts";
import type { ClickId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import {
  clickIsRecorded,
  deleteJournal,
  deleteOldJournals,
  isAnyJournalUnclean,
  markJournalClean,
  markJournalReplaying,
} from "../../store/clicks/journals.ts";
import type { MerchantContext, Services } from "../context.ts";

/** Redirectors report every two seconds. One that is silent for longer may have clicks that are not recorded yet. */
const SILENT_MS = 20_000;
/** After this time the redirector is not expected to come back, for example because its machine was removed. */
const LOST_MS = DAY_MS;
const KEPT_DAYS = 7;

/** Every click of the journal until `at` is recorded. */
export const reportClean = ({ db }: Pick<Services, "db">, journal: string, at: Date): Promise<void> =>
  db.transaction((tx) => markJournalClean(tx, journal, at));

/** The journal has clicks that are not recorded yet. */
export const reportReplay = ({ db, clock }: Pick<Services, "db" | "clock">, journal: string): Promise<void> =>
  db.transaction((tx) => markJournalReplaying(tx, journal, new Date(clock.now().getTime() - LOST_MS / 2)));

/** No process uses the journal any more, and it is empty. */
export const forgetJournal = ({ db }: Pick<Services, "db">, journal: string): Promise<void> =>
  db.transaction((tx) => deleteJournal(tx, journal));

/**
 * What is known about a click that was just not found. `coming`: it may be in the journal of a redirector, which will
 * record it soon. In normal operation every redirector has reported just now, so an unknown click is unknown at once.
 */
export async function lookAgain(
  { db, wallClock, accountId }: Pick<MerchantContext, "db" | "wallClock" | "accountId">,
  clickId: ClickId,
): Promise<"unknown" | "coming" | "recorded"> {
  const clickedAt = clickTimeMs(clickId);
  const now = wallClock.now().getTime();
  // Nobody clicks in the future, so somebody has made such an ID up.
  if (clickedAt > now + SILENT_MS) return "unknown";
  const isUnclean = await isAnyJournalUnclean(db, {
    clickedAt: new Date(clickedAt),
    silentSince: new Date(now - SILENT_MS),
    lostBefore: new Date(now - LOST_MS),
  });
  if (isUnclean) return "coming";
  // It may have been replayed after it was not found.
  return (await clickIsRecorded(db, accountId, clickId)) ? "recorded" : "unknown";
}

/** Deletes what is known about journals that nobody has used for days. */
export async function forgetOldJournals({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.transaction((tx) => deleteOldJournals(tx, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)));
}
