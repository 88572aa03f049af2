import type { Affiliation } from "./affiliation.ts";
import type { Facts } from "./audit.ts";
import type { Campaign } from "./campaign.ts";
import type { Claim } from "./claim.ts";
import type { ClawBack } from "./claw-back.ts";
import { commissionValueOf } from "./commission.ts";
import type { Conversion } from "./conversion.ts";
import type { Currency } from "./currency.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Invitation } from "./invitation.ts";
import type { MemberInvitation } from "./member.ts";
import { majorOf } from "./money.ts";
import type { Batch, Payout } from "./payout.ts";

/**
 * What the audit log says about each kind of thing. Every list is explicit: a new field stays out until somebody decides that
 * it may be kept for ever. Words that people wrote about people (reasons, answers) stay out; they stand in the thing's own history.
 */

export const campaignFacts = (campaign: Campaign): Facts => ({
  name: campaign.name,
  target_url: campaign.targetUrl,
  type: campaign.type,
  status: campaign.status,
  visibility: campaign.visibility,
  commission_type: campaign.commission.type,
  commission_value: commissionValueOf(campaign.commission),
  currency: campaign.currency,
  attribution_window: campaign.attributionWindowDays,
  maturation_days: campaign.maturationDays,
  max_budget: sumOf(campaign.maxBudgetMinor, campaign.currency),
});

/** Not to whom: the address is a person's, and the invitation knows it until they are erased. */
export const invitationFacts = ({ campaignId, expiresAt }: Invitation): Facts => ({
  campaign_id: campaignId,
  expires_at: expiresAt.toISOString(),
});

/** Not to whom either. */
export const memberInvitationFacts = ({ role, expiresAt }: MemberInvitation): Facts => ({
  role,
  expires_at: expiresAt.toISOString(),
});

export const affiliationFacts = ({ status }: Affiliation): Facts => ({ status });

export const aboutAffiliation = ({ campaignId, affiliateId }: Affiliation): Facts => ({
  campaign_id: campaignId,
  affiliate_id: affiliateId,
});

export const conversionFacts = ({ status }: Conversion): Facts => ({ status });

export const clawBackFacts = ({ id, affiliateId, amount }: ClawBack): Facts => ({
  claw_back_id: id,
  affiliate_id: affiliateId,
  amount: majorOf(amount),
  currency: amount.currency,
});

export const claimFacts = ({ state, conversionId }: Claim): Facts => ({ state, conversion_id: conversionId });

/** A batch is one entry, however many payouts it makes: each of them has a history of its own. */
export const batchFacts = (
  { currency, origin, minimumMinor, asOf, skippedWithoutDetails }: Batch,
  { payouts, totalMinor }: { payouts: number; totalMinor: bigint },
): Facts => ({
  origin,
  payouts,
  total: sumOf(totalMinor, currency),
  currency,
  minimum: sumOf(minimumMinor, currency),
  as_of: asOf.toISOString(),
  skipped_without_details: skippedWithoutDetails,
});

/** Not where it goes, not even the end of it: what stands in the log stays, and a person may ask to be forgotten. */
export const newPayoutFacts = ({ affiliateId, amount, conversions, clawBacks, method }: Payout): Facts => ({
  affiliate_id: affiliateId,
  amount: majorOf(amount),
  currency: amount.currency,
  conversions,
  claw_backs: clawBacks,
  method,
});

export const endpointFacts = ({ url, events, disabledAt }: Endpoint): Facts => ({
  url,
  events,
  enabled: disabledAt === null,
});

/** The end of a bank account: enough to recognise it, too little to use it. */
export const masked = (hint: string): string => `••••${hint}`;

export const sumOf = (minor: bigint | null, currency: Currency): number | null =>
  minor === null ? null : majorOf({ minor, currency });
