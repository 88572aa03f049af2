/** Every error code of /v1. Messages may change, codes do not; new codes may be added. */
export type ApiErrorCode =
  | "invalid_request"
  | "malformed_json"
  | "unsupported_media_type"
  | "body_too_large"
  | "path_not_found"
  | "invalid_api_key"
  | "rate_limited"
  | "plan_required"
  | "campaign_not_found"
  | "campaign_archived"
  | "campaign_not_active"
  | "currency_fixed"
  | "invalid_plan"
  | "group_not_found"
  | "group_name_taken"
  | "too_many_groups"
  | "affiliate_not_found"
  | "affiliate_code_not_found"
  | "coupon_not_found"
  | "coupon_ended"
  | "coupon_of_other_campaign"
  | "coupon_needs_click"
  | "coupon_taken"
  | "coupon_already_ended"
  | "affiliate_not_active"
  | "already_in_campaign"
  | "customer_not_found"
  | "items_exceed_amount"
  | "commission_too_large"
  | "click_not_found"
  | "click_of_other_campaign"
  | "outside_attribution_window"
  | "conversion_not_found"
  | "duplicate_conversion"
  | "currency_mismatch"
  | "budget_exceeded"
  | "conversion_already_rejected"
  | "conversion_not_rejected"
  | "conversion_in_payout"
  | "outside_maturation_period"
  | "refund_not_found"
  | "refund_differs"
  | "refund_exceeds_amount"
  | "refund_currency"
  | "refund_too_small"
  | "refund_id_reserved"
  | "refund_of_edit"
  | "too_many_refunds"
  | "conversion_refunded"
  | "edit_differs"
  | "conversion_not_pending"
  | "nothing_to_pay"
  | "no_payout_details"
  | "clock_only_forward"
  | "clock_too_far"
  | "too_many_steps"
  | "too_many_connectors"
  | "too_many_endpoints"
  | "destination_refused"
  | "too_many_test_accounts"
  | "test_account_name_taken"
  | "test_account_not_found"
  | "own_test_account"
  | "busy"
  | "click_not_recorded_yet"
  | "database_away"
  | "internal_error";

/**
 * This library's own codes, for when there is no response from the API: no connection, a timeout, or another response,
 * such as a proxy's error page.
 */
export type ClientErrorCode = "connection_failed" | "timed_out" | "unexpected_answer" | OutboxErrorCode;

/**
 * The call could not be stored: too many are pending, the disk is full or the directory cannot be used, another call
 * with the same ID is pending, or the outbox is closed.
 */
export type OutboxErrorCode = "outbox_full" | "outbox_unavailable" | "outbox_differs" | "outbox_closed";

/** The last member allows codes that are newer than this library. */
export type ErrorCode = ApiErrorCode | ClientErrorCode | (string & Record<never, never>);

export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly outcome: "refused" | "unknown";
  readonly attempts: number;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly conversionId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A failed call. Wrong use, such as an empty ID, is a TypeError; aborting with your own signal throws the signal's
 * reason.
 */
export class TributaryError extends Error {
  override readonly name = "TributaryError";
  readonly code: ErrorCode;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** Identifies the request in the server's log; quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** With `duplicate_conversion`: the conversion that was recorded first. */
  readonly conversionId: string | undefined;
  /** How long the server asked to wait, if it did. */
  readonly retryAfterSeconds: number | undefined;
  /** `refused`: nothing was changed. `unknown`: a write may have been carried out, but its response was lost. */
  readonly outcome: "refused" | "unknown";
  /** How many attempts were made. */
  readonly attempts: number;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.conversionId = facts.conversionId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.outcome = facts.outcome;
    this.attempts = facts.attempts;
  }
}

type WithCode<Code extends ErrorCode> = TributaryError & { readonly code: Code } & (Code extends "duplicate_conversion"
    ? { readonly conversionId: string }
    : unknown);

/** `if (isTributaryError(error, "duplicate_conversion")) return error.conversionId;` */
export function isTributaryError<Code extends ApiErrorCode | ClientErrorCode>(
  error: unknown,
  code: Code,
): error is WithCode<Code>;
export function isTributaryError(error: unknown): error is TributaryError;
export function isTributaryError(error: unknown, code?: string): boolean {
  if (!(error instanceof TributaryError)) return false;
  if (code !== undefined && error.code !== code) return false;
  return code !== "duplicate_conversion" || error.conversionId !== undefined;
}
