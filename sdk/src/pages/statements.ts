import type { MerchantBrand } from "./branding.ts";
import type { Statement } from "../statement-format.ts";

export type { SignedStatement, Statement, StatementBalance, StatementLine } from "../statement-format.ts";

/** GET statements?affiliate_id&currency: the months with lines, and the current one. Newest first. */
export interface StatementsQuery {
  affiliate_id: string;
  currency?: string;
}
export interface StatementsResponse {
  statements: { affiliate_id: string; currency: string; month: string; complete: boolean; lines: number }[];
}
/** GET statements/:affiliate_id, for the page. A missing statement is 404 `statement_not_found`. */
export interface StatementQuery {
  currency: string;
  /** YYYY-MM */
  month: string;
}
export interface StatementResponse {
  affiliate_name: string;
  merchant_name: string;
  brand: MerchantBrand;
  statement: Statement;
  /** What the lines refer to, by the ID of the payout, claw-back or conversion. Not part of the signed statement. */
  references: Record<string, StatementReference>;
}
export interface StatementReference {
  /** The order ID. Merchants only: null in the portal. */
  external_id: string | null;
  /** null for a payout. */
  campaign_name: string | null;
  payment_reference: string | null;
  /** When the order was tracked, or the payout created. */
  at: string;
}

/** GET /api/portal/statements (StatementsQuery) → StatementsResponse · …/:affiliate_id → StatementResponse · …/:affiliate_id/file → SignedStatement */

/** GET /.well-known/tributary-statements.json, public: newest key first. */
export interface StatementKeysResponse {
  issuer: string;
  keys: { algorithm: "Ed25519"; public_key: string; since: string }[];
}
