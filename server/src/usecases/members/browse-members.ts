import { memberList, type ListedMember } from "../../store/people/members.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedMember } from "../../store/people/members.ts";

/** Every member may see who the other members are. */
export const browseMembers: Listing<object, ListedMember> = listing(memberList);
