import { memberInvitationSorts, memberSorts } from "tributary-sdk/words";
import { offset, oneOf, searchSchema } from "../../format/search-params.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";

export const membersSearch = searchSchema({
  sort: oneOf(memberSorts),
  offset,
  /** Of the pending invitations. */
  invitation_sort: oneOf(memberInvitationSorts),
  invitation_offset: offset,
  invite: oneOf(["yes"]),
});
export type MembersSearch = ReturnType<typeof membersSearch>;

export interface MembersProps {
  readonly filter: MembersSearch;
  readonly onFilter: OnFilter<MembersSearch>;
}
