import { offsetOf, type RawSearch } from "../../format/search-params.ts";

export interface MembersSearch {
  offset?: number;
  invite?: "yes";
}

export const membersSearch = (raw: RawSearch): MembersSearch => ({
  ...offsetOf(raw),
  ...(raw["invite"] === "yes" ? { invite: "yes" } : {}),
});
