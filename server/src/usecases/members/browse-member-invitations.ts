import { uuidOf } from "../../domain/ids.ts";
import { invitationState, type InvitationState } from "../../domain/invitation.ts";
import {
  countMemberInvitations,
  listMemberInvitations,
  type ListedMemberInvitation,
} from "../../store/people/member-invitations.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export interface BrowsedMemberInvitation extends ListedMemberInvitation {
  readonly state: InvitationState;
}

export const browseMemberInvitations: Listing<object, BrowsedMemberInvitation> = listing({
  read: async (context, _filter, slice) => {
    requireRole(context, "owner");
    const listed = await listMemberInvitations(context.db, context.accountId, slice);
    const now = context.clock.now();
    return listed.map((item) => ({ ...item, state: invitationState(item.invitation, now) }));
  },
  count: ({ db, accountId }) => countMemberInvitations(db, accountId),
  position: ({ invitation }) => ({ at: invitation.createdAt, uuid: uuidOf(invitation.id) }),
});
