import type { Visibility } from "./words.ts";
import type {
  Affiliate,
  AffiliateStatus,
  CampaignStatus,
  CommissionType,
  Conversion,
  ConversionStatus,
  ListedCampaign,
  Pagination,
} from "./resources.ts";

export type { Visibility } from "./words.ts";

/** What is sent to /v1, and the pages that lists answer. Optional fields that are null count as absent. */

export interface NewCampaign {
  name: string;
  target_url: string;
  type: "CPA";
  commission_type: CommissionType;
  /** The sum in the campaign's currency, or the percentage. */
  commission_value: number;
  /** Private: you approve each affiliate who joins. Public unless given. */
  visibility?: Visibility | null | undefined;
  /** Days after a click in which a conversion counts; 30 unless given. */
  attribution_window?: number | null | undefined;
  /** Days until commission can be withdrawn; 7 unless given. */
  maturation_days?: number | null | undefined;
  /** The most that pending and approved commissions may sum to; none unless given. */
  max_budget?: number | null | undefined;
  /** Of the fixed commission and of the budget; EUR unless given. */
  currency?: string | null | undefined;
}

/** The fields to change; others stay as they are. Null says something only of `max_budget`: no limit. */
export interface CampaignPatch {
  name?: string | null | undefined;
  target_url?: string | null | undefined;
  type?: "CPA" | null | undefined;
  status?: CampaignStatus | null | undefined;
  /** Only together with `commission_value`. */
  commission_type?: CommissionType | null | undefined;
  commission_value?: number | null | undefined;
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

/** Either `affiliate_code` or `click_id` is needed. Send both when you have both: a valid click decides, else a valid code. */
export interface NewConversion {
  campaign_id: string;
  affiliate_code?: string | null | undefined;
  click_id?: string | null | undefined;
  /** Your own order or transaction id. Each is counted once in the account, for ever. */
  external_id: string;
  /** In major units; 0 unless given. */
  amount?: number | null | undefined;
  /** EUR unless given. */
  currency?: string | null | undefined;
}

export interface Rejection {
  reason?: string | null | undefined;
}

interface PageQuery {
  /** 50 unless given, 100 at most. */
  limit?: number | undefined;
  /** 0 unless given. */
  offset?: number | undefined;
}
export interface CampaignQuery extends PageQuery {
  status?: CampaignStatus | null | undefined;
}
export interface AffiliateQuery extends PageQuery {
  status?: AffiliateStatus | null | undefined;
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
export interface ConversionPage {
  conversions: Conversion[];
  pagination: Pagination;
}
