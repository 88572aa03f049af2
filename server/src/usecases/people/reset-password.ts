import { AppError } from "../../domain/errors.ts";
import { digestOf } from "../secret-digest.ts";
import { consumeReset, findResetUser, insertReset, savePasswordByMail } from "../../store/people/recovery.ts";
import { deleteSecondFactor } from "../../store/people/second-factors.ts";
import { deleteSessions } from "../../store/people/sessions.ts";
import { findCredentialsByEmail } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { Services } from "../context.ts";
import { knownBrowserToken } from "./known-browser.ts";
import { isWithinLimit, limitAttempts } from "../limits/limit-attempts.ts";
import { assertPassword } from "./person-rules.ts";
import { recordAccess } from "../audit/record-access.ts";
import type { Visitor } from "../../domain/person.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { resetDoneLetter, resetLetter } from "../mail/mail-texts.ts";
import { addressHashOf, queueDraft, queueMailToUser } from "../mail/queue-mail.ts";

const VALID_MS = 3_600_000;
const TOKEN = /^[\w-]{43}$/;

/**
 * The same work and the same answer for everybody: who it is, if anybody, is found out when the mail is composed, so neither
 * what is said nor how long it takes tells whether the address is known. Above the limit nothing is sent and nobody is told:
 * the person has links of the last hour in their mailbox, and each of them works.
 */
export async function askForReset(services: Services, email: string, visitor: Visitor): Promise<void> {
  if (!services.settings.mailIsSent) throw new AppError("mail_off");
  const who = { visitor, email };
  await limitAttempts(services, [["resetFromAddress", visitor]], who);
  if (!(await isWithinLimit(services, ["resetForEmail", foldEmail(email)], who))) return;
  const mail = {
    kind: "password_reset",
    addressHash: addressHashOf(services, email),
    draft: { to: email, compose: "password_reset" },
  } as const;
  await services.db.transaction((tx) => queueDraft(tx, services, mail));
  recordAccess(services, "password_reset_requested", who);
}

/** To the address that the person has, never to the one that was typed: two that fold alike may be two mailboxes. */
export async function composeReset(
  { db, clock, random, settings }: Services,
  email: string,
): Promise<{ to: string; subject: string; text: string } | undefined> {
  const found = await findCredentialsByEmail(db, email);
  if (!found) return undefined;
  const createdAt = clock.now();
  const token = random.token();
  const tokenDigest = digestOf(token);
  const expiresAt = new Date(createdAt.getTime() + VALID_MS);
  await db.transaction((tx) => insertReset(tx, { tokenDigest, userId: found.user.id, createdAt, expiresAt }));
  return { to: found.user.email, ...resetLetter(settings, token) };
}

/**
 * Whoever has the mailbox has the account: all sessions end, and the second factor with them, also those of somebody who
 * had taken the address. Returns by what the browser is known from now on: its next sign-in meets no stranger's limit.
 */
export async function resetPassword(
  services: Services,
  input: { token: string; password: string },
  visitor: Visitor,
): Promise<string> {
  const { db, clock, passwords } = services;
  if (!TOKEN.test(input.token)) throw new AppError("reset_gone");
  const tokenDigest = digestOf(input.token);
  // Before the password is hashed: that costs as much as a whole page of requests.
  const user = await findResetUser(db, tokenDigest, clock.now());
  if (!user) throw new AppError("reset_gone");
  assertPassword(services, input.password, user);
  await limitAttempts(services, [["resetByLink", input.token]], { visitor, userId: user.id });
  const passwordHash = await passwords.hash(input.password);
  await db.transaction(async (tx) => {
    const at = clock.now();
    const userId = await consumeReset(tx, tokenDigest, at);
    if (!userId) throw new AppError("reset_gone");
    await savePasswordByMail(tx, userId, { passwordHash, at });
    await deleteSessions(tx, userId);
    await deleteSecondFactor(tx, userId);
    await auditSelf(tx, { ...services, userId }, { action: "user.reset", origin: visitor });
    await queueMailToUser(tx, services, { userId, letter: resetDoneLetter(services.settings, { by: "mail", at }) });
  });
  recordAccess(services, "password_reset", { visitor, userId: user.id });
  return knownBrowserToken(services, { user, passwordHash });
}
