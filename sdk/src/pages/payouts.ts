import type {
  BatchOrigin,
  batchSorts,
  FileFormat,
  PayoutAction,
  PayoutMethod,
  payoutSorts,
  PayoutStatus,
  previewSorts,
  SkipReason,
} from "../words.ts";
import type { ListPagination, PageQuery, SortedPageQuery } from "./lists.ts";

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
  /** The sum of the conversions, and the sum of the deductions. */
  earned: number;
  clawed_back: number;
  status: PayoutStatus;
  method: PayoutMethod;
  /** The end of the account, such as `…3000` or `…@mail.example`, to recognize it. */
  account_hint: string;
  created_at: string;
  /** When its status last changed. */
  settled_at: string | null;
  /** The day it was paid, as entered or as reported by the bank. */
  paid_on: string | null;
  /** The bank's reference. */
  reference: string | null;
  /** Why it failed or was cancelled. */
  reason: string | null;
  /** True: it is in a payment file. Cancelling it or marking it as failed needs an extra confirmation. */
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
  /** Default: newest first. The CSV is always newest first. */
  sort?: (typeof payoutSorts)[number];
}
export interface PayoutsResponse {
  payouts: PayoutRow[];
  pagination: ListPagination;
}

/** GET payouts/:id */
export interface PayoutResponse {
  payout: PayoutRow;
  /** As copied when the payout was created. Owners only: null for other roles, and after the person was erased. */
  payee: { name: string; account: string } | null;
  /** Oldest first. */
  history: {
    action: "create" | PayoutAction;
    status: PayoutStatus;
    actor: { kind: "user" | "key" | "system"; id: string; name: string | null };
    reason: string | null;
    reference: string | null;
    /** True: a payment file already existed. */
    after_file: boolean;
    at: string;
  }[];
}

/**
 * GET payouts/:id/lines (PageQuery), payouts/:id/lines.csv: conversions first, then claw-backs. They are kept forever.
 */
export interface PayoutLine {
  kind: "conversion" | "claw_back";
  conversion_id: string;
  /** The order ID. Merchants only: null in the portal. */
  external_id: string | null;
  claw_back_id: string | null;
  campaign_id: string;
  campaign_name: string;
  /** Of the conversion. */
  created_at: string;
  /** Negative for a claw-back. */
  amount: number;
}
export interface PayoutLinesResponse {
  lines: PayoutLine[];
  pagination: ListPagination;
}

/**
 * POST payouts: for one affiliate, now. 400 `nothing_to_pay`, `no_payout_details`. Owners only, like everything below.
 */
export interface CreatePayoutBody {
  affiliate_id: string;
  currency: string;
}
export interface PayoutChangedResponse {
  payout: PayoutRow;
}
/**
 * POST payouts/:id/paid. 400 `payout_already_paid`; `payout_lines_taken` for an ended payout whose lines are in another
 * one.
 */
export interface PaidBody {
  /** Up to 140 characters. */
  reference?: string;
  /** YYYY-MM-DD; default: today. */
  paid_on?: string;
}
/**
 * POST payouts/:id/failed: it never arrived, or was returned. POST payouts/:id/cancel. Both release its conversions and
 * claw-backs. 400 `payout_in_file` for an unpaid payout in a file, unless `although_in_file` confirms it.
 */
export interface EndPayoutBody {
  /** Up to 500 characters. */
  reason?: string;
  although_in_file?: boolean;
}

/** GET payout-batches/preview */
export interface BatchPreviewQuery extends SortedPageQuery<typeof previewSorts> {
  currency: string;
  /** Default 0: any amount above zero. */
  minimum?: number;
}
export interface BatchPreviewRow {
  affiliate_id: string;
  affiliate_name: string;
  amount: number;
  conversions: number;
  earned: number;
  clawed_back: number;
  /** null: skipped for the reason in `skipped`. */
  method: PayoutMethod | null;
  skipped: SkipReason | null;
  /** True: suspended in a campaign of this account. They are paid anyway, so check before you pay. */
  suspended: boolean;
}
export interface BatchPreviewResponse {
  currency: string;
  minimum: number;
  /** Send it with POST payout-batches: amounts that become withdrawable later are left for the next batch. */
  as_of: string;
  /** Of all affiliates, not of this page. */
  total: number;
  payouts: number;
  conversions: number;
  skipped: number;
  /** Affiliates who would be paid first, then those skipped; each ordered by name. */
  rows: BatchPreviewRow[];
  pagination: ListPagination;
}

/** POST payout-batches. 400 `preview_changed` if `expected` is given and no longer matches; 400 `nothing_to_pay`. */
export interface CreateBatchBody {
  currency: string;
  minimum?: number;
  /** Default: now. Never in the future. */
  as_of?: string;
  expected?: { total: number; payouts: number };
}

export interface BatchRow {
  id: string;
  currency: string;
  minimum: number;
  as_of: string;
  /** `making`: its payouts are still being created, even after a crash; check again in a moment. */
  status: "making" | "made";
  /** `single`: for one affiliate · `batch`: created by a person · `monthly`: created by the schedule. */
  origin: BatchOrigin;
  created_at: string;
  made_at: string | null;
  /** The number and amount of payouts, by current status. */
  totals: Record<PayoutStatus, { payouts: number; amount: number }>;
  skipped_without_details: number;
  /** The files it has payouts for, and when each was first created. */
  files: BatchFile[];
}
export interface BatchFile {
  format: FileFormat;
  /** The payouts in the file, or those that it would contain if created now. */
  payouts: number;
  /** One per upload: PayPal takes 5,000 lines at a time. Each is at the file's path with `?part=`, counted from 1. */
  parts: BatchFilePart[];
  written_at: string | null;
  /** The execution date of an existing SEPA file, YYYY-MM-DD. `?dated_today=true` uses today instead. */
  executes_on: string | null;
  /** Before the file is created: which payouts it cannot contain although it covers their payout method. */
  left_out: string | null;
  /** Why it can be neither created nor downloaded, in a sentence for people. */
  unavailable: string | null;
}
export interface BatchFilePart {
  payouts: number;
  /** How many of them are already paid. The download needs `?although_paid=` with this number. */
  paid: number;
  /** A warning to show before the download. */
  warning: string | null;
  /** Why this part can no longer be downloaded. */
  unavailable: string | null;
}
/** GET payout-batches; default: newest first. */
export interface BatchesQuery extends PageQuery {
  sort?: (typeof batchSorts)[number];
}
export interface BatchesResponse {
  batches: BatchRow[];
  pagination: ListPagination;
}
/** GET payout-batches/:id · response of POST payout-batches. */
export interface BatchResponse {
  batch: BatchRow;
}

/**
 * POST payout-batches/:id/paid marks every open payout of the batch as paid, except those in `except` (up to 1,000).
 * Repeating it changes nothing. 400 `batch_unfinished`; 404 `payout_not_found` if an exception is not in this batch.
 */
export interface BatchPaidBody extends PaidBody {
  except?: string[];
}
export type MarkedPayout = { payout_id: string; affiliate_name: string } & (
  | { outcome: "change" }
  /** It was already paid, failed or cancelled. */
  | { outcome: "unchanged"; status: PayoutStatus }
  | { outcome: "refused"; error: string; code: string }
);
export interface BatchPaidResponse {
  changes: number;
  unchanged: number;
  refused: number;
  /** The sum of the payouts that this request marked. */
  amount: number;
  currency: string;
  /** Every payout of the batch that is not in `except`. */
  results: MarkedPayout[];
}

/**
 * POST payout-batches/:id/files creates it the first time. From then on each part always has the same bytes, except
 * that the line of an erased payee is left out. 400 `payer_missing` (SEPA: see payout-settings), `file_not_available`,
 * `file_payouts_taken` if everything it could pay is in another file of the batch.
 * GET payout-batches/:id/files/:format is one part. 400 `file_outdated` once a payout in the part failed or was
 * cancelled, `file_has_paid` while more of its payouts are paid than `although_paid` says, `file_empty` once every
 * payee in it was erased, `file_not_written`.
 */
export interface WriteFileBody {
  format: FileFormat;
}
export interface FileResponse {
  file: {
    format: FileFormat;
    name: string;
    payouts: number;
    total: number;
    written_at: string;
    /** The paths of its content. Several if it takes several uploads: PayPal takes 5,000 lines at a time. */
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
export interface ImportResponse {
  changes: number;
  unchanged: number;
  superseded: number;
  refused: number;
  /** In the order of the file. */
  results: ImportResult[];
}
