import type { CommissionPlan, PlanBase } from "./plan-format.ts";
import type { CouponNeedsClick, CouponState, EvidenceOrder, FixedOnRefund, Rebind, Visibility } from "./words.ts";
import type {
  Affiliate,
  AffiliateStatus,
  CampaignStatus,
  CommissionType,
  Conversion,
  ConversionStatus,
  Coupon,
  ListedCampaign,
  Pagination,
} from "./resources.ts";

export type { CouponNeedsClick, CouponState, EvidenceOrder, FixedOnRefund, Rebind, Visibility } from "./words.ts";

/** Requests to /v1, and the pages that lists return. Optional fields that are null count as absent. */

/** A plan in a campaign's body. Without `base`, `commission_type` and `commission_value` are the base. */
export interface CampaignPlan extends Omit<CommissionPlan, "base"> {
  base?: PlanBase;
}

export interface NewCampaign {
  name: string;
  target_url: string;
  type: "CPA";
  commission_type: CommissionType;
  /** An amount in the campaign's currency, or a percentage. */
  commission_value: number;
  /** What a partial refund does to a fixed commission: `keep` it, or `scale` it with the order. Default: keep. */
  fixed_commission_on_refund?: FixedOnRefund | null | undefined;
  /** Default: every order pays the commission above. */
  plan?: CampaignPlan | null | undefined;
  /** Whether another affiliate's click takes over a customer. Default: never. */
  rebind?: Rebind | null | undefined;
  /** What decides if a click and a coupon point to different affiliates. Default: coupon. */
  evidence?: EvidenceOrder | null | undefined;
  /** What happens to orders with a coupon, but without a click on its holder's link. Default: off. */
  coupon_needs_click?: CouponNeedsClick | null | undefined;
  /** How many days before the order that click may be. Default: 30. */
  coupon_click_days?: number | null | undefined;
  /** Private: you approve each affiliate who joins. Default: public. */
  visibility?: Visibility | null | undefined;
  /** Days after a click in which a conversion counts. Default: 30. */
  attribution_window?: number | null | undefined;
  /** Days until commission can be withdrawn. Default: 7. */
  maturation_days?: number | null | undefined;
  /** The maximum total of pending and approved commissions. Default: none. */
  max_budget?: number | null | undefined;
  /** Of the fixed commission and the budget. Default: EUR. */
  currency?: string | null | undefined;
}

/** The fields to change; the others stay unchanged. Only `max_budget` accepts null: no limit. */
export interface CampaignPatch {
  name?: string | null | undefined;
  target_url?: string | null | undefined;
  type?: "CPA" | null | undefined;
  status?: CampaignStatus | null | undefined;
  /** Only together with `commission_value`. */
  commission_type?: CommissionType | null | undefined;
  commission_value?: number | null | undefined;
  fixed_commission_on_refund?: FixedOnRefund | null | undefined;
  /** Replaces the whole plan. To pay the same for every order again, send one with only a `base`. */
  plan?: CampaignPlan | null | undefined;
  rebind?: Rebind | null | undefined;
  evidence?: EvidenceOrder | null | undefined;
  coupon_needs_click?: CouponNeedsClick | null | undefined;
  coupon_click_days?: number | null | undefined;
  visibility?: Visibility | null | undefined;
  attribution_window?: number | null | undefined;
  maturation_days?: number | null | undefined;
  max_budget?: number | null | undefined;
  /** Only while the campaign has no conversions. */
  currency?: string | null | undefined;
}

export interface NewInvitation {
  email: string;
}

/** An item of an order. */
export interface OrderItem {
  sku: string;
  product_id?: string | null | undefined;
  category?: string | null | undefined;
  quantity: number;
  /** What the customer paid for all of them. */
  amount: number;
}

export interface NewGroup {
  /** Unique in the campaign. */
  name: string;
  /** Default: the campaign's. */
  plan?: CommissionPlan | null | undefined;
}

/** The fields to change. A `plan` of null removes the group's plan: its affiliates get the campaign's. */
export interface GroupPatch {
  name?: string | null | undefined;
  plan?: CommissionPlan | null | undefined;
}

export interface NewCoupon {
  /** 1 to 64 characters. Letter case, width and surrounding spaces do not matter. */
  code: string;
  /** An affiliate of the campaign. */
  affiliate_id: string;
  /** ISO 8601, at most 90 days ago. Default: now. */
  starts_at?: string | null | undefined;
}

export interface CouponMove {
  /** An affiliate of the same campaign. */
  affiliate_id: string;
}

export interface AffiliatePlanBody {
  plan: CommissionPlan;
}

export interface GroupMove {
  /** null: out of their group. */
  group_id: string | null;
}

/**
 * Requires `click_id`, a coupon or `affiliate_code`, unless the customer ordered before. Send all that you have: the
 * campaign says whether a click or a coupon takes precedence, and both do over a code.
 */
export interface NewConversion {
  campaign_id: string;
  affiliate_code?: string | null | undefined;
  click_id?: string | null | undefined;
  /** An affiliate's coupon that the customer used. */
  coupon_code?: string | null | undefined;
  /** All codes of the order, if you do not know which one is an affiliate's. The first one that is counts. */
  coupon_codes?: string[] | null | undefined;
  /** Your own order or transaction ID. Each is counted once per account, forever. */
  external_id: string;
  /** In major units. Default: 0. */
  amount?: number | null | undefined;
  /** Default: EUR. */
  currency?: string | null | undefined;
  /** Your ID of the customer. Stored only as a keyed hash. */
  customer_id?: string | null | undefined;
  /** Used if there is no `customer_id`. Stored only as a keyed hash. */
  customer_email?: string | null | undefined;
  /** For rules on products. Their amounts are part of `amount`. */
  items?: OrderItem[] | null | undefined;
  /** Later orders of the subscription are renewals. */
  subscription_id?: string | null | undefined;
  /** ISO 3166-1, two letters. */
  country?: string | null | undefined;
  /** ISO 8601, at most 90 days ago. Default: now. */
  paid_at?: string | null | undefined;
}

/** The body of `NewConversion`, without what only a recorded order needs. */
export type PreviewedOrder = Omit<NewConversion, "campaign_id" | "external_id"> & {
  external_id?: string | null | undefined;
};

export interface NewRefund {
  /** Your own refund ID. Each is counted once per account, forever. */
  external_id: string;
  /** In major units of the order's currency. */
  amount: number;
  /** The order's, if you want it checked. */
  currency?: string | null | undefined;
  /** What was returned. Under a plan with rules on products, it decides which commission is lowered. */
  items?: { sku: string; quantity: number }[] | null | undefined;
  reason?: string | null | undefined;
}

export interface NewOrderRefund extends NewRefund {
  /** The `external_id` of the conversion: your order ID. */
  conversion_external_id: string;
}

export interface NewOrderEdit {
  /** Your own ID of the edit. Each is counted once per account, forever. */
  external_id: string;
  /** The order's new total, before refunds. */
  amount: number;
}

export interface Rejection {
  reason?: string | null | undefined;
}

interface PageQuery {
  /** Default: 50, at most 100. */
  limit?: number | undefined;
  /** Default: 0. */
  offset?: number | undefined;
}
export interface CampaignQuery extends PageQuery {
  status?: CampaignStatus | null | undefined;
}
export interface AffiliateQuery extends PageQuery {
  status?: AffiliateStatus | null | undefined;
}
export interface CouponQuery extends PageQuery {
  state?: CouponState | null | undefined;
  affiliate_id?: string | null | undefined;
}
export interface ConversionQuery extends PageQuery {
  status?: ConversionStatus | null | undefined;
  affiliate_id?: string | null | undefined;
}

export interface CampaignPage {
  campaigns: ListedCampaign[];
  pagination: Pagination;
}
export interface AffiliatePage {
  affiliates: Affiliate[];
  pagination: Pagination;
}
export interface CouponPage {
  coupons: Coupon[];
  pagination: Pagination;
}
export interface ConversionPage {
  conversions: Conversion[];
  pagination: Pagination;
}
