import { memberInvitationFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import type { MemberInvitationId } from "../../domain/ids.ts";
import { invitationRefusal } from "../../domain/invitation.ts";
import { findMemberInvitationById, withdrawMemberInvitationById } from "../../store/people/member-invitations.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { changeMembers } from "./change-members.ts";

/** Expired invitations can be withdrawn too: this removes them from the list. */
export async function withdrawMemberInvitation(context: MerchantContext, id: MemberInvitationId): Promise<void> {
  await changeMembers(context, async ({ tx }) => {
    const invitation = await findMemberInvitationById(tx, context.accountId, id);
    if (!invitation) throw new AppError("member_invitation_not_found");
    const now = context.clock.now();
    const refusal = invitationRefusal(invitation, now);
    if (refusal && refusal !== "invitation_expired") throw new AppError(refusal);
    await withdrawMemberInvitationById(tx, invitation, now);
    const before = memberInvitationFacts(invitation);
    await audit(tx, context, { action: "member.invitation_withdrawn", subject: id, before });
  });
}
