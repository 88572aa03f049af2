import { clickTimeMs } from "../../domain/click.ts";
import { AppError } from "../../domain/errors.ts";
import type { ClickId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import {
  deleteJournal,
  deleteOldJournals,
  isAnyJournalUnclean,
  markJournalClean,
} from "../../store/clicks/journals.ts";
import type { Services } from "../context.ts";

/**
 * Redirectors report every two seconds. One that is silent for longer may have clicks that are not recorded yet. An
 * outage shorter than this is over before anyone has ordered what they clicked in it.
 */
const SILENT_MS = 10_000;
/** After this time the redirector is not expected to come back, for example because its machine was removed. */
const LOST_MS = 3_600_000;
const KEPT_DAYS = 7;

/** Every click of the journal until `at` is recorded. */
export const reportClean = ({ db }: Pick<Services, "db">, journal: string, at: Date): Promise<void> =>
  db.transaction((tx) => markJournalClean(tx, journal, at));

/** No process uses the journal any more, and it is empty. */
export const forgetJournal = ({ db }: Pick<Services, "db">, journal: string): Promise<void> =>
  db.transaction((tx) => deleteJournal(tx, journal));

/**
 * Refuses an order for now if its click is not in the database but may be in the journal of a redirector, which will
 * record it soon. In normal operation every redirector has reported just now, so an unknown click is unknown at once.
 */
export async function waitForJournal(
  { db, wallClock }: Pick<Services, "db" | "wallClock">,
  clickId: ClickId | null | undefined,
): Promise<void> {
  const clickedAt = clickId ? clickTimeMs(clickId) : undefined;
  const now = wallClock.now().getTime();
  // Nobody clicks in the future, so somebody has made such an ID up.
  if (clickedAt === undefined || clickedAt > now + SILENT_MS) return;
  const isUnclean = await isAnyJournalUnclean(db, {
    clickedAt: new Date(clickedAt),
    silentSince: new Date(now - SILENT_MS),
    lostBefore: new Date(now - LOST_MS),
  });
  if (isUnclean) throw new AppError("click_not_recorded_yet");
}

/** Deletes what is known about journals that nobody has used for days. */
export async function forgetOldJournals({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.transaction((tx) => deleteOldJournals(tx, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)));
}
