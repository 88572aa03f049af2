import { memberList, type ListedMember, type MemberFilter } from "../../store/people/members.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedMember } from "../../store/people/members.ts";

/** Every member can see the other members. */
export const browseMembers: Listing<MemberFilter, ListedMember> = listing(memberList);
