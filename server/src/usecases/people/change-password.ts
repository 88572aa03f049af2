import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import { deleteResets } from "../../store/recovery.ts";
import { deleteOtherSessions } from "../../store/sessions.ts";
import { findCredentials, replacePassword } from "../../store/users.ts";
import type { PersonContext } from "../context.ts";
import { limitAttempts } from "./limit-attempts.ts";

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The one session that stays. */
  readonly sessionId: SessionId;
}

export async function changePassword(context: PersonContext, input: ChangePassword): Promise<void> {
  const { db, passwords, userId } = context;
  await limitAttempts(context, [["changePassword", userId]]);
  const current = await findCredentials(db, userId);
  if (!current) throw new AppError("user_not_found");
  if (!(await passwords.verify(current.passwordHash, input.currentPassword))) throw new AppError("wrong_password");
  const passwordHash = await passwords.hash(input.newPassword);
  await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, current, passwordHash))) throw new AppError("wrong_password");
    await deleteOtherSessions(tx, userId, input.sessionId);
    await deleteResets(tx, userId);
  });
}
