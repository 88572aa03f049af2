import type { PayoutStatus, PayoutAction, FileFormat, PayoutMethod, SkipReason, BatchOrigin } from "../words.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

export type { PayoutStatus, PayoutAction, FileFormat, PayoutMethod } from "../words.ts";

export interface PayoutRow {
  id: string;
  batch_id: string;
  affiliate_id: string;
  affiliate_name: string;
  currency: string;
  /** Always more than 0: the sum of the lines. */
  amount: number;
  conversions: number;
  claw_backs: number;
  /** What the conversions come to, and what the claw-backs take off. */
  earned: number;
  clawed_back: number;
  status: PayoutStatus;
  method: PayoutMethod;
  /** The end of the account, such as `…3000` or `…@mail.example`; enough to recognise it. */
  account_hint: string;
  created_at: string;
  /** When it last changed its status. */
  settled_at: string | null;
  /** The day it was paid, as the person or the bank said. */
  paid_on: string | null;
  /** The bank's reference. */
  reference: string | null;
  /** Why it failed or was cancelled. */
  reason: string | null;
  /** True: it is in a file that was written to pay with. Cancelling it or marking it as failed asks twice. */
  in_file: boolean;
  actions: PayoutAction[];
}
/** GET payouts, payouts.csv */
export interface PayoutsQuery extends PageQuery {
  status?: PayoutStatus;
  affiliate_id?: string;
  batch_id?: string;
  currency?: string;
  from?: string;
  to?: string;
}
export interface PayoutsAnswer {
  payouts: PayoutRow[];
  pagination: ListPagination;
}

/** GET payouts/:id */
export interface PayoutAnswer {
  payout: PayoutRow;
  /** As copied when the payout was made. Owners only: null for the others, and once the person was erased. */
  payee: { name: string; account: string } | null;
  /** Oldest first. */
  history: {
    action: "create" | PayoutAction;
    status: PayoutStatus;
    actor: { kind: "user" | "key" | "system"; id: string; name: string | null };
    reason: string | null;
    reference: string | null;
    /** True: a file to pay with had been written before. */
    after_file: boolean;
    at: string;
  }[];
}

/** GET payouts/:id/lines (PageQuery), payouts/:id/lines.csv: conversions first, then claw-backs. They stay for ever. */
export interface PayoutLine {
  kind: "conversion" | "claw_back";
  conversion_id: string;
  claw_back_id: string | null;
  campaign_id: string;
  campaign_name: string;
  /** Of the conversion. */
  created_at: string;
  /** Negative for a claw-back. */
  amount: number;
}
export interface PayoutLinesAnswer {
  lines: PayoutLine[];
  pagination: ListPagination;
}

/** POST payouts: for one affiliate, now. 400 `nothing_to_pay`, `no_payout_details`. Owners only, as everything that follows. */
export interface CreatePayoutBody {
  affiliate_id: string;
  currency: string;
}
export interface PayoutChangedAnswer {
  payout: PayoutRow;
}
/** POST payouts/:id/paid. 400 `payout_already_paid`; `payout_lines_taken` for an ended one whose lines are in another payout. */
export interface PaidBody {
  /** Up to 140 characters. */
  reference?: string;
  /** YYYY-MM-DD; today when absent. */
  paid_on?: string;
}
/**
 * POST payouts/:id/failed: it never arrived, or was returned. POST payouts/:id/cancel. Both free its conversions and claw-backs.
 * 400 `payout_in_file` for an unpaid payout in a file, until `although_in_file` says that the person knows.
 */
export interface EndPayoutBody {
  /** Up to 500 characters. */
  reason?: string;
  although_in_file?: boolean;
}

/** GET payout-batches/preview */
export interface BatchPreviewQuery extends PageQuery {
  currency: string;
  /** Default 0: whatever is more than nothing. */
  minimum?: number;
}
export interface BatchPreviewRow {
  affiliate_id: string;
  affiliate_name: string;
  amount: number;
  conversions: number;
  earned: number;
  clawed_back: number;
  /** Null: skipped for the reason in `skipped`. */
  method: PayoutMethod | null;
  skipped: SkipReason | null;
  /** True: suspended in a campaign of this account. They are paid all the same, so look before you pay. */
  suspended: boolean;
}
export interface BatchPreviewAnswer {
  currency: string;
  minimum: number;
  /** Send it with POST payout-batches: what becomes withdrawable later is left for the next batch. */
  as_of: string;
  /** Of all affiliates, not of this page. */
  total: number;
  payouts: number;
  conversions: number;
  skipped: number;
  /** Those that would be paid first, then the skipped ones; each in the order of their names. */
  rows: BatchPreviewRow[];
  pagination: ListPagination;
}

/** POST payout-batches. 400 `preview_changed` when `expected` is given and would no longer come true; 400 `nothing_to_pay`. */
export interface CreateBatchBody {
  currency: string;
  minimum?: number;
  /** Now when absent; never in the future. */
  as_of?: string;
  expected?: { total: number; payouts: number };
}

export interface BatchRow {
  id: string;
  currency: string;
  minimum: number;
  as_of: string;
  /** `making`: its payouts are still being made, also after a crash; ask again in a moment. */
  status: "making" | "made";
  /** `single`: for one affiliate · `batch`: by hand · `monthly`: by the schedule. */
  origin: BatchOrigin;
  created_at: string;
  made_at: string | null;
  /** How many payouts and how much, by their state now. */
  totals: Record<PayoutStatus, { payouts: number; amount: number }>;
  skipped_without_details: number;
  /** Which files it has payouts for, and when each was first written. */
  files: BatchFile[];
}
export interface BatchFile {
  format: FileFormat;
  /** In the file if it was written; else those that it would hold now. */
  payouts: number;
  /** One for each upload: PayPal takes 5,000 lines at a time. Each is at the file's path with `?part=`, counted from 1. */
  parts: BatchFilePart[];
  written_at: string | null;
  /** The day a written SEPA file asks the bank to pay, YYYY-MM-DD. `?dated_today=true` asks for today instead. */
  executes_on: string | null;
  /** Before it is written: which payouts it cannot hold although their payees are paid this way. */
  left_out: string | null;
  /** Why it can be neither written nor downloaded, in a sentence for people. */
  unavailable: string | null;
}
export interface BatchFilePart {
  payouts: number;
  /** How many of them are paid already. The download needs `?although_paid=` with this number. */
  paid: number;
  /** What the person must know before they download it. */
  warning: string | null;
  /** Why this part can no longer be downloaded. */
  unavailable: string | null;
}
/** GET payout-batches (PageQuery), newest first. */
export interface BatchesAnswer {
  batches: BatchRow[];
  pagination: ListPagination;
}
/** GET payout-batches/:id · answer of POST payout-batches. */
export interface BatchAnswer {
  batch: BatchRow;
}

/**
 * POST payout-batches/:id/files writes it the first time. From then on each part is the same bytes for ever, except that the
 * line of an erased payee is left out. 400 `payer_missing` (SEPA: see payout-settings), `file_not_available`,
 * `file_payouts_taken` when all that it could pay is in another file of the batch.
 * GET payout-batches/:id/files/:format is one part. 400 `file_outdated` once a payout in the part failed or was cancelled,
 * `file_has_paid` while more of its payouts are paid than `although_paid` says, `file_empty` once every payee in it was
 * erased, `file_not_written`.
 */
export interface WriteFileBody {
  format: FileFormat;
}
export interface FileAnswer {
  file: {
    format: FileFormat;
    name: string;
    payouts: number;
    total: number;
    written_at: string;
    /** Where its content is. Several when it takes several uploads: PayPal takes 5,000 lines at a time. */
    paths: string[];
  };
}

/**
 * POST payout-imports/preview · POST payout-imports. The body is the bank's results as `text/csv`: UTF-8, up to 2 MB, 20,000
 * lines, 20 columns and 500 characters in a cell, separated by comma or semicolon. Headings payout_id and status (`paid` or
 * `failed`); optional reference, paid_on, reason, amount and currency. 429 `import_running` while another one runs.
 */
export type ImportResult = { line: number; payout_id: string } & (
  | { outcome: "change"; from: PayoutStatus; status: "paid" | "failed" }
  | { outcome: "unchanged"; status: "paid" | "failed" }
  /** `by`: the line about the same payout that counts instead. */
  | { outcome: "superseded"; by: number }
  | { outcome: "refused"; error: string; code: string }
);
export interface ImportAnswer {
  changes: number;
  unchanged: number;
  superseded: number;
  refused: number;
  /** In the order of the file. */
  results: ImportResult[];
}
