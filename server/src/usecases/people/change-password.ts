import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { deleteResets } from "../../store/people/recovery.ts";
import { deletePendingSignIns } from "../../store/people/second-factors.ts";
import { deleteOtherSessions } from "../../store/people/sessions.ts";
import { replacePassword } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { PersonContext } from "../context.ts";
import { passwordChangedMail } from "../mail/mail-texts.ts";
import { queueMailToUser } from "../mail/queue-mail.ts";
import { knownBrowserToken } from "./known-browser.ts";
import { assertPassword } from "./person-rules.ts";
import { recordAccess } from "../audit/record-access.ts";
import { verifyPassword } from "./verify-password.ts";

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The only session that stays signed in. */
  readonly sessionId: SessionId;
}

/**
 * Keeps two-factor authentication, which a leaked password does not compromise. Returns the browser's new known-browser
 * token.
 */
export async function changePassword(context: PersonContext, input: ChangePassword, origin: Visitor): Promise<string> {
  const { db, clock, passwords, settings, userId } = context;
  const current = await verifyPassword(context, input.currentPassword, origin);
  assertPassword(context, input.newPassword, current.user);
  const passwordHash = await passwords.hash(input.newPassword);
  await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, current, passwordHash))) throw new AppError("wrong_password");
    await deleteOtherSessions(tx, userId, input.sessionId);
    await deletePendingSignIns(tx, userId);
    await deleteResets(tx, userId);
    await auditSelf(tx, context, { action: "user.password_changed", origin });
    await queueMailToUser(tx, context, { userId, content: passwordChangedMail(settings, clock.now()) });
  });
  recordAccess(context, "password_changed", { visitor: origin, userId });
  return knownBrowserToken(context, { user: current.user, passwordHash });
}
