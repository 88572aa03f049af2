import { AppError } from "../../domain/errors.ts";
import type { MemberInvitationId } from "../../domain/ids.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import { findMemberInvitationById } from "../../store/people/member-invitations.ts";
import type { MerchantContext } from "../context.ts";
import { changeMembers } from "./change-members.ts";
import { invite, newToken, type MadeMemberInvitation } from "./invite-member.ts";

/** Replaces an open or expired invitation, with the same role. The old link stops working. */
export async function renewMemberInvitation(
  context: MerchantContext,
  id: MemberInvitationId,
): Promise<MadeMemberInvitation> {
  const token = newToken(context);
  return changeMembers(context, async (open) => {
    const invitation = await findMemberInvitationById(open.tx, context.accountId, id);
    if (!invitation) throw new AppError("member_invitation_not_found");
    const refusal = invitationRefusal(invitation, context.clock.now());
    if (refusal && refusal !== "invitation_expired") throw new AppError(refusal);
    return invite(context, open, { email: invitation.email, role: invitation.role, token });
  });
}
