import { uuidOf } from "../../domain/ids.ts";
import {
  countAffiliationsOfAccount,
  listAffiliationsOfAccount,
  type AffiliationFilter,
  type ListedAffiliation,
} from "../../store/campaigns/affiliation-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { ListedAffiliation } from "../../store/campaigns/affiliation-list.ts";

/** Across campaigns, or within one. */
export const browseAffiliations: Listing<AffiliationFilter, ListedAffiliation> = listing({
  read: ({ db, accountId }, filter, slice) => listAffiliationsOfAccount(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countAffiliationsOfAccount(db, accountId, filter),
  position: ({ affiliation }) => ({ at: affiliation.joinedAt, uuid: uuidOf(affiliation.id) }),
});
