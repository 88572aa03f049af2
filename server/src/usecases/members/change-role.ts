import { orRefuse } from "../../domain/errors.ts";
import type { UserId } from "../../domain/ids.ts";
import type { Role } from "../../domain/roles.ts";
import { findMember, saveRole, type ListedMember } from "../../store/people/members.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { changeMembers, endOwnership } from "./change-members.ts";

/**
 * Applies from the member's next request, because every request reads the role. Setting the same role changes nothing.
 */
export async function changeRole(
  context: MerchantContext,
  { userId, role }: { userId: UserId; role: Role },
): Promise<ListedMember> {
  return changeMembers(context, async ({ tx, account }) => {
    const member = orRefuse(await findMember(tx, account.id, userId), "member_not_found");
    if (member.role === role) return member;
    if (member.role === "owner") await endOwnership(tx, { account, userId }, context.clock.now());
    await saveRole(tx, { accountId: account.id, userId, role });
    const sides = { before: { role: member.role }, after: { role } };
    await audit(tx, context, { action: "member.role_changed", subject: userId, ...sides });
    return { ...member, role };
  });
}
