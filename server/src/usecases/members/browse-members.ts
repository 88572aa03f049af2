import { uuidOf } from "../../domain/ids.ts";
import { countMembers, listMembers, type ListedMember } from "../../store/people/members.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedMember } from "../../store/people/members.ts";

/** For every member: who else can see and do things here is no secret among them. */
export const browseMembers: Listing<object, ListedMember> = listing({
  read: ({ db, accountId }, _filter, slice) => listMembers(db, accountId, slice),
  count: ({ db, accountId }) => countMembers(db, accountId),
  position: ({ user, joinedAt }) => ({ at: joinedAt, uuid: uuidOf(user.id) }),
});
