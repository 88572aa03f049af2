import { AppError } from "../../domain/errors.ts";
import { findCredentials, type Credentials } from "../../store/users.ts";
import type { PersonContext } from "../context.ts";
import { limitAttempts } from "./limit-attempts.ts";

/** For what a session that somebody left open must not be enough for. */
export async function verifyPassword(context: PersonContext, password: string): Promise<Credentials> {
  const { db, passwords, userId } = context;
  await limitAttempts(context, [["changePassword", userId]]);
  const verified = await findCredentials(db, userId);
  if (!verified) throw new AppError("user_not_found");
  if (!(await passwords.verify(verified.passwordHash, password))) throw new AppError("wrong_password");
  return verified;
}
