import type { AutoApprove, balanceSorts, BalanceState, clawBackSorts, ownPayoutSorts } from "../words.ts";
import type { ListPagination, PageQuery, SortedPageQuery } from "./lists.ts";
import type { PayoutMethod, PayoutStatus } from "./payouts.ts";

export type { AutoApprove, BalanceState } from "../words.ts";

/**
 * Balances, payouts and deductions. Amounts are in major units of the currency next to them, and currencies are never
 * added up. Only owners pay, claw back, change settings and see payees' accounts; managers and viewers can read, with
 * accounts masked.
 */

/**
 * `payable`: a payout can be created now · `no_payout_details`: the affiliate has not added payout details ·
 * `owes_more`: the amount owed back is at least the withdrawable amount · `maturing`, `pending`: nothing is
 * withdrawable yet, and why · `in_payout`: all of it is in a payout · `nothing`: nothing is coming.
 */

/** One affiliate's balance in one currency. */
export interface Balance {
  currency: string;
  /** Pending approval. */
  pending: number;
  /** Approved, and within its maturation period. */
  maturing: number;
  /** When the next part of `maturing` becomes withdrawable. */
  next_matures_at: string | null;
  /** Approved, matured and in no payout, before deducting what is owed back. */
  withdrawable: number;
  /** Since when the oldest part of `withdrawable` has been withdrawable. */
  withdrawable_since: string | null;
  /** Clawed back and not yet deducted from a payout. Negative if more is to be returned. */
  owed_back: number;
  /** The amount of a payout created now: `withdrawable` less `owed_back`, and never below 0. */
  payable: number;
  /** In payouts that are not paid yet. */
  in_payout: number;
  /** The total ever paid. */
  paid: number;
  state: BalanceState;
  /** The state in a sentence. */
  explanation: string;
}

export interface BalanceRow extends Balance {
  affiliate_id: string;
  affiliate_name: string;
  affiliate_email: string;
  payout_method: PayoutMethod | null;
}
/** GET balances, balances.csv: one row per affiliate and currency that ever had money, newest affiliate first. */
export interface BalancesQuery extends PageQuery {
  currency?: string;
  affiliate_id?: string;
  state?: BalanceState;
  /** Part of the name or the email address, in any letter case. */
  search?: string;
  /** Default: newest affiliate first. */
  sort?: (typeof balanceSorts)[number];
}
export interface BalancesResponse {
  balances: BalanceRow[];
  pagination: ListPagination;
}

/** GET balances/maturing: the dates on which one affiliate's approved commissions become withdrawable, soonest first, at most 100. */
export interface MaturingQuery {
  affiliate_id: string;
  currency?: string;
}
export interface MaturingResponse {
  maturing: { /** UTC. */ day: string; currency: string; amount: number; conversions: number }[];
}

/** GET balances/ageing: commissions pending approval, by age in days. */
export interface AgeingResponse {
  ageing: {
    currency: string;
    buckets: {
      days_from: number;
      /** null: no upper limit. */
      days_to: number | null;
      conversions: number;
      commission: number;
    }[];
  }[];
}

/** POST conversions/:id/claw-back. 400 `conversion_not_approved`, `inside_maturation_period` (reject it instead), `already_clawed_back`, `nothing_to_claw_back`. */
export interface ClawBackBody {
  /** 1 to 500 characters; the affiliate reads it. */
  reason: string;
}
export interface ClawBackRow {
  id: string;
  conversion_id: string;
  campaign_id: string;
  campaign_name: string;
  affiliate_id: string;
  affiliate_name: string;
  /** The order ID. */
  external_id: string;
  /** Negative: an earlier claw-back is returned. */
  amount: number;
  currency: string;
  reason: string;
  created_at: string;
  /** The payout that it was deducted from; null while it is carried over. */
  payout_id: string | null;
  /** The refund that caused it; null if a person decided it. */
  refund_id: string | null;
  /** The claw-back that this one undoes. */
  undoes_id: string | null;
}
/** Also the response of POST claw-backs/:id/undo, with the same body, for owners. 400 `claw_back_undone`, `claw_back_returned`, `customer_limit_reached`. */
export interface ClawBackResponse {
  claw_back: ClawBackRow;
}
/** GET claw-backs, claw-backs.csv */
export interface ClawBacksQuery extends PageQuery {
  affiliate_id?: string;
  conversion_id?: string;
  currency?: string;
  /** True: not yet deducted from a payout. */
  open?: "true" | "false";
  /** Default: newest first. */
  sort?: (typeof clawBackSorts)[number];
}
export interface ClawBacksResponse {
  claw_backs: ClawBackRow[];
  pagination: ListPagination;
}

/** GET campaigns/:id/auto-approve. POST and PATCH of campaigns set it. */
export interface AutoApproveResponse {
  auto_approve: AutoApprove;
}

/** GET balances/summary: what payouts created now would pay, and what is stuck. */
export interface MoneySummaryResponse {
  /** The balances of all affiliates added up, one row per currency. */
  totals: Pick<Balance, "currency" | "pending" | "maturing" | "payable" | "owed_back" | "in_payout" | "paid">[];
  /** One row per currency, less what is owed back. */
  ready: { currency: string; amount: number; affiliates: number }[];
  /** Ready, but the affiliates have not added payout details. */
  blocked: { currency: string; amount: number; affiliates: number }[];
  /** Across all currencies. */
  blocked_affiliates: number;
  /** Ready, but the affiliates deleted their accounts. Added to `ready` and `blocked`, this is the total `payable`. */
  unpayable: { currency: string; amount: number; affiliates: number }[];
  /** Across all currencies. */
  unpayable_affiliates: number;
  /** Conversions pending review for more than 60 days. */
  waiting_long: { currency: string; conversions: number; commission: number }[];
  mail_is_sent: boolean;
}

/**
 * POST payout-reminders: emails the affiliates in `blocked_affiliates`, each at most once in 7 days. For owners and
 * managers.
 */
export interface RemindersResponse {
  reminded: number;
  /** Reminded less than 7 days ago. */
  skipped: number;
  /** Not reminded yet, because one request sends at most 200 emails. */
  left: number;
  /** Why no email was sent at all: this installation sends no email, or your own address is not verified. */
  not_mailed: "mail_off" | "sender_unverified" | null;
}

/** GET payout-settings */
export interface PayoutSettingsResponse {
  /** For SEPA files. The IBAN is complete for owners and masked for other roles. */
  payer: { name: string; iban: string; bic: string | null } | null;
  /** Automatic batches, at most one per currency. */
  schedules: ScheduleRow[];
}
export interface ScheduleRow {
  /** True: an import disabled it, because the old installation may still run it. Saving it enables it. */
  disabled: boolean;
  currency: string;
  /** 1 to 28, UTC. */
  day: number;
  minimum: number;
  /** YYYY-MM-DD. */
  next_on: string;
}
/** PUT payout-settings/payer → PayoutSettingsResponse. 400 `invalid_iban`. DELETE payout-settings/payer → PayoutSettingsResponse. */
export interface PayerBody {
  /** 1 to 70 characters. */
  name: string;
  iban: string;
  bic?: string;
}
/** PUT payout-settings/schedule → PayoutSettingsResponse. */
export interface ScheduleBody {
  currency: string;
  /** 1 to 28; null ends the schedule. */
  day: number | null;
  /** Default 0: any amount above zero. */
  minimum?: number;
}

// The affiliate's side, under /api/portal/. Each part names the merchant, because a person may have several.

/** GET /api/portal/balances */
export interface PortalBalancesResponse {
  balances: (Balance & {
    affiliate_id: string;
    merchant_name: string;
    payout_method: PayoutMethod | null;
    /** The merchant's next monthly batch in this currency; null if there is no monthly schedule. */
    next_payday: Payday | null;
  })[];
}
export interface Payday {
  /** A UTC day, `2026-03-01`. */
  on: string;
  /** What is ready to pay by then, less what is owed back: approved commission only, and never below 0. */
  amount: number;
  /** Balances below this are carried over to the next month. */
  minimum: number;
}
/** GET /api/portal/balances/maturing (MaturingQuery) → MaturingResponse */

export interface PortalPayoutRow {
  id: string;
  affiliate_id: string;
  merchant_name: string;
  currency: string;
  amount: number;
  conversions: number;
  claw_backs: number;
  earned: number;
  clawed_back: number;
  status: PayoutStatus;
  method: PayoutMethod;
  account_hint: string;
  created_at: string;
  settled_at: string | null;
  paid_on: string | null;
  reference: string | null;
}
/** GET /api/portal/payouts */
export interface PortalPayoutsQuery extends SortedPageQuery<typeof ownPayoutSorts> {
  affiliate_id?: string;
  status?: PayoutStatus;
}
export interface PortalPayoutsResponse {
  payouts: PortalPayoutRow[];
  pagination: ListPagination;
}
/** GET /api/portal/payouts/:id/lines (PageQuery) → PayoutLinesResponse */
/** GET /api/portal/payouts/:id */
export interface PortalPayoutResponse {
  payout: PortalPayoutRow;
}

/** GET /api/portal/claw-backs (PageQuery) */
export interface PortalClawBacksResponse {
  claw_backs: Omit<ClawBackRow, "affiliate_name" | "refund_id" | "undoes_id">[];
  pagination: ListPagination;
}
