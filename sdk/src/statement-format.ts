/** One affiliate's balances in the ledger's accounts, as decimal strings: `12.30`. */
export interface StatementBalance {
  pending: string;
  payable: string;
  in_payout: string;
  paid: string;
  /** The amount owed back; negative. */
  receivable: string;
  /** What the merchant still has to pay: the sum of the above without `paid`. */
  open: string;
}
export interface StatementLine {
  number: number;
  id: string;
  at: string;
  /** What happened. */
  kind:
    | "earned"
    | "approved"
    | "rejected"
    | "restored"
    | "clawed_back"
    | "claw_back_returned"
    | "refunded"
    | "increased"
    | "payout_made"
    | "claw_back_deducted"
    | "return_added"
    | "payout_paid"
    | "payout_returned"
    | "claw_back_restored"
    | "return_withdrawn"
    | "payout_released";
  from: { account: string; owner: string };
  to: { account: string; owner: string };
  /** A decimal string, always above 0; moved from `from` to `to`. */
  amount: string;
  conversion_id: string | null;
  payout_id: string | null;
  claw_back_id: string | null;
  step: number;
}
export interface Statement {
  version: 1;
  /** Parties are identified by ID only: a name may change, a signed file may not. */
  issuer: { url: string; account_id: string };
  affiliate_id: string;
  currency: string;
  /** YYYY-MM, UTC. */
  month: string;
  /** False: the month is not over, and a later statement for it will have more lines. */
  complete: boolean;
  opening: { balance: StatementBalance; lines: number; head: string };
  lines: StatementLine[];
  closing: { balance: StatementBalance; lines: number; head: string };
  /** For a complete statement: when it was first issued. */
  issued_at: string;
}
/**
 * The file: GET statements/:affiliate_id/file (StatementQuery) and the portal's. Verified by `tributary
 * verify-statement`.
 */
export interface SignedStatement {
  statement: Statement;
  /** Ed25519 over the statement as canonical JSON, base64. */
  signature: string;
  /** base64 of the 32 bytes. Trust it only if it matches the issuer's /.well-known/tributary-statements.json. */
  public_key: string;
}
