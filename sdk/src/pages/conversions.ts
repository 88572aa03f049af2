import type { WarningSign, ConversionAction } from "../words.ts";
import type { Conversion, ConversionStatus } from "../resources.ts";
import type { ListPagination, PageQuery } from "./lists.ts";
import type { DeliveryRow } from "./webhooks.ts";

export type { ConversionAction, WarningSign } from "../words.ts";

export interface ConversionRow extends Conversion {
  affiliation_id: string;
  campaign_name: string;
  affiliate_name: string;
  warning_signs: WarningSign[];
  /** From the click to the order; null when a code decided. */
  seconds_to_convert: number | null;
  payout_id: string | null;
  /** What the state allows at this moment; `unreject` may still find the budget used up. */
  actions: ConversionAction[];
}

/** GET conversions, conversions.csv */
export interface ConversionsQuery extends PageQuery {
  status?: ConversionStatus;
  campaign_id?: string;
  affiliate_id?: string;
  /** Created at this moment or later: an ISO 8601 time with its zone. */
  from?: string;
  /** Created before this moment. */
  to?: string;
  /** `any`: with at least one. */
  warning_sign?: WarningSign | "any";
  /** The whole external id, byte for byte. */
  external_id?: string;
}
export interface ConversionsAnswer {
  conversions: ConversionRow[];
  pagination: ListPagination;
}

export interface HistoryEntry {
  seq: number;
  action: "track" | ConversionAction | "claw_back";
  status: ConversionStatus;
  actor: {
    kind: "user" | "key" | "system";
    id: string;
    /** The person's or the key's name; null when it is not known any more. */
    name: string | null;
  };
  reason: string | null;
  at: string;
}

/** GET conversions/:id */
export interface ConversionAnswer {
  conversion: ConversionRow;
  /** Sentences. */
  explanation: { attribution: string; commission: string };
  /** Oldest first. */
  history: HistoryEntry[];
  /** The webhooks about it, newest first, at most 100. */
  deliveries: DeliveryRow[];
}

/** POST conversions/:id/reject. `approve` and `unreject` take no body. */
export interface RejectBody {
  /** Up to 500 characters. */
  reason?: string;
}
/** Answer of the three. 400 `conversion_not_pending`, `conversion_already_rejected`, `outside_maturation_period`, …; 403 `budget_exceeded`. */
export interface ConversionChangedAnswer {
  conversion: ConversionRow;
}

/** POST conversions/bulk: one transaction for each, in the order given. Send further hundreds in further calls. */
export interface BulkBody {
  action: ConversionAction;
  /** 1 to 100. */
  ids: string[];
  /** With `reject` only. */
  reason?: string;
}
export type BulkResult =
  | { id: string; ok: true; status: ConversionStatus }
  | { id: string; ok: false; error: string; code: string };
export interface BulkAnswer {
  results: BulkResult[];
}
