import type { Affiliation } from "./affiliation.ts";
import type { Facts } from "./audit.ts";
import type { Branding } from "./branding.ts";
import type { Campaign } from "./campaign.ts";
import type { Claim } from "./claim.ts";
import type { ClawBack } from "./claw-back.ts";
import { commissionValueOf } from "./values/commission.ts";
import type { Conversion } from "./conversion.ts";
import type { Coupon, CouponHolding } from "./coupon.ts";
import type { Currency } from "./values/currency.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Group } from "./group.ts";
import type { Invitation } from "./invitation.ts";
import type { MemberInvitation } from "./member.ts";
import { majorOf, type Money } from "./values/money.ts";
import type { Batch, Payout } from "./payout.ts";
import type { Refund } from "./refund.ts";

/**
 * The facts that the audit log records for each kind of object. Every list is explicit, because entries are kept
 * forever: a new field stays out until someone adds it. Free text about people (reasons, replies) stays out; it is in
 * the object's own history.
 */

export const campaignFacts = (campaign: Campaign): Facts => ({
  name: campaign.name,
  target_url: campaign.targetUrl,
  type: campaign.type,
  status: campaign.status,
  visibility: campaign.visibility,
  commission_type: campaign.commission.type,
  commission_value: commissionValueOf(campaign.commission),
  ...(campaign.scalesFixed ? { fixed_commission_on_refund: "scale" } : {}),
  ...(campaign.rebind === "never" ? {} : { rebind: campaign.rebind }),
  ...(campaign.evidence === "coupon" ? {} : { evidence: campaign.evidence }),
  ...(campaign.couponNeedsClick === "off"
    ? {}
    : { coupon_needs_click: campaign.couponNeedsClick, coupon_click_days: campaign.couponClickDays }),
  currency: campaign.currency,
  attribution_window: campaign.attributionWindowDays,
  maturation_days: campaign.maturationDays,
  max_budget: sumOf(campaign.maxBudgetMinor, campaign.currency),
});

/** Only the version: plans are never changed or deleted, so it says everything. */
export const planFacts = (plan: { readonly version: number } | null): Facts => ({
  plan_version: plan?.version ?? null,
});

export const groupFacts = ({ name }: Group): Facts => ({ name });

export const couponFacts = (
  { code, startsAt, endsAt }: Coupon,
  { affiliateId }: Pick<CouponHolding, "affiliateId">,
): Facts => ({
  code,
  affiliate_id: affiliateId,
  starts_at: startsAt.toISOString(),
  ends_at: endsAt?.toISOString() ?? null,
});

/** Omits the texts: they may name a person, and audit entries are permanent. */
export const brandFacts = ({ accent, logo, senderName, coverLine }: Branding): Facts => ({
  accent,
  logo: logo && Buffer.from(logo.digest).toString("hex"),
  has_sender_name: senderName !== null,
  has_cover_line: coverLine !== null,
});

/** Omits the recipient: audit entries are permanent, while the address in the invitation can be erased. */
export const invitationFacts = ({ campaignId, expiresAt }: Invitation): Facts => ({
  campaign_id: campaignId,
  expires_at: expiresAt.toISOString(),
});

/** Omits the recipient, like `invitationFacts`. */
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

export const refundFacts = ({ id, externalId, amount, counted, reason }: Refund): Facts => ({
  refund_id: id,
  external_id: externalId,
  amount: majorOf(amount),
  currency: amount.currency,
  counted,
  reason,
});

/** An order's total, before or after an edit. */
export const editFacts = (externalId: string, total: Money): Facts => ({
  external_id: externalId,
  total: majorOf(total),
  currency: total.currency,
});

export const claimFacts = ({ state, conversionId }: Claim): Facts => ({ state, conversion_id: conversionId });

/** One entry per batch: each of its payouts has its own history. */
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

/** Omits the payout account, even its last digits: audit entries are permanent, and a person can ask for erasure. */
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

/** The last digits of a bank account: enough to recognize it, too few to use it. */
export const masked = (hint: string): string => `••••${hint}`;

export const sumOf = (minor: bigint | null, currency: Currency): number | null =>
  minor === null ? null : majorOf({ minor, currency });
