import { uuidOf } from "../../domain/ids.ts";
import {
  countAffiliationsOfAccount,
  listAffiliationsOfAccount,
  type AffiliationFilter,
  type ListedAffiliation,
} from "../../store/dashboard-affiliations.ts";
import { listing, type Listing } from "../lists/listing.ts";

export type { ListedAffiliation } from "../../store/dashboard-affiliations.ts";

/** Across campaigns, or within one. */
export const browseAffiliations: Listing<AffiliationFilter, ListedAffiliation> = listing({
  read: ({ db, accountId }, filter, slice) => listAffiliationsOfAccount(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countAffiliationsOfAccount(db, accountId, filter),
  position: ({ affiliation }) => ({ at: affiliation.joinedAt, uuid: uuidOf(affiliation.id) }),
});
