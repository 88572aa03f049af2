import { orRefuse } from "../../domain/errors.ts";
import type { User } from "../../domain/person.ts";
import { deleteResets } from "../../store/people/recovery.ts";
import { deleteSecondFactor } from "../../store/people/second-factors.ts";
import { deleteSessions } from "../../store/people/sessions.ts";
import { setPassword } from "../../store/people/users.ts";
import { operator } from "../acting.ts";
import { auditPerson } from "../audit/audit-person.ts";
import type { OperatorContext } from "../context.ts";
import { resetDoneMail } from "../mail/mail-texts.ts";
import { queueMailToUser } from "../mail/queue-mail.ts";

/** Sets a new password, shown once, and turns off two-factor authentication. Ends all of the person's sessions. */
export async function resetUser(context: OperatorContext, email: string): Promise<{ user: User; password: string }> {
  const password = context.random.password();
  const passwordHash = await context.passwords.hash(password);
  const user = await context.db.transaction(async (tx) => {
    const found = orRefuse(await setPassword(tx, email, passwordHash), "user_not_found");
    await deleteSessions(tx, found.id);
    await deleteSecondFactor(tx, found.id);
    await deleteResets(tx, found.id);
    await auditPerson(tx, { ...context, ...operator }, { action: "user.reset", subject: found.id });
    const content = resetDoneMail(context.settings, { by: "operator", at: context.clock.now() });
    await queueMailToUser(tx, context, { userId: found.id, content });
    return found;
  });
  return { user, password };
}
