import type { AffiliateStatus, CampaignStatus, CommissionType, ConversionStatus } from "../resources.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

/**
 * The affiliate's side: `/api/portal/*`, paths below are under it. For whoever is an affiliate of at least one account, else
 * 403 `not_an_affiliate`. Everything is about oneself, over all merchants together; `campaign_id` narrows it to one campaign,
 * and one that is not one's own finds nothing.
 */

/** Amounts by currency code. Currencies are never added up. */
export type ByCurrency<Amounts> = Record<string, Amounts>;

/** GET invitations/:token, for strangers too. 404 `invitation_not_found`; 410 `invitation_expired` | `_used` | `_replaced` | `_withdrawn`; 403 `campaign_archived`. */
export interface PortalInvitationAnswer {
  invitation: {
    email: string;
    expires_at: string;
    merchant: { name: string };
    campaign: {
      name: string;
      commission_type: CommissionType;
      commission_value: number;
      currency: string;
      attribution_window: number;
      maturation_days: number;
      /** Private campaigns: the merchant approves who joins. */
      needs_approval: boolean;
    };
  };
}
/** POST invitations/:token/accept. Both fields without a session, neither with one. 403 `invitation_for_someone_else`, 401 `invitation_needs_sign_in`. */
export interface AcceptInvitationBody {
  name?: string;
  password?: string;
}
export interface AcceptedInvitationAnswer {
  success: true;
  affiliation: {
    id: string;
    campaign_id: string;
    affiliate_id: string;
    status: AffiliateStatus;
    affiliate_code: string;
    unique_link: string;
    joined_at: string;
  };
}

/** GET overview. Days are UTC, `2026-03-01`, both included; default: the last 30 days. At most 366 days: 400. */
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
  /** Commission of those, pending and approved, by currency; a currency that the day lacks is 0. */
  earned: ByCurrency<number>;
}
export interface PortalOverviewAnswer {
  from: string;
  to: string;
  /** Within the days asked for. Currencies in alphabetical order. */
  span: { clicks: number; conversions: number; earned: ByCurrency<number> };
  /** What stands now, whatever days were asked for. */
  now: ByCurrency<{
    /** Waits for the merchant's approval. */
    pending: number;
    /** Approved, and not withdrawable yet. */
    maturing: number;
    /** Approved, matured and in no payout, before deductions. */
    withdrawable: number;
    /** Clawed back, and not yet taken off a payout. */
    owed_back: number;
    /**
     * What payouts made now would come to: `withdrawable` less `owed_back`, for each merchant apart and never below 0.
     * With `campaign_id`: of this campaign alone, although a payout covers all campaigns of its merchant.
     */
    payable: number;
  }>;
  /** What becomes withdrawable next: approved commission by UTC day and currency, the nearest ten. */
  next_to_mature: { day: string; currency: string; amount: number; conversions: number }[];
  /** One entry for each day of the span, days without anything included. */
  series: PortalDay[];
}

/** One campaign of mine. */
export interface PortalCampaignRow {
  /** The campaign's id: what `:id` and `campaign_id` mean everywhere here. */
  id: string;
  name: string;
  merchant_name: string;
  status: CampaignStatus;
  affiliation_id: string;
  /** Mine in it. `left`: no longer in it, by whoever's choice; what was earned stays. */
  affiliation_status: AffiliateStatus | "suspended" | "left";
  joined_at: string;
  approved_at: string | null;
  affiliate_code: string;
  unique_link: string;
  /** True: a click on the link is recorded now. Otherwise it leads to the target and counts nothing. */
  link_is_tracked: boolean;
  commission_type: CommissionType;
  commission_value: number;
  currency: string;
  stats: { clicks: number; conversions: number };
  by_currency: ByCurrency<{ pending: number; approved: number }>;
}
/** GET campaigns (PageQuery), the newest joined first, those left at the end. */
export interface PortalCampaignsAnswer {
  campaigns: PortalCampaignRow[];
  pagination: ListPagination;
}
/** GET campaigns/:id. 404 `campaign_not_found`. */
export interface PortalCampaignAnswer {
  campaign: PortalCampaignRow & {
    /** Deep links (`?to=/path` on the tracking link) stay on its origin. */
    target_url: string;
    attribution_window: number;
    maturation_days: number;
    /** The terms in sentences: what is paid, how long a click counts, when it becomes withdrawable, who approves. */
    terms: { commission: string; attribution: string; maturation: string; approval: string };
    /** Why the link is not tracked, in one sentence; null while it is. */
    notice: string | null;
  };
}
// POST campaigns/:id/leave → Done. 404 when not in it (any more). Coming back needs a new invitation.

/** GET conversions, newest first. Never the buyer's data and never the merchant's order id. */
export interface PortalConversionsQuery extends PageQuery {
  status?: ConversionStatus;
  campaign_id?: string;
  /** Created at this moment or later: an ISO 8601 time with its zone. */
  from?: string;
  /** Created before this moment. */
  to?: string;
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
  status: ConversionStatus;
  created_at: string;
  matures_at: string;
  /** Whole days, rounded up; 0 once matured. */
  days_to_maturation: number;
  /** Adds to the next payout: approved, matured, in no payout, worth something, and not clawed back. */
  withdrawable: boolean;
  /** The merchant has clawed it back. */
  deducted: boolean;
  payout_id: string | null;
  approved_at: string | null;
  rejected_at: string | null;
  rejection_reason: string | null;
  /** What stands now and what comes next, in a sentence. */
  state: string;
}
export interface PortalConversionsAnswer {
  conversions: PortalConversionRow[];
  pagination: ListPagination;
}
/** GET conversions/:id. 404 `conversion_not_found`. */
export interface PortalConversionAnswer {
  conversion: PortalConversionRow;
  /** The click that decided; null when a code did. `sub` is the label of one's own link. */
  click: { id: string; clicked_at: string; sub: string | null } | null;
  /** Sentences. */
  explanation: { attribution: string; commission: string };
  /** Oldest first. */
  history: {
    action: "track" | "approve" | "reject" | "unreject" | "claw_back";
    status: ConversionStatus;
    reason: string | null;
    at: string;
  }[];
  /** What was taken back after it had matured; null when nothing was. */
  claw_back: {
    amount: number;
    currency: string;
    reason: string;
    at: string;
    /** The payout that it was taken off; null while it is still owed. */
    payout_id: string | null;
  } | null;
}

/** GET earnings?campaign_id: by UTC month of the conversion and currency of the commission, the newest month first. */
export interface PortalEarningsQuery {
  campaign_id?: string;
}
export interface PortalEarningsAnswer {
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
    /** Clawed back of what was approved, whenever that happened. */
    deducted: number;
  }[];
}

export type PayoutDetails =
  | { kind: "iban"; holder: string; iban: string; bic: string | null }
  | { kind: "paypal"; holder: string; email: string }
  | { kind: "other"; holder: string; text: string };

/** What can be switched off; mails about security cannot. */
export interface MailSwitches {
  invitation: boolean;
  approval: boolean;
  claim_answered: boolean;
}

/** GET profile. */
export interface PortalProfileAnswer {
  profile: {
    name: string;
    email: string;
    email_verified: boolean;
    /** Masked: `iban`, `email` and `text` show their last four characters. In full only in the answer to their change. */
    payout_details: PayoutDetails | null;
    payout_details_changed_at: string | null;
    mail: MailSwitches;
    /** False: this installation sends no mail at all. */
    mail_is_sent: boolean;
  };
}
/** PATCH profile → PortalProfileAnswer. Absent fields stay. 400 `invalid_iban`. */
export interface PortalProfileBody {
  name?: string;
  /** null: forget them. `holder` is the person's name unless given. Needs `password`: 400 `wrong_password`, 429 `too_many_attempts`. */
  payout_details?:
    | { kind: "iban"; iban: string; bic?: string; holder?: string }
    | { kind: "paypal"; email: string; holder?: string }
    | { kind: "other"; text: string; holder?: string }
    | null;
  password?: string;
  mail?: Partial<MailSwitches>;
}

// GET data: everything that is kept about oneself, as a JSON file (Content-Disposition: attachment).

/**
 * DELETE account → Done; the cookie is cleared. 400 `wrong_password`, `payout_open` (a payout has been made and not paid yet),
 * `last_owner` (also the only owner of an account). Name, e-mail and payout details are gone afterwards and cannot be brought back.
 */
export interface EraseAccountBody {
  password: string;
}
