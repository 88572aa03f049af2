import { AppError, orRefuse } from "../../domain/errors.ts";
import type { Visitor } from "../../domain/person.ts";
import { findCredentials, type Credentials } from "../../store/people/users.ts";
import type { PersonContext } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { recordAccess } from "../audit/record-access.ts";

/** For actions that an unattended session must not be enough for. */
export async function verifyPassword(context: PersonContext, password: string, visitor: Visitor): Promise<Credentials> {
  const { db, passwords, userId } = context;
  const who = { visitor, userId };
  await limitAttempts(context, [["changePassword", userId]], who);
  const verified = orRefuse(await findCredentials(db, userId), "user_not_found");
  if (await passwords.verify(verified.passwordHash, password)) return verified;
  recordAccess(context, "password_check_failed", who);
  throw new AppError("wrong_password");
}
