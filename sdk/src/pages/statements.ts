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
  statement: Statement;
}

/** GET /api/portal/statements (StatementsQuery) → StatementsResponse · …/:affiliate_id → StatementResponse · …/:affiliate_id/file → SignedStatement */

/** GET /.well-known/tributary-statements.json, public: newest key first. */
export interface StatementKeysResponse {
  issuer: string;
  keys: { algorithm: "Ed25519"; public_key: string; since: string }[];
}
