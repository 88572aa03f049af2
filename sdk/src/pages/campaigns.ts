import type { CampaignPlan } from "../requests.ts";
import type { AutoApprove, campaignSorts, FixedOnRefund, Rebind, Visibility } from "../words.ts";
import type { CouponSettings } from "./coupons.ts";
import type { Campaign, CampaignStatus, CommissionType } from "../resources.ts";
import type { ListPagination, SortedPageQuery } from "./lists.ts";

/** GET campaigns, campaigns.csv */
export interface CampaignsQuery extends SortedPageQuery<typeof campaignSorts> {
  status?: CampaignStatus;
  /** Part of the name or the slug, in any letter case. */
  search?: string;
}
export interface CampaignsResponse {
  campaigns: Campaign[];
  pagination: ListPagination;
}

/** GET campaigns/:id · response of POST campaigns, PATCH campaigns/:id and DELETE campaigns/:id (which archives). */
export interface CampaignResponse {
  campaign: Campaign;
}

/** POST campaigns */
export interface CreateCampaignBody extends Partial<CouponSettings> {
  name: string;
  target_url: string;
  type: "CPA";
  commission_type: CommissionType;
  commission_value: number;
  /** Default `keep`. */
  fixed_commission_on_refund?: FixedOnRefund;
  /** Its base is `commission_type` and `commission_value`. */
  plan?: CampaignPlan;
  /** Default `never`. */
  rebind?: Rebind;
  visibility?: Visibility;
  /** Days; default 30. */
  attribution_window?: number;
  /** Days; default 7. */
  maturation_days?: number;
  /** Default EUR. */
  currency?: string;
  /** null: no limit. */
  max_budget?: number | null;
  /** Default `never`. */
  auto_approve?: AutoApprove;
}

/** PATCH campaigns/:id. Absent fields stay unchanged. `commission_type` requires `commission_value`. */
export interface UpdateCampaignBody extends Partial<CouponSettings> {
  name?: string;
  target_url?: string;
  type?: "CPA";
  status?: CampaignStatus;
  commission_type?: CommissionType;
  commission_value?: number;
  fixed_commission_on_refund?: FixedOnRefund;
  plan?: CampaignPlan;
  rebind?: Rebind;
  visibility?: Visibility;
  attribution_window?: number;
  maturation_days?: number;
  /** Only while the campaign has no conversions: 400 `currency_fixed`. */
  currency?: string;
  max_budget?: number | null;
  auto_approve?: AutoApprove;
}
