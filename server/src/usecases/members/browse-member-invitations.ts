import { invitationState, type InvitationState } from "../../domain/invitation.ts";
import {
  memberInvitationList,
  type ListedMemberInvitation,
  type MemberInvitationFilter,
} from "../../store/people/member-invitations.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export interface BrowsedMemberInvitation extends ListedMemberInvitation {
  readonly state: InvitationState;
}

export const browseMemberInvitations: Listing<MemberInvitationFilter, BrowsedMemberInvitation> = listing({
  ...memberInvitationList,
  read: async (db, context, part) => {
    requireRole(context, "owner");
    const listed = await memberInvitationList.read(db, context, part);
    const now = context.clock.now();
    return listed.map((item) => ({ ...item, state: invitationState(item.invitation, now) }));
  },
});
