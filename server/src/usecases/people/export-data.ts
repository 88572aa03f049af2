import type { OwnApplication } from "../../domain/application.ts";
import type { Claim } from "../../domain/claim.ts";
import type { Session } from "../../domain/person.ts";
import { listClaimsOfPerson } from "../../store/conversions/claims.ts";
import { ownClawBackList, type ListedClawBack } from "../../store/conversions/claw-backs.ts";
import { payoutList, type ListedPayout } from "../../store/payouts/payout-list.ts";
import { listApplicationsOfPerson } from "../../store/campaigns/applications.ts";
import { listAffiliationsOfPerson, type MeasuredAffiliation } from "../../store/campaigns/own-affiliations.ts";
import { listHoldingsOfPerson, type OwnHolding } from "../../store/coupons/own-coupons.ts";
import { ownConversionList, type OwnConversion } from "../../store/conversions/own-conversions.ts";
import { listSessions } from "../../store/people/sessions.ts";
import type { AffiliateContext } from "../context.ts";
import { batchesOf } from "../listing.ts";
import { getProfile, type Profile } from "./profile.ts";

export type { OwnHolding } from "../../store/coupons/own-coupons.ts";

export interface OwnData {
  readonly profile: Profile;
  readonly campaigns: readonly MeasuredAffiliation[];
  readonly coupons: readonly OwnHolding[];
  readonly applications: readonly OwnApplication[];
  readonly claims: readonly Claim[];
  readonly sessions: readonly Session[];
  readonly conversions: AsyncGenerator<OwnConversion[], void>;
  readonly payouts: AsyncGenerator<ListedPayout[], void>;
  readonly clawBacks: AsyncGenerator<ListedClawBack[], void>;
}

/** Higher than any person's number of campaigns or claims. */
const ALL = { limit: 10_000, offset: 0 };

/** Everything stored about a person, for themselves. */
export async function exportData(context: AffiliateContext): Promise<OwnData> {
  const { db, userId } = context;
  const [profile, campaigns, coupons, applications, opened, asked, sessions] = await Promise.all([
    getProfile(context),
    listAffiliationsOfPerson(db, userId, ALL),
    listHoldingsOfPerson(db, userId),
    listApplicationsOfPerson(db, userId),
    listClaimsOfPerson(db, userId, { ...ALL, state: undefined }),
    listClaimsOfPerson(db, userId, { ...ALL, state: "asked" }),
    listSessions(db, userId),
  ]);
  const claims = [...opened, ...asked].map(({ claim }) => claim);
  return {
    profile,
    campaigns,
    coupons,
    applications,
    claims,
    sessions,
    conversions: batchesOf(ownConversionList, context, {}),
    payouts: batchesOf(payoutList, context, {}),
    clawBacks: batchesOf(ownClawBackList, context, {}),
  };
}
