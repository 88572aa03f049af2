import type { CommissionLine, CommissionPlan } from "./plan-format.ts";
import type {
  AttributedBy,
  CampaignStatus,
  AffiliateStatus,
  CommissionType,
  ConversionKind,
  ConversionStatus,
  CouponNeedsClick,
  CouponState,
  EvidenceOrder,
  FixedOnRefund,
  PlanSource,
  Rebind,
  Visibility,
  WarningSign,
} from "./words.ts";

export type { CampaignStatus, AffiliateStatus, CommissionType, ConversionStatus, WarningSign } from "./words.ts";
/**
 * The resources of /v1 as sent over the wire. Times are ISO 8601 in UTC with milliseconds; amounts are in major units.
 */

export interface Pagination {
  limit: number;
  offset: number;
  total: number;
}

export interface ListedCampaign {
  id: string;
  name: string;
  target_url: string;
  type: "CPA";
  status: CampaignStatus;
  commission_type: CommissionType;
  commission_value: number;
  created_at: string;
}

export interface Campaign extends ListedCampaign {
  slug: string;
  /** Absent: `keep`, so a fixed commission stays whole while anything is left of the order. */
  fixed_commission_on_refund?: FixedOnRefund | undefined;
  /** Absent: every order pays the commission above. Also absent in lists. */
  plan?: CommissionPlan | undefined;
  /** Counts the versions of all plans in the campaign. Absent without a plan. */
  plan_version?: number | undefined;
  /** Absent: `never`, so customers stay with their first affiliate. */
  rebind?: Rebind | undefined;
  /** Absent: `coupon`, so a coupon decides if a click points to another affiliate. */
  evidence?: EvidenceOrder | undefined;
  /** Absent: `off`, so coupons count without a click. */
  coupon_needs_click?: CouponNeedsClick | undefined;
  /** How many days before the order that click may be. Absent if `coupon_needs_click` is. */
  coupon_click_days?: number | undefined;
  visibility: Visibility;
  attribution_window: number;
  maturation_days: number;
  currency: string;
  max_budget: number | null;
  current_spend: number;
  updated_at: string;
  stats: {
    total_affiliates: number;
    total_clicks: number;
    total_conversions: number;
    total_revenue: number;
  };
  /** Revenue and spend in currencies other than the campaign's; never added to it. */
  by_currency: Record<string, { total_revenue: number; current_spend: number }>;
}

/** The response to creating a campaign. */
export type CreatedCampaign = Omit<UpdatedCampaign, "commission_type" | "commission_value">;

/** The response to changing a campaign. */
export interface UpdatedCampaign extends ListedCampaign {
  slug: string;
  /** Absent: every order pays the campaign's commission. */
  plan?: CommissionPlan | undefined;
  plan_version?: number | undefined;
}

export interface Affiliate {
  id: string;
  affiliation_id: string;
  email: string;
  name: string;
  status: AffiliateStatus;
  suspended: boolean;
  unique_link: string;
  affiliate_code: string;
  joined_at: string;
  stats: {
    clicks: number;
    conversions: number;
    revenue: number;
    pending_commission: number;
  };
  by_currency: Record<string, { revenue: number; pending_commission: number }>;
}

/** The plan that decides about an affiliate's orders. */
export interface AffiliatePlan {
  /** Whose plan it is: the affiliate's own, their group's or the campaign's. */
  source: PlanSource;
  plan: CommissionPlan;
  /** null: the campaign has no plan, so every order pays its base. */
  plan_version: number | null;
  /** The affiliate's group, if any. */
  group_id: string | null;
}

/** Affiliates of one campaign that share a plan. */
export interface Group {
  id: string;
  name: string;
  /** null: the campaign's. */
  plan: CommissionPlan | null;
  plan_version: number | null;
  /** Active affiliates in the group. */
  affiliates: number;
  created_at: string;
}

/** A code that belongs to an affiliate of one campaign. */
export interface Coupon {
  id: string;
  campaign_id: string;
  code: string;
  state: CouponState;
  /** Who has it now, or had it when it ended. */
  affiliate_id: string;
  starts_at: string;
  /** null while it is active. */
  ends_at: string | null;
}

export interface Invitation {
  status: "pending_invite";
  email: string;
  invite_link: string;
  expires_at: string;
}

export interface Conversion {
  id: string;
  campaign_id: string;
  affiliate_id: string;
  external_id: string;
  amount: number;
  currency: string;
  commission: number;
  commission_currency: string;
  status: ConversionStatus;
  click_id: string | null;
  created_at: string;
  matures_at: string;
  approved_at: string | null;
  rejected_at: string | null;
  rejection_reason: string | null;
  /** Why someone should review it. With any of these it is never approved automatically. */
  warning_signs: WarningSign[];
  /** Before refunds. This and the next two are present once a refund was recorded. */
  original_amount?: number | undefined;
  original_commission?: number | undefined;
  /** The refunds that count for this conversion. */
  refunded_amount?: number | undefined;
  /** Present if a plan decided the order, or if you said who ordered. */
  kind?: ConversionKind | undefined;
  /** The version of the plan that decided. */
  plan_version?: number | undefined;
  /** How the original commission was calculated. */
  lines?: CommissionLine[] | undefined;
  /** The start of the customer's keyed hash: `customer 7f3a91c2`. */
  customer?: string | undefined;
  /** The affiliate's coupon that the customer used. Absent without one, like `attributed_by`. */
  coupon_code?: string | undefined;
  attributed_by?: AttributedBy | undefined;
}

/** What an order would pay. */
export interface CommissionPreview {
  commission: number;
  commission_currency: string;
  affiliate_id: string;
  kind: ConversionKind;
  /** Whose plan decides. null: the campaign has no plan, so its base does. */
  plan_source: PlanSource | null;
  plan_version: number | null;
  lines: CommissionLine[];
  /** null: you did not say who ordered. */
  customer: string | null;
}

/** A full or partial refund of an order. */
export interface Refund {
  id: string;
  conversion_id: string;
  external_id: string;
  amount: number;
  currency: string;
  /** False once it was cancelled. */
  counted: boolean;
  reason: string | null;
  recorded_at: string;
}

/** What an order's new total changed. */
export interface OrderEditOutcome {
  success: true;
  /** What counts of the order now. */
  conversion: Pick<Conversion, "id" | "amount" | "commission" | "status">;
  /** If the new total is lower. */
  refund: Refund | null;
  /** As in `RefundOutcome`. */
  claw_back: RefundOutcome["claw_back"];
  /** The conversion for the difference, if the order's own is already ready to pay or paid. */
  added_conversion: Pick<Conversion, "id" | "amount" | "commission" | "status"> | null;
}

/** A refund and what it changed. */
export interface RefundOutcome {
  success: true;
  refund: Refund;
  /** What counts of the order now. */
  conversion: Pick<Conversion, "id" | "amount" | "commission" | "status">;
  /** What the next payout deducts, if the commission could no longer be lowered; a negative amount is returned. */
  claw_back: { id: string; amount: number; currency: string } | null;
}

/** The response to tracking a conversion. */
export type TrackedConversion = Pick<
  Conversion,
  "id" | "commission" | "status" | "kind" | "plan_version" | "lines" | "customer" | "coupon_code" | "attributed_by"
>;

/** The body of every error. The three writes to conversions also have `success: false`. */
export interface Failure {
  success?: false;
  error: string;
  code: string;
  request_id: string;
  /** On a duplicate: the conversion that was recorded first. */
  conversion_id?: string;
}
