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
import { resetDoneMail, resetMail } from "../mail/mail-texts.ts";
import { addressHashOf, queueDraft, queueMailToUser } from "../mail/queue-mail.ts";

const VALID_MS = 3_600_000;
const TOKEN = /^[\w-]{43}$/;

/**
 * Does the same work and gives the same response for every address. The person is looked up only when the email is
 * composed, so neither the response nor its timing reveals whether the address is known. Above the limit it sends
 * nothing, without an error: the links of the last hour still work.
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

/** Sends to the stored address, never to the one typed in: two addresses that fold alike may be different mailboxes. */
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
  return { to: found.user.email, ...resetMail(settings, token) };
}

/**
 * Access to the mailbox proves ownership: all sessions end and two-factor authentication is turned off, including those
 * of an attacker. Returns the browser's new known-browser token, so that strangers' limits do not affect its next
 * sign-in.
 */
export async function resetPassword(
  services: Services,
  input: { token: string; password: string },
  visitor: Visitor,
): Promise<string> {
  const { db, clock, passwords } = services;
  if (!TOKEN.test(input.token)) throw new AppError("reset_gone");
  const tokenDigest = digestOf(input.token);
  // Checked before the password is hashed, which is expensive.
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
    await queueMailToUser(tx, services, { userId, content: resetDoneMail(services.settings, { by: "mail", at }) });
  });
  recordAccess(services, "password_reset", { visitor, userId: user.id });
  return knownBrowserToken(services, { user, passwordHash });
}
