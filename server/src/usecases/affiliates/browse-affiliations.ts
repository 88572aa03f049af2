import {
  affiliationList,
  type AffiliationFilter,
  type ListedAffiliation,
} from "../../store/campaigns/affiliation-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedAffiliation } from "../../store/campaigns/affiliation-list.ts";

/** Across campaigns, or in one. */
export const browseAffiliations: Listing<AffiliationFilter, ListedAffiliation> = listing(affiliationList);
