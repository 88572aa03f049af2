/** The requests of test mode. */
import type { AutoApprove } from "./words.ts";

/** Whole numbers. Years and months are those of the calendar, in UTC. */
export interface TestDuration {
  years?: number;
  months?: number;
  weeks?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface NewTestAffiliate {
  campaign_id: string;
  email?: string | null | undefined;
  name?: string | null | undefined;
}

export interface NewTestClick {
  affiliate_code: string;
  sub?: string | null | undefined;
}

export interface NewTestPayouts {
  /** Default: everybody with something ready to pay. */
  affiliate_id?: string | null | undefined;
  currency?: string | null | undefined;
}

export interface TestCampaignPatch {
  auto_approve: AutoApprove;
}

export interface NewTestWebhookEndpoint {
  /** https, and by the same rules as in the dashboard. */
  url: string;
  /** Default: all. */
  events?: string[] | null | undefined;
}

export interface NewTestReceipt {
  /** Default: order. */
  event?: "order" | "refund" | null | undefined;
  /** Required for a refund. */
  order_id?: string | null | undefined;
  /** Default: 100, or what is left of the order. */
  amount?: number | null | undefined;
  currency?: string | null | undefined;
  click_id?: string | null | undefined;
  coupon_code?: string | null | undefined;
  /** Default: a new customer. */
  customer_email?: string | null | undefined;
  /** How many seconds to wait until it is processed. Default: 10. */
  wait?: number | null | undefined;
}

export interface NewTestAccount {
  name?: string | null | undefined;
}
