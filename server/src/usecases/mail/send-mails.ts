import { mailRetryAt, type LateMail, type MailDraft, type ReadyMail } from "../../domain/mail.ts";
import { inOneLine } from "../../domain/values/plain-text.ts";
import { leaseMail, endMail, postponeMail, type LeasedMail } from "../../store/people/mail-outbox.ts";
import type { Mailer, MailOutcome } from "../../system/mailer.ts";
import type { Services } from "../context.ts";

/** After this, another sender may take a crashed sender's email. Longer than any attempt takes. */
const LEASE_MS = 120_000;

export interface MailSending {
  readonly mailer: Mailer;
  /** Composes an email whose content is only known when it is sent. undefined: there is no recipient. */
  readonly compose: (draft: LateMail) => Promise<ReadyMail | undefined>;
  readonly isStopping?: () => boolean;
}

/**
 * Sends all due emails. No transaction is open while sending: the email is leased, sent, and its outcome is recorded if
 * the lease token still matches. After a crash in between it is sent again, with the same Message-ID.
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
  // Subjects are fixed, but one queued by an older version may contain names, which must not start a header line.
  const outcome = ready && (await mailer.send({ ...ready, id: mail.id, subject: inOneLine(ready.subject) }));
  await record(services, mail, outcome);
}

/** undefined if it was encrypted with another secret: a retry would not help. */
function openDraft({ mailBox }: Services, { sealed, id }: LeasedMail): MailDraft | undefined {
  try {
    return JSON.parse(mailBox.open(sealed, id)) as MailDraft;
  } catch {
    return undefined;
  }
}

/** `outcome` is undefined if there was no recipient. */
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
