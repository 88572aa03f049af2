import { uuidOf } from "../../domain/ids.ts";
import { invitationState, type InvitationState } from "../../domain/invitation.ts";
import {
  countInvitations,
  listInvitationsOfAccount,
  type InvitationFilter,
  type ListedInvitation,
} from "../../store/campaigns/invitation-list.ts";
import { listing, type Listing } from "../listing.ts";

export interface BrowsedInvitation extends ListedInvitation {
  readonly state: InvitationState;
}

export const browseInvitations: Listing<Omit<InvitationFilter, "now">, BrowsedInvitation> = listing({
  read: async ({ db, accountId, clock }, filter, slice) => {
    const now = clock.now();
    const listed = await listInvitationsOfAccount(db, accountId, { filter: { ...filter, now }, slice });
    return listed.map((item) => ({ ...item, state: invitationState(item.invitation, now) }));
  },
  count: ({ db, accountId, clock }, filter) => countInvitations(db, accountId, { ...filter, now: clock.now() }),
  position: ({ invitation }) => ({ at: invitation.createdAt, uuid: uuidOf(invitation.id) }),
});
