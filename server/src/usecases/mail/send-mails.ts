import { mailRetryAt, type LateMail, type MailDraft, type ReadyMail } from "../../domain/mail.ts";
import { inOneLine } from "../../domain/plain-text.ts";
import { leaseMail, endMail, postponeMail, type LeasedMail } from "../../store/people/mail-outbox.ts";
import type { Mailer, MailOutcome } from "../../system/mailer.ts";
import type { Services } from "../context.ts";

/** A crashed sender's mail is free again after this. Longer than any attempt takes. */
const LEASE_MS = 120_000;

export interface MailSending {
  readonly mailer: Mailer;
  /** Writes a mail whose content is known only when it is sent. Undefined: there is nobody to send it to. */
  readonly compose: (draft: LateMail) => Promise<ReadyMail | undefined>;
  readonly isStopping?: () => boolean;
}

/**
 * Sends all that is due. No transaction is open while a mail is sent: it is leased, sent, and its outcome is recorded if the
 * lease token still matches. After a crash in between it is sent again, with the same Message-ID.
 */
export async function sendDueMails(
  services: Services,
  { mailer, compose, isStopping = () => false }: MailSending,
): Promise<void> {
  while (!isStopping()) {
    const mail = await lease(services);
    if (!mail) return;
    await send(services, { mailer, compose }, mail);
  }
}

function lease({ db, clock, random }: Services): Promise<LeasedMail | undefined> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return db.transaction((tx) => leaseMail(tx, { now, leaseUntil, leaseToken: random.uuid(now) }));
}

async function send(services: Services, { mailer, compose }: MailSending, mail: LeasedMail): Promise<void> {
  const draft = openDraft(services, mail);
  if (!draft) return record(services, mail, { ok: false, permanent: true, failure: "sealed" });
  const ready = "compose" in draft ? await compose(draft) : draft;
  // Subjects are fixed, but one that an older version queued may hold names: they must not begin a header line.
  const outcome = ready && (await mailer.send({ ...ready, id: mail.id, subject: inOneLine(ready.subject) }));
  await record(services, mail, outcome);
}

/** Undefined when it was sealed with another secret: trying again would not help. */
function openDraft({ mailBox }: Services, { sealed, id }: LeasedMail): MailDraft | undefined {
  try {
    return JSON.parse(mailBox.open(sealed, id)) as MailDraft;
  } catch {
    return undefined;
  }
}

/** Undefined: there was nobody to send it to. */
async function record({ db, clock }: Services, mail: LeasedMail, outcome: MailOutcome | undefined): Promise<void> {
  const at = clock.now();
  const failures = outcome && !outcome.ok ? mail.attempts + 1 : mail.attempts;
  const dueAt = outcome && !outcome.ok && !outcome.permanent ? mailRetryAt(failures, at) : undefined;
  await db.transaction(async (tx) => {
    if (!outcome) return endMail(tx, mail, { status: "dropped", at, attempts: failures, failure: null });
    if (outcome.ok) return endMail(tx, mail, { status: "sent", at, attempts: failures, failure: null });
    const { failure } = outcome;
    if (dueAt) return postponeMail(tx, mail, { dueAt, attempts: failures, failure });
    return endMail(tx, mail, { status: "failed", at, attempts: failures, failure });
  });
}
