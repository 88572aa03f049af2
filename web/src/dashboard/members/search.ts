import { offset, oneOf, searchSchema } from "../../format/search-params.ts";

export const membersSearch = searchSchema({ offset, invite: oneOf(["yes"]) });
export type MembersSearch = ReturnType<typeof membersSearch>;
