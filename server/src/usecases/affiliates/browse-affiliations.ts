import {
  affiliationList,
  type SortedAffiliations,
  type ListedAffiliation,
} from "../../store/campaigns/affiliation-list.ts";
import { affiliatePeople, type ListedPerson, type PeopleFilter } from "../../store/campaigns/affiliate-people.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedAffiliation } from "../../store/campaigns/affiliation-list.ts";

export type { ListedPerson } from "../../store/campaigns/affiliate-people.ts";

/** Each affiliate once, with all their campaigns. */
export const browsePeople: Listing<PeopleFilter, ListedPerson> = listing(affiliatePeople);

/** Across campaigns, or in one. */
export const browseAffiliations: Listing<SortedAffiliations, ListedAffiliation> = listing(affiliationList);
