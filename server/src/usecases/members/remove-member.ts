import { orRefuse } from "../../domain/errors.ts";
import type { UserId } from "../../domain/ids.ts";
import { deleteMember, findRole } from "../../store/people/members.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { changeMembers, endOwnership } from "./change-members.ts";

/** Their sessions stay valid, because they belong to the person; access to this account ends with the next request. */
export async function removeMember(context: MerchantContext, userId: UserId): Promise<void> {
  await changeMembers(context, async ({ tx, account }) => {
    const role = orRefuse(await findRole(tx, account.id, userId), "member_not_found");
    if (role === "owner") await endOwnership(tx, { account, userId }, context.clock.now());
    await deleteMember(tx, account.id, userId);
    await audit(tx, context, { action: "member.removed", subject: userId, before: { role } });
  });
}
