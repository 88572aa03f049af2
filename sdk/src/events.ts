/** The content of webhooks. `id` stays the same however often an event is sent: use it to detect duplicates. */

export interface WebhookEnvelope<Type extends string, Data> {
  id: string;
  type: Type;
  /** Unix time in seconds. */
  created: number;
  /** False in a test account, whose own clock `created` then carries. */
  livemode: boolean;
  data: Data;
}

/** Amounts are in major units of the conversion's currencies. */
export interface ConversionCreatedData {
  id: string;
  campaign_id: string;
  affiliate_id: string;
  amount: number;
  commission: number;
  external_id: string;
  status: "pending";
}

export interface ConversionDecidedData<Status extends "approved" | "rejected"> extends Omit<
  ConversionCreatedData,
  "status"
> {
  status: Status;
  /** Why it was rejected, if a reason was given; always null on an approval. */
  reason: string | null;
}

/** After a refund, or after a refund was cancelled. `amount` and `commission` are what counts now. */
export interface ConversionAdjustedData extends Omit<ConversionCreatedData, "status"> {
  status: "pending" | "approved" | "rejected";
  /** The refunds that count for this conversion. */
  refunded_amount: number;
  /** Why it was refunded, if a reason was given. */
  reason: string | null;
}

export interface AffiliateJoinedData {
  affiliation_id: string;
  affiliate_id: string;
  campaign_id: string;
  affiliate_email: string;
  affiliate_name: string;
  /** `pending` in private campaigns, until the merchant approves. */
  status: "active" | "pending";
}

export interface AffiliateApprovedData extends Omit<AffiliateJoinedData, "status"> {
  status: "active";
  affiliate_code: string;
  approved_at: string;
}

export interface PayoutCreatedData {
  payout_id: string;
  affiliate_id: string;
  affiliate_email: string;
  affiliate_name: string;
  amount: number;
  currency: string;
  status: "created";
  conversion_count: number;
  created_at: string;
}

/** Sent when someone tests an endpoint. */
export interface WebhookTestData {
  endpoint_id: string;
  message: string;
}

interface DataOf {
  "conversion.created": ConversionCreatedData;
  "conversion.approved": ConversionDecidedData<"approved">;
  "conversion.rejected": ConversionDecidedData<"rejected">;
  "conversion.adjusted": ConversionAdjustedData;
  "affiliate.joined": AffiliateJoinedData;
  "affiliate.approved": AffiliateApprovedData;
  "payout.created": PayoutCreatedData;
  "webhook.test": WebhookTestData;
}

export type WebhookEventType = keyof DataOf;

/** Narrow it by `type`. Types may be added, so ignore those you do not know. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEnvelope<Type, DataOf[Type]> }[WebhookEventType];
