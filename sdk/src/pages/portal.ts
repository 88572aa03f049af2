import type { ConversionKind, ownConversionSorts, Rebind } from "../words.ts";
import type { AffiliateStatus, CampaignStatus, CommissionType, ConversionStatus } from "../resources.ts";
import type { Explanation, HistoryChange, OrderFacts } from "./conversions.ts";
import type { MerchantBrand } from "./branding.ts";
import type { CommissionLine, CommissionPlan } from "../plan-format.ts";
import type { OwnPlan } from "./plans.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

/**
 * The affiliate's side: `/api/portal/*`; the paths below are relative to it. For affiliates of at least one account,
 * otherwise 403 `not_an_affiliate`. Everything is about the signed-in person, across all merchants; `campaign_id`
 * narrows it to one campaign, and a campaign that is not theirs finds nothing.
 */

/** Amounts by currency code. Currencies are never added up. */
export type ByCurrency<Amounts> = Record<string, Amounts>;

/** GET overview. Days are UTC, `2026-03-01`, inclusive; default: the last 30 days. More than 366 days: 400. */
export interface PortalOverviewQuery {
  campaign_id?: string;
  from?: string;
  to?: string;
}
export interface PortalDay {
  day: string;
  clicks: number;
  /** Not rejected. */
  conversions: number;
  /** Their commission, pending and approved, by currency; 0 for a currency without any that day. */
  earned: ByCurrency<number>;
}
export interface PortalOverviewResponse {
  from: string;
  to: string;
  /** Within the requested days. Currencies in alphabetical order. */
  span: { clicks: number; conversions: number; earned: ByCurrency<number> };
  /** The current amounts, regardless of the requested days. */
  now: ByCurrency<{
    /** Pending the merchant's approval. */
    pending: number;
    /** Approved, but not withdrawable yet. */
    maturing: number;
    /** Approved, matured and in no payout, before deductions. */
    withdrawable: number;
    /** Clawed back, and not yet deducted from a payout. */
    owed_back: number;
    /**
     * The amount of payouts created now: `withdrawable` less `owed_back`, per merchant and never below 0. With
     * `campaign_id`: for this campaign only, although a payout covers all campaigns of its merchant.
     */
    payable: number;
  }>;
  /** What becomes withdrawable next: approved commission by UTC day and currency, the next ten entries. */
  next_to_mature: { day: string; currency: string; amount: number; conversions: number }[];
  /** One entry per day of the span, including empty days. */
  series: PortalDay[];
}

/** One of the affiliate's campaigns. */
export interface PortalCampaignRow {
  /** The campaign's ID, used as `:id` and `campaign_id` throughout this file. */
  id: string;
  name: string;
  merchant_name: string;
  brand: MerchantBrand;
  status: CampaignStatus;
  affiliation_id: string;
  /** The affiliate's status in it. `left`: no longer in it, by either side's choice; earnings stay. */
  affiliation_status: AffiliateStatus | "suspended" | "left";
  joined_at: string;
  approved_at: string | null;
  affiliate_code: string;
  unique_link: string;
  /** True: clicks on the link are recorded now. Otherwise it still leads to the target, but nothing is counted. */
  link_is_tracked: boolean;
  /** The base of the plan that decides for the affiliate, if there is one. */
  commission_type: CommissionType;
  commission_value: number;
  /** The plan has more than its base. Absent if every order pays the commission above. */
  commission_varies?: true | undefined;
  currency: string;
  stats: { clicks: number; conversions: number };
  by_currency: ByCurrency<{ pending: number; approved: number }>;
}
/** GET campaigns (PageQuery), most recently joined first, those left at the end. */
export interface PortalCampaignsResponse {
  campaigns: PortalCampaignRow[];
  pagination: ListPagination;
}
/** GET campaigns/:id. 404 `campaign_not_found`. */
export interface PortalCampaignResponse {
  campaign: PortalCampaignRow & {
    /** Deep links (`?to=/path` on the tracking link) stay on its origin. */
    target_url: string;
    attribution_window: number;
    maturation_days: number;
    /** The terms in sentences: the commission, how long a click counts, when it becomes withdrawable, who approves. */
    terms: { commission: string; attribution: string; maturation: string; approval: string };
    /** Why the link is not tracked, in one sentence; null while it is. */
    notice: string | null;
    /** Absent if every order pays `commission_value`. */
    plan?: OwnPlan | undefined;
    /** Absent: customers stay with their first affiliate. */
    rebind?: Rebind | undefined;
  };
}
// POST campaigns/:id/leave → Done. 404 if not (or no longer) in it. Rejoining needs a new invitation.

/** GET conversions, newest first unless sorted. Never the buyer's data and never the merchant's order ID. */
export interface PortalConversionsQuery extends PageQuery {
  status?: ConversionStatus;
  campaign_id?: string;
  /** Created at this moment or later: an ISO 8601 time with a time zone. */
  from?: string;
  /** Created before this moment. */
  to?: string;
  sort?: (typeof ownConversionSorts)[number];
}
export interface PortalConversionRow {
  id: string;
  campaign_id: string;
  campaign_name: string;
  merchant_name: string;
  amount: number;
  currency: string;
  commission: number;
  commission_currency: string;
  /** Before refunds. This and the next two are present once a refund was recorded. */
  original_amount?: number | undefined;
  original_commission?: number | undefined;
  refunded_amount?: number | undefined;
  status: ConversionStatus;
  created_at: string;
  matures_at: string;
  /** Whole days, rounded up; 0 once matured. */
  days_to_maturation: number;
  /** Part of the next payout: approved, matured, in no payout, above zero, and not clawed back in full. */
  withdrawable: boolean;
  /** The merchant has clawed all of it back. */
  deducted: boolean;
  payout_id: string | null;
  approved_at: string | null;
  rejected_at: string | null;
  rejection_reason: string | null;
  /** The current status and the next step, in a sentence. */
  state: string;
  /** Absent for ordinary orders. */
  kind?: Exclude<ConversionKind, "order"> | undefined;
  /** The month of a bonus, `2026-10`. */
  bonus_month?: string | undefined;
  /** The month that the order counts for, `2026-10`, if it was paid in another month than it was tracked in. */
  counts_for?: string | undefined;
  /** `customer 7f3a91c2` */
  customer?: string | undefined;
  /** The affiliate's own coupon, if the customer used one. */
  coupon_code?: string | undefined;
}
export interface PortalConversionsResponse {
  conversions: PortalConversionRow[];
  pagination: ListPagination;
}
/** GET conversions/:id. 404 `conversion_not_found`. */
export interface PortalConversionResponse extends OrderFacts {
  conversion: PortalConversionRow;
  /** The click it was attributed to; null if attributed by code. `sub` is the label in the affiliate's link. */
  click: { id: string; clicked_at: string; sub: string | null } | null;
  /** Sentences. */
  explanation: Explanation;
  /** Oldest first. */
  history: (HistoryChange & {
    action: "track" | "approve" | "reject" | "unreject" | "adjust" | "claw_back" | "return";
    status: ConversionStatus;
    at: string;
  })[];
  /** The first conversion of the order, if this one was added when the order changed after it was paid. */
  part_of: string | null;
  /** The other conversions of the order, oldest first. */
  parts: string[];
  /** The campaign's budget had no room for the full commission. */
  budget_short: boolean;
  /** How the plan calculated the commission; absent if no plan did. */
  lines?: CommissionLine[] | undefined;
  /** The version of the plan that decided. */
  plan?: CommissionPlan | undefined;
  /** What was clawed back after it had matured; null if nothing was. */
  claw_back: {
    amount: number;
    currency: string;
    reason: string;
    at: string;
    /** The payout that it was deducted from; null while it is still owed. */
    payout_id: string | null;
  } | null;
}

/**
 * GET earnings: twelve months, by UTC month of the conversion and currency of the commission, newest month first.
 * `until` is the last of them, `2026-03`; default: the current month.
 */
export interface PortalEarningsQuery {
  campaign_id?: string;
  until?: string;
}
export interface PortalEarningsResponse {
  /** The first and the last of the twelve months. */
  from: string;
  until: string;
  /** Whether there are conversions before `from`. */
  earlier: boolean;
  months: {
    /** `2026-03` */
    month: string;
    currency: string;
    /** Not rejected. */
    conversions: number;
    pending: number;
    approved: number;
    /** pending + approved − deducted */
    earned: number;
    rejected: number;
    /** The part of `approved` that was clawed back, at any time. */
    deducted: number;
  }[];
}

export type PayoutDetails =
  | { kind: "iban"; holder: string; iban: string; bic: string | null }
  | { kind: "paypal"; holder: string; email: string }
  | { kind: "other"; holder: string; text: string };

/** Emails that can be switched off; security emails cannot. */
export interface MailSwitches {
  invitation: boolean;
  approval: boolean;
  claim_answered: boolean;
  payout_reminder: boolean;
}

/** GET profile. */
export interface PortalProfileResponse {
  profile: {
    name: string;
    email: string;
    email_verified: boolean;
    /**
     * Masked: `iban`, `email` and `text` show their last four characters. Complete only in the response to a change.
     */
    payout_details: PayoutDetails | null;
    payout_details_changed_at: string | null;
    mail: MailSwitches;
    /** False: this installation sends no email. */
    mail_is_sent: boolean;
  };
}
/** PATCH profile → PortalProfileResponse. Absent fields stay unchanged. 400 `invalid_iban`. */
export interface PortalProfileBody {
  name?: string;
  /**
   * null removes them. `holder` defaults to the person's name. Needs `password`: 400 `wrong_password`, 429
   * `too_many_attempts`.
   */
  payout_details?:
    | { kind: "iban"; iban: string; bic?: string; holder?: string }
    | { kind: "paypal"; email: string; holder?: string }
    | { kind: "other"; text: string; holder?: string }
    | null;
  password?: string;
  mail?: Partial<MailSwitches>;
}

// GET data: all data stored about the person, as a JSON file (Content-Disposition: attachment).

/**
 * DELETE account → Done; the cookie is cleared. 400 `wrong_password`, `payout_open` (a payout is not paid yet),
 * `last_owner` (also the only owner of an account). Name, email and payout details are deleted permanently.
 */
export interface EraseAccountBody {
  password: string;
}
