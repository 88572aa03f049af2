import { findSealedPayoutDetails } from "../../store/payouts/payout-details.ts";
import { isAffiliateAnywhere } from "../../store/campaigns/affiliates.ts";
import { listMemberships, type Membership } from "../../store/people/members.ts";
import { findTwin, listTwinsOfMember, type Twin } from "../../store/test-mode/twins.ts";
import type { PersonContext } from "../context.ts";

export interface PersonDescription {
  readonly memberships: readonly Membership[];
  readonly isAffiliate: boolean;
  readonly hasPayoutDetails: boolean;
  /** The test accounts of these memberships. */
  readonly twins: readonly Twin[];
  /** The test account whose test person this is; undefined for real people. */
  readonly twin: Twin | undefined;
}

/** What this person can access: their accounts, and the affiliate portal. */
export async function describePerson({ db, userId, twin: twinId }: PersonContext): Promise<PersonDescription> {
  const [memberships, isAffiliate, details, twins, twin] = await Promise.all([
    listMemberships(db, userId),
    isAffiliateAnywhere(db, userId),
    findSealedPayoutDetails(db, userId),
    listTwinsOfMember(db, userId),
    twinId === null ? undefined : findTwin(db, twinId),
  ]);
  return { memberships, isAffiliate, hasPayoutDetails: details !== undefined, twins, twin };
}
