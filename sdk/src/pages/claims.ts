import type { claimFindings, claimSorts, ClaimState, ownClaimSorts } from "../words.ts";
import type { ConversionStatus } from "../resources.ts";
import type { ListPagination, PageQuery, SortedPageQuery } from "./lists.ts";

export type { ClaimState } from "../words.ts";

/** What Tributary knows about an order, as far as it concerns the affiliate who asks. */
export interface ClaimFinding {
  /** `unknown` is the same for an order that does not exist and for another affiliate's. */
  kind: (typeof claimFindings)[number];
  /** The explanation in a sentence or two. */
  text: string;
  /** If recorded. */
  conversion: { id: string; status: ConversionStatus } | null;
  /**
   * If refused: `outside_attribution_window`, `campaign_not_active`, `campaign_archived`, `budget_exceeded`,
   * `affiliate_not_active`, … If the affiliate's link or coupon came with the order, but another affiliate's coupon or link
   * decided: `coupon_decided`, `click_decided`. `text` says so, and never whose.
   */
  reason: string | null;
}

/** A claim about a missing sale, as its affiliate sees it. */
export interface PortalClaim {
  id: string;
  campaign_id: string;
  campaign_name: string;
  merchant_name: string;
  /** As the affiliate wrote it, without surrounding spaces and invisible characters. */
  external_id: string;
  approximate_time: string;
  asked_at: string;
  state: ClaimState;
  /** As of the time of the claim. */
  finding: ClaimFinding;
  message: string | null;
  opened_at: string | null;
  /** The merchant's reply. */
  answer: string | null;
  answered_at: string | null;
  /** The conversion that the merchant created from it. */
  conversion_id: string | null;
}
/**
 * POST /api/portal/claims → PortalClaimResponse, immediately. 404 `campaign_not_found`, 429 `too_many_attempts` (20 an
 * hour).
 */
export interface AskClaimBody {
  /** A campaign that the affiliate is or was in. */
  campaign_id: string;
  /** The order ID, 1 to 255 characters. Surrounding spaces and invisible characters are dropped. */
  external_id: string;
  /** ISO 8601 with a time zone. */
  approximate_time: string;
}
/**
 * POST /api/portal/claims/:id/open → PortalClaimResponse. 400 `claim_already_open` (this one, or another about the same
 * order).
 */
export interface OpenClaimBody {
  /** Up to 1,000 characters, for the merchant. */
  message?: string;
}
export interface PortalClaimResponse {
  claim: PortalClaim;
}
// GET /api/portal/claims/:id → PortalClaimResponse

/** GET /api/portal/claims (PageQuery, `state`), newest first. Without `state`: those the merchant has seen. */
export interface PortalClaimsQuery extends SortedPageQuery<typeof ownClaimSorts> {
  state?: ClaimState;
}
export interface PortalClaimsResponse {
  claims: PortalClaim[];
  pagination: ListPagination;
}

/** The same for the merchant: `/api/dashboard/:account_id/claims`. */
export interface ClaimRow {
  id: string;
  state: Exclude<ClaimState, "asked">;
  campaign_id: string;
  campaign_name: string;
  affiliate_id: string;
  affiliate_name: string;
  /** As the affiliate wrote it, without surrounding spaces and invisible characters. */
  external_id: string;
  approximate_time: string;
  message: string | null;
  opened_at: string;
  answer: string | null;
  answered_at: string | null;
  conversion_id: string | null;
}
/** GET claims, claims.csv */
export interface ClaimsQuery extends PageQuery {
  state?: Exclude<ClaimState, "asked">;
  campaign_id?: string;
  /** Searches as in conversions: see ConversionsQuery. */
  external_id?: string;
  /** Default: newest first. The CSV is always newest first. */
  sort?: (typeof claimSorts)[number];
}
export interface ClaimsResponse {
  claims: ClaimRow[];
  pagination: ListPagination;
}
/** A recorded order that a claim may be about. */
export interface KnownOrder {
  id: string;
  external_id: string;
  affiliate_id: string;
  affiliate_name: string;
  status: ConversionStatus;
}
/** GET claims/:id */
export interface ClaimResponse {
  claim: ClaimRow;
  /** What the affiliate saw when they asked. */
  told: ClaimFinding;
  /** What the account's records say about this order ID, for any affiliate. */
  known: {
    conversion: KnownOrder | null;
    /** Orders whose ID differs only in case, spaces, invisible characters or `#`, at most 5: probably the same order. */
    similar: KnownOrder[];
    /** Track requests that were rejected in the last 90 days, newest first, at most 20. */
    refusals: { at: string; code: string; text: string }[];
  };
}
/**
 * POST claims/:id/answer → ClaimChangedResponse. 400 `claim_not_open`. The affiliate gets an email, if email is
 * configured.
 */
export interface AnswerClaimBody {
  /** 1 to 2,000 characters. */
  text: string;
}
/**
 * POST claims/:id/convert → ClaimChangedResponse. Tracks a conversion with the affiliate's code under the usual rules, so
 * it can fail like a /v1 request: 400 `duplicate_conversion`, 403 `campaign_not_active`, `budget_exceeded`, … If the
 * order is already recorded for the same affiliate, the claim is settled with that conversion.
 */
export interface ConvertClaimBody {
  /** The order ID to record; the claimed one by default. */
  external_id?: string;
  amount?: number;
  currency?: string;
}
export interface ClaimChangedResponse {
  claim: ClaimRow;
}
