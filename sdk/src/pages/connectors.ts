import type { CommissionBase, ProviderName, ReceiptState } from "../words.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

export type { CommissionBase, ProviderName, ReceiptState } from "../words.ts";

export interface ConnectorRow {
  id: string;
  provider: ProviderName;
  name: string;
  /** Where the provider sends its events. */
  url: string;
  /** False until the provider's secret is pasted. Nothing is accepted before. */
  has_secret: boolean;
  /** Until when the previous secret is accepted too. */
  previous_secret_until: string | null;
  /** Used if neither click, coupon nor customer name a campaign. */
  campaign: { id: string; name: string } | null;
  commission_base: CommissionBase;
  /** Stripe only: whether payments outside of Checkout and invoices count. */
  payment_intents: boolean;
  /** Paddle only: whether its events are those of a sandbox, which do not count. */
  sandbox: boolean;
  /** WooCommerce only: the site whose orders count, such as `shop.example/de`. null until its first order. */
  site: string | null;
  /** The last other site that sent events, such as a staging copy. They were ignored. */
  other_site: string | null;
  /** Generic only: the JSON path of each field. */
  mapping: Record<string, string> | null;
  created_at: string;
  last_received_at: string | null;
  /** Nothing has arrived for several times the usual gap. */
  silent_since: string | null;
  /** Requests with a missing or wrong signature. */
  refused: { count: number; last_at: string | null };
  /** Receipts of the last 30 days by state. */
  receipts: Record<ReceiptState, number>;
  orders: { attributed: number; unattributed: number };
}
/** GET connectors (PageQuery). GET connectors/:id → ConnectorResponse. */
export interface ConnectorsResponse {
  connectors: ConnectorRow[];
  pagination: ListPagination;
}
export interface ConnectorResponse {
  connector: ConnectorRow;
}
/** GET connectors/:id/pulse: changes when the connector's figures do, and costs little to ask. */
export interface ConnectorPulseResponse {
  last_received_at: string | null;
  /** Receipts are waiting to be worked on. */
  is_waiting: boolean;
  /** Requests with a missing or wrong signature. */
  refused: number;
}
/** POST connectors → ConnectorSecretResponse. Owners only. */
export interface CreateConnectorBody {
  provider: ProviderName;
  name?: string;
  campaign_id?: string;
  commission_base?: CommissionBase;
  /** The provider's, where the provider issues it. It can follow later. */
  secret?: string;
  /** Paddle only. */
  sandbox?: boolean;
}
/** Also the response of POST connectors/:id/rotate. */
export interface ConnectorSecretResponse {
  connector: ConnectorRow;
  /** Ours, shown once. null: the provider issues it. */
  secret: string | null;
}
/** PATCH connectors/:id → ConnectorResponse. DELETE connectors/:id → Done. */
export interface UpdateConnectorBody {
  name?: string;
  campaign_id?: string | null;
  commission_base?: CommissionBase;
  payment_intents?: boolean;
  sandbox?: boolean;
  /** WooCommerce only: the address of the shop whose orders count. */
  site?: string;
  mapping?: Record<string, string>;
}
/** POST connectors/:id/secret → ConnectorResponse: the provider's new secret. The old one stays valid for 24 hours. */
export interface SetSecretBody {
  secret: string;
}

/** What a receipt became. */
export interface ReceiptOutcome {
  /** The external ID of the order that it is about, such as `stripe:in_1`. */
  order_id: string | null;
  conversion_id: string | null;
  /** Why nothing came of it, or why the order has no affiliate; null if it has one. */
  reason: string | null;
  /** One sentence, for failed receipts. */
  problem: string | null;
}
export interface ReceiptRow {
  id: string;
  topic: string;
  state: ReceiptState;
  received_at: string;
  worked_at: string | null;
  attempts: number;
  outcome: ReceiptOutcome;
  /** False once the body was deleted, after 30 days. It cannot run again then. */
  has_body: boolean;
}
/** GET connectors/:id/receipts. POST connectors/:id/receipts/:receipt_id/run → Done. */
export interface ReceiptsQuery extends PageQuery {
  state?: ReceiptState;
}
export interface ReceiptsResponse {
  receipts: ReceiptRow[];
  pagination: ListPagination;
}
/** POST connectors/:id/coupon-names: lines of `promo_id,code`, from Stripe's export → CouponNamesResponse. */
export interface CouponNamesBody {
  text: string;
}
export interface CouponNamesResponse {
  stored: number;
  problems: { line: number; problem: string }[];
}

/** An order that a connector reported. */
export interface ShopOrderRow {
  id: string;
  external_id: string;
  source: ProviderName | "api";
  amount: number;
  currency: string;
  paid_at: string;
  conversion_id: string | null;
  /** Why no affiliate has it: an error code, or `no_evidence`. null if one has it. */
  reason: string | null;
}
/** GET unattributed-orders (PageQuery, search) */
export interface UnattributedOrdersResponse {
  orders: ShopOrderRow[];
  pagination: ListPagination;
}
