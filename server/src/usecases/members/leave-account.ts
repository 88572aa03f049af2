import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { deleteMember, findRole } from "../../store/people/members.ts";
import { audit } from "../audit/audit.ts";
import type { PersonContext } from "../context.ts";
import { endOwnership } from "./change-members.ts";

/** Anyone can leave, except the last owner. */
export async function leaveAccount(context: PersonContext, accountId: AccountId, origin: Visitor): Promise<void> {
  const { db, clock, userId } = context;
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const role = await findRole(tx, accountId, userId);
    if (!account || !role) throw new AppError("account_not_found");
    if (role === "owner") await endOwnership(tx, { account, userId }, clock.now());
    await deleteMember(tx, accountId, userId);
    const acting = { ...context, accountId, actor: userId, origin };
    await audit(tx, acting, { action: "member.left", subject: userId, before: { role } });
  });
}
