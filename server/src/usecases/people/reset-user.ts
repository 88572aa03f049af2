import { AppError } from "../../domain/errors.ts";
import type { User } from "../../domain/person.ts";
import { deleteResets } from "../../store/recovery.ts";
import { deleteSecondFactor } from "../../store/second-factors.ts";
import { deleteSessions } from "../../store/sessions.ts";
import { setPassword } from "../../store/users.ts";
import { auditPerson } from "../audit/audit-person.ts";
import type { OperatorContext } from "../context.ts";

/** A new password, told once, and no second factor. Whoever was signed in as this person no longer is. */
export async function resetUser(context: OperatorContext, email: string): Promise<{ user: User; password: string }> {
  const password = context.random.password();
  const passwordHash = await context.passwords.hash(password);
  const user = await context.db.transaction(async (tx) => {
    const found = await setPassword(tx, email, passwordHash);
    if (!found) throw new AppError("user_not_found");
    await deleteSessions(tx, found.id);
    await deleteSecondFactor(tx, found.id);
    await deleteResets(tx, found.id);
    const acting = { ...context, actor: "operator", origin: null };
    await auditPerson(tx, acting, { action: "user.reset", subject: found.id });
    return found;
  });
  return { user, password };
}
