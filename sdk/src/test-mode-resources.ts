/** What test mode returns. */
import type { AutoApprove, EventType, ProviderName, ReceiptState } from "./words.ts";

/** The clock of a test account. */
export interface TestClock {
  now: string;
}

export interface AdvancedTestClock extends TestClock {
  /** The number of times at which work was due. */
  steps: number;
}

export interface TestClick {
  id: string;
  campaign_id: string;
  affiliate_code: string;
  clicked_at: string;
  expires_at: string;
}

export interface TestPayout {
  id: string;
  affiliate_id: string;
  amount: number;
  currency: string;
  status: "created" | "paid" | "failed" | "cancelled";
  conversions: number;
  created_at: string;
}

export interface TestCampaign {
  id: string;
  auto_approve: AutoApprove;
}

export interface TestWebhookEndpoint {
  id: string;
  url: string;
  events: EventType[];
  created_at: string;
}

export interface CreatedTestWebhookEndpoint {
  webhook_endpoint: TestWebhookEndpoint;
  /** Shown only once. Pass it to `verifyWebhook`. */
  secret: string;
}

/** A sample event of a provider, and what became of it. */
export interface TestReceipt {
  id: string;
  connector_id: string;
  provider: ProviderName;
  topic: string;
  state: ReceiptState;
  order_id: string | null;
  conversion_id: string | null;
  /** Why it was ignored, or why no affiliate gets the order. */
  reason: string | null;
  problem: string | null;
  body: string;
}

export interface TestAccount {
  id: string;
  name: string;
  created_at: string;
}

export interface CreatedTestAccount {
  account: TestAccount;
  /** Shown only once. */
  api_key: string;
}
