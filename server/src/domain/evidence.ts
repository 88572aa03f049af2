import type { AffiliationStatus } from "./affiliation.ts";
import type { Binding } from "./customer.ts";
import type { AffiliateId, AffiliationId, CampaignId, ClickId, CouponId, GroupId, PlanId } from "./ids.ts";

export interface AttributedAffiliation {
  readonly id: AffiliationId;
  readonly affiliateId: AffiliateId;
  readonly status: AffiliationStatus;
  readonly overridePlanId: PlanId | null;
  readonly groupId: GroupId | null;
}
/** A customer who ordered before. */
export interface BoundCustomer {
  readonly binding: Binding;
  readonly affiliation: AttributedAffiliation;
}
/** A click in the caller's account, in any campaign. */
export interface AttributedClick {
  readonly id: ClickId;
  readonly campaignId: CampaignId;
  readonly clickedAt: Date;
  readonly expiresAt: Date;
  readonly affiliation: AttributedAffiliation;
  /** The hash key changes daily, so equal hashes mean the same address on the same day. */
  readonly addressHash: Buffer | null;
  /** Whether another click from the same address led to a conversion in this account that day. */
  readonly addressSeen: boolean;
}
/** A coupon in the caller's account, in any campaign, as it was when the order was paid. */
export interface AttributedCoupon {
  readonly id: CouponId;
  readonly code: string;
  readonly campaignId: CampaignId;
  readonly ended: boolean;
  /** Who held it, or held it last. */
  readonly affiliation: AttributedAffiliation;
}
/** The caller's click, code and coupon after lookup. `missing`: given but not found. undefined: not given. */
export interface Evidence {
  readonly click: AttributedClick | "missing" | undefined;
  readonly code: AttributedAffiliation | "missing" | undefined;
  /** `missing`: a customer's first order. */
  readonly customer: BoundCustomer | "missing" | undefined;
  /** `not_ours`: none of the order's codes is an affiliate's, which is normal: shops have codes of their own. */
  readonly coupon?: AttributedCoupon | "missing" | "not_ours" | undefined;
}

/** The order as of now, and as of when it was paid. */
export interface OrderTimes {
  readonly now: Date;
  /** In a twin: the clock stands still, so that a click and its order can have the same time. */
  readonly clockStands?: boolean;
  readonly paidAt: Date;
}

/** How far a shop's clock may be behind. */
export const CLOCK_SKEW_MS = 10 * 60_000;
