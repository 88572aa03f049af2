import type { WarningSign, ConversionAction, conversionSorts } from "../words.ts";
import type { CommissionType, Conversion, ConversionStatus, Refund } from "../resources.ts";
import type { ListPagination, PageQuery } from "./lists.ts";
import type { DeliveryRow } from "./webhooks.ts";

export type { ConversionAction, WarningSign } from "../words.ts";

export interface ConversionRow extends Conversion {
  affiliation_id: string;
  campaign_name: string;
  affiliate_name: string;
  /** From the click to the order; null if attributed by code. */
  seconds_to_convert: number | null;
  payout_id: string | null;
  /** The first conversion of the order, if this one was added when the order changed after it was paid. */
  part_of: string | null;
  /** What the status allows now; `unreject` can still fail if the budget is used up. */
  actions: ConversionAction[];
}

/** GET conversions, conversions.csv */
export interface ConversionsQuery extends PageQuery {
  status?: ConversionStatus;
  campaign_id?: string;
  affiliate_id?: string;
  /** Created at this moment or later: an ISO 8601 time with a time zone. */
  from?: string;
  /** Created before this moment. */
  to?: string;
  /** `any`: at least one sign; `none`: no signs. */
  warning_sign?: WarningSign | "any" | "none";
  /**
   * The start of an order ID, ignoring case, spaces and `#`. Digits also match behind a prefix without digits: `22064`
   * finds `DS-22064`, but not `A1-22064`. Results are then ordered by what matched, so that an exact match comes first.
   */
  external_id?: string;
  /** Default: newest first. The CSV is always newest first. */
  sort?: (typeof conversionSorts)[number];
}
export interface ConversionsResponse {
  conversions: ConversionRow[];
  pagination: ListPagination;
}

/** What a step of a conversion's history changed about the money, and why. */
export interface HistoryChange {
  /** What the conversion was worth afterwards, if the step changed that; null for other actions. */
  adjusted: { amount: number; commission: number } | null;
  /** What was clawed back or returned; null for other actions. */
  clawed_back: number | null;
  /** The payout that deducted or returned it; null until one does. */
  payout_id: string | null;
  /** Null if a person decided. */
  cause: "refund" | "refund_cancelled" | "edit" | null;
  /** The amount of the refund that was recorded or cancelled; null without one. */
  refunded: number | null;
  reason: string | null;
}

/** What the refunds and the deductions of a conversion add up to. */
export interface OrderFacts {
  /** The part of `refunded_amount` by which edits lowered the order's total. */
  lowered_amount: number;
  /** What payouts deducted so far, and what the next one deducts; `open` is negative if it returns something. */
  deductions: { deducted: number; open: number };
}

export interface HistoryEntry extends HistoryChange {
  seq: number;
  action: "track" | ConversionAction | "adjust" | "claw_back" | "return";
  /** The merchant's ID of the refund. */
  refund_id: string | null;
  status: ConversionStatus;
  actor: {
    kind: "user" | "key" | "system";
    id: string;
    /** The person's or key's name; null if it is no longer known. */
    name: string | null;
  };
  at: string;
}

/** The facts behind a conversion's attribution and commission, so that pages can format them for the reader. */
export interface Explanation {
  /** The click that the conversion is attributed to; null if something else decided. */
  click: { clicked_at: string; window_days: number } | null;
  /** A percentage, or an amount in the commission's currency. */
  rule: { type: CommissionType; value: number };
  /** `customer`: they ordered through the affiliate before. Absent if a click or the affiliate's code decided. */
  attributed_by?: "customer" | "bonus" | "coupon" | undefined;
  /** The affiliate's coupon, if the customer used one. */
  coupon_code?: string | undefined;
  /** What pointed to another affiliate, but did not decide. Absent if nothing did. */
  other_evidence?: "click" | "coupon" | undefined;
}

/** GET conversions/:id */
export interface ConversionResponse extends OrderFacts {
  conversion: ConversionRow;
  explanation: Explanation;
  /** Oldest first. */
  history: HistoryEntry[];
  /** The other conversions of the order, oldest first. */
  parts: { id: string; external_id: string }[];
  /** Its webhook deliveries, newest first, at most 100. */
  deliveries: DeliveryRow[];
}

/** POST conversions/:id/reject. `approve` and `unreject` take no body. */
export interface RejectBody {
  /** Up to 500 characters. */
  reason?: string;
}
/**
 * Response of all three. 400 `conversion_not_pending`, `conversion_already_rejected`, `outside_maturation_period`, …;
 * 403 `budget_exceeded`.
 */
export interface ConversionChangedResponse {
  conversion: ConversionRow;
}

/** POST conversions/bulk: one transaction each, in the given order. Send more than 100 in several requests. */
export interface BulkBody {
  action: ConversionAction;
  /** 1 to 100. */
  ids: string[];
  /** Only with `reject`. */
  reason?: string;
}
export type BulkResult =
  | { id: string; ok: true; status: ConversionStatus }
  | { id: string; ok: false; error: string; code: string };
export interface BulkResponse {
  results: BulkResult[];
}

/** GET conversions/:id/refunds */
export interface RefundsResponse {
  /** Oldest first. */
  refunds: Refund[];
  /** How much more can be refunded, in the currency of the order. */
  refundable: number;
}
/** GET conversions/:id/refunds/preview: what a refund would change. Errors as when it is recorded. */
export interface RefundPreviewQuery {
  /** Default: everything that is left. */
  amount?: number;
}
export interface RefundPreviewResponse {
  before: Pick<Conversion, "amount" | "commission" | "status">;
  after: Pick<Conversion, "amount" | "commission" | "status">;
  /** What the next payout would deduct, in the currency of the commission. */
  deducted: number;
}
/**
 * POST conversions/:id/refunds. Response: `RefundOutcome`, like POST refunds/:id/cancel, which takes no body. 400
 * `refund_exceeds_amount`, `refund_too_small`, `refund_differs`.
 */
export interface RecordRefundBody {
  amount: number;
  /** Default: a new ID. */
  external_id?: string;
  /** Up to 500 characters; the affiliate reads it. */
  reason?: string;
}
