import { invitationState, type InvitationState } from "../../domain/invitation.ts";
import { invitationList, type InvitationFilter, type ListedInvitation } from "../../store/campaigns/invitation-list.ts";
import { listing, type Listing } from "../listing.ts";

export interface BrowsedInvitation extends ListedInvitation {
  readonly state: InvitationState;
}

export const browseInvitations: Listing<Omit<InvitationFilter, "now">, BrowsedInvitation> = listing({
  ...invitationList,
  read: async (db, context, { filter, slice }) => {
    const now = context.clock.now();
    const listed = await invitationList.read(db, context, { filter: { ...filter, now }, slice });
    return listed.map((item) => ({ ...item, state: invitationState(item.invitation, now) }));
  },
  count: (db, context, filter) => invitationList.count(db, context, { ...filter, now: context.clock.now() }),
});
