import { findSealedPayoutDetails } from "../../store/payouts/payout-details.ts";
import { isAffiliateAnywhere } from "../../store/campaigns/affiliates.ts";
import { listMemberships, type Membership } from "../../store/people/members.ts";
import type { PersonContext } from "../context.ts";

export interface PersonDescription {
  readonly memberships: readonly Membership[];
  readonly isAffiliate: boolean;
  readonly hasPayoutDetails: boolean;
}

/** What this person can access: their accounts, and the affiliate portal. */
export async function describePerson({ db, userId }: PersonContext): Promise<PersonDescription> {
  const [memberships, isAffiliate, details] = await Promise.all([
    listMemberships(db, userId),
    isAffiliateAnywhere(db, userId),
    findSealedPayoutDetails(db, userId),
  ]);
  return { memberships, isAffiliate, hasPayoutDetails: details !== undefined };
}
