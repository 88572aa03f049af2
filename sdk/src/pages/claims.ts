import type { claimFindings, ClaimState } from "../words.ts";
import type { ConversionStatus } from "../resources.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

export type { ClaimState } from "../words.ts";

/** What the service itself knows about an order, as far as it concerns the affiliate who asks. */
export interface ClaimFinding {
  /** `unknown` says the same of an order that does not exist and of somebody else's. */
  kind: (typeof claimFindings)[number];
  /** The answer in a sentence or two. */
  text: string;
  /** When recorded. */
  conversion: { id: string; status: ConversionStatus } | null;
  /** When refused: `outside_attribution_window`, `campaign_not_active`, `campaign_archived`, `budget_exceeded`, `affiliate_not_active`, … */
  reason: string | null;
}

/** One question about a missing sale, as its affiliate sees it. */
export interface PortalClaim {
  id: string;
  campaign_id: string;
  campaign_name: string;
  merchant_name: string;
  /** As the affiliate wrote it, without surrounding blanks and invisible characters. */
  external_id: string;
  approximate_time: string;
  asked_at: string;
  state: ClaimState;
  /** As it was when asked. */
  finding: ClaimFinding;
  message: string | null;
  opened_at: string | null;
  /** The merchant's words. */
  answer: string | null;
  answered_at: string | null;
  /** What the merchant turned it into. */
  conversion_id: string | null;
}
/** POST /api/portal/claims → PortalClaimAnswer, at once. 404 `campaign_not_found`, 429 `too_many_attempts` (20 an hour). */
export interface AskClaimBody {
  /** Of a campaign that one is or was in. */
  campaign_id: string;
  /** The order id, 1 to 255 characters. Surrounding blanks and invisible characters are dropped. */
  external_id: string;
  /** ISO 8601 with its zone. */
  approximate_time: string;
}
/** POST /api/portal/claims/:id/open → PortalClaimAnswer. 400 `claim_already_open` (this one, or another about the same order). */
export interface OpenClaimBody {
  /** Up to 1,000 characters, for the merchant. */
  message?: string;
}
export interface PortalClaimAnswer {
  claim: PortalClaim;
}
// GET /api/portal/claims/:id → PortalClaimAnswer

/** GET /api/portal/claims (PageQuery, `state`), newest first. Without `state`: those the merchant has seen. */
export interface PortalClaimsQuery extends PageQuery {
  state?: ClaimState;
}
export interface PortalClaimsAnswer {
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
  /** As the affiliate wrote it, without surrounding blanks and invisible characters. */
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
}
export interface ClaimsAnswer {
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
export interface ClaimAnswer {
  claim: ClaimRow;
  /** What the affiliate was told when they asked. */
  told: ClaimFinding;
  /** What is known in the account about this order id, whoever it concerns. */
  known: {
    conversion: KnownOrder | null;
    /** Orders whose id differs only in case, blanks or invisible characters, at most 5: probably the same order. */
    similar: KnownOrder[];
    /** Track calls that were turned down, the newest first, at most 20, of the last 90 days. */
    refusals: { at: string; code: string; text: string }[];
  };
}
/** POST claims/:id/answer → ClaimChangedAnswer. 400 `claim_not_open`. The affiliate is told by mail, if mail is sent. */
export interface AnswerClaimBody {
  /** 1 to 2,000 characters. */
  text: string;
}
/**
 * POST claims/:id/convert → ClaimChangedAnswer. Tracks a conversion with the affiliate's code by the ordinary rules, so it is
 * refused like a call of /v1: 400 `duplicate_conversion`, 403 `campaign_not_active`, `budget_exceeded`, … When the order is
 * already recorded for the same affiliate, the claim is settled with that conversion.
 */
export interface ConvertClaimBody {
  /** The order id to record; the claimed one unless given. */
  external_id?: string;
  amount?: number;
  currency?: string;
}
export interface ClaimChangedAnswer {
  claim: ClaimRow;
}
