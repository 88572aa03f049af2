/**
 * What the pages say to the server and hear from it: `/api/session/*` and `/api/dashboard/:account_id/*`, with the session cookie.
 * Types only. Times are ISO 8601 in UTC with milliseconds, amounts are in major units of the currency beside them.
 * Every failure has the body `Failure` of resources.ts. Each interface says in its comment which route it belongs to;
 * paths without `/api` in front are under `/api/dashboard/:account_id/`.
 *
 * Lists take `limit` (1 to 100, default 50; more is cut) and `offset` (0 to 10,000, more is a 400: narrow the filter or take
 * the CSV). Every list has a CSV at the same path with `.csv` added, with the same filters and without limit and offset.
 * Empty query values count as absent. Filters by an id that is unknown or another account's find nothing and are no error.
 */
import type {
  Affiliate,
  AffiliateStatus,
  Campaign,
  CampaignStatus,
  CommissionType,
  Conversion,
  ConversionStatus,
  Pagination,
} from "./resources.ts";

/** Exact totals cost the same at any size where the books keep them; other filters are counted up to 10,000. */
export interface ListPagination extends Pagination {
  /** True: there are more than `total` (10,000) matches. */
  total_is_at_least?: boolean;
}

export interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Done {
  success: true;
}

// ---- People -----------------------------------------------------------------------------------------------------------

export type Role = "owner" | "manager" | "viewer";
export type Plan = "free" | "pro";

/** GET /api/session · answer of POST /api/session and POST /api/session/signup. 401 `not_signed_in` when nobody is. */
export interface PersonAnswer {
  user: { id: string; name: string; email: string; email_verified: boolean };
  /** The accounts of which the person is a member, oldest first. */
  accounts: { id: string; name: string; role: Role; plan: Plan }[];
  /** True: the affiliates' portal is open to them. */
  affiliate: boolean;
}

/** POST /api/session → PersonAnswer. 401 `wrong_credentials`, 429 `too_many_attempts`. DELETE /api/session → Done. */
export interface SignInBody {
  email: string;
  password: string;
}

/** POST /api/session/signup → PersonAnswer. 403 `signup_closed`, 400 `email_taken`. */
export interface SignUpBody {
  name: string;
  email: string;
  /** 8 to 200 characters. */
  password: string;
}

/** GET /api/session/signup, for strangers too. */
export interface SignUpAnswer {
  open: boolean;
}

/** GET /api/session/list. DELETE /api/session/list/:session_id → Done. */
export interface SessionsAnswer {
  sessions: {
    id: string;
    created_at: string;
    seen_at: string;
    expires_at: string;
    user_agent: string | null;
    /** The one that asks. */
    current: boolean;
  }[];
}

/** POST /api/session/password → Done. 400 `wrong_password`. All other sessions end. */
export interface PasswordBody {
  current_password: string;
  new_password: string;
}

// ---- Campaigns --------------------------------------------------------------------------------------------------------

/** GET campaigns, campaigns.csv */
export interface CampaignsQuery extends PageQuery {
  status?: CampaignStatus;
  /** Part of the name or the slug, in any letter case. */
  search?: string;
}
export interface CampaignsAnswer {
  campaigns: Campaign[];
  pagination: ListPagination;
}

/** GET campaigns/:id · answer of POST campaigns, PATCH campaigns/:id and DELETE campaigns/:id (which archives). */
export interface CampaignAnswer {
  campaign: Campaign;
}

/** POST campaigns */
export interface CreateCampaignBody {
  name: string;
  target_url: string;
  type: "CPA";
  commission_type: CommissionType;
  commission_value: number;
  visibility?: "public" | "private";
  /** Days; default 30. */
  attribution_window?: number;
  /** Days; default 7. */
  maturation_days?: number;
  /** Default EUR. */
  currency?: string;
  /** null: no limit. */
  max_budget?: number | null;
}

/** PATCH campaigns/:id. Absent fields stay. `commission_type` comes together with `commission_value`. */
export interface UpdateCampaignBody {
  name?: string;
  target_url?: string;
  type?: "CPA";
  status?: CampaignStatus;
  commission_type?: CommissionType;
  commission_value?: number;
  visibility?: "public" | "private";
  attribution_window?: number;
  maturation_days?: number;
  /** Only while the campaign has no conversions: 400 `currency_fixed`. */
  currency?: string;
  max_budget?: number | null;
}

// ---- Affiliates -------------------------------------------------------------------------------------------------------

export type AffiliationAction = "approve" | "reject" | "suspend" | "restore" | "remove";

/** One affiliate in one campaign. `stats` are in the campaign's currency. */
export interface AffiliationRow extends Affiliate {
  campaign_id: string;
  campaign_name: string;
  campaign_status: CampaignStatus;
  campaign_currency: string;
  approved_at: string | null;
  /** Only where one affiliate is shown with all that concerns them; lists leave removed ones out. */
  removed: boolean;
  /** What the state allows now; whether the reader's role allows it is another question. */
  actions: AffiliationAction[];
}

/** `rejected` includes the suspended ones, as in the public API; `suspended` are those alone. */
export type AffiliationFilter = AffiliateStatus | "suspended";

/** GET campaigns/:id/affiliates, campaigns/:id/affiliates.csv */
export interface CampaignAffiliatesQuery extends PageQuery {
  status?: AffiliationFilter;
  /** Part of the name or the e-mail address in any letter case, or the whole affiliate code. */
  search?: string;
}

/** GET affiliates, affiliates.csv: across campaigns, newest first. */
export interface AffiliatesQuery extends CampaignAffiliatesQuery {
  campaign_id?: string;
}
export interface AffiliatesAnswer {
  affiliates: AffiliationRow[];
  pagination: ListPagination;
}

/** GET affiliates/:id */
export interface AffiliateAnswer {
  affiliate: { id: string; name: string; email: string; created_at: string };
  /** Removed ones too. */
  affiliations: AffiliationRow[];
  /** Over all campaigns; currencies are never added up. `conversions` are the conversions whose amount has the currency. */
  by_currency: Record<
    string,
    {
      /** Not rejected. */
      conversions: number;
      revenue: number;
      pending_commission: number;
      approved_commission: number;
    }
  >;
}

/** POST affiliations/:id/approve | reject | suspend | restore, DELETE affiliations/:id (remove). 400 says why not. */
export interface AffiliationAnswer {
  success: true;
  affiliation: {
    id: string;
    campaign_id: string;
    affiliate_id: string;
    affiliate_code: string;
    status: AffiliateStatus;
    suspended: boolean;
    joined_at: string;
    approved_at: string | null;
  };
}

// ---- Invitations ------------------------------------------------------------------------------------------------------

/** POST invitations. 404 when there is no such campaign; what is wrong with one address stands in its result. */
export interface InviteBody {
  campaign_id: string;
  /** 1 to 100. Each gets a result of its own, in the same order. */
  emails: string[];
}
/** POST invitations/:id/renew: a new link in place of the old one, also of one that has expired. */
export interface InvitedAnswer {
  email: string;
  /** Shown now and never again: pass it on. */
  invite_link: string;
  expires_at: string;
}
export interface InviteAnswer {
  results: (InvitedAnswer | { email: string; error: string; code: string })[];
}

export type InvitationState = "open" | "expired" | "accepted" | "withdrawn" | "replaced";

/** GET invitations, invitations.csv */
export interface InvitationsQuery extends PageQuery {
  campaign_id?: string;
  state?: InvitationState;
}
export interface InvitationRow {
  id: string;
  campaign_id: string;
  campaign_name: string;
  email: string;
  state: InvitationState;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  withdrawn_at: string | null;
  replaced_at: string | null;
}
export interface InvitationsAnswer {
  invitations: InvitationRow[];
  pagination: ListPagination;
}
// DELETE invitations/:id withdraws an open or expired one → Done. 410 `invitation_used`, `invitation_replaced`, …

// ---- Conversions ------------------------------------------------------------------------------------------------------

export type WarningSign = "code_and_click_disagree" | "code_without_click" | "fast_conversion" | "shared_address";
export type ConversionAction = "approve" | "reject" | "unreject";

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
  action: "track" | ConversionAction;
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

// ---- Developers: keys -------------------------------------------------------------------------------------------------

export interface ApiKeyRow {
  id: string;
  name: string;
  prefix: string;
  last_four: string;
  created_at: string;
  /** To the minute. */
  last_used_at: string | null;
  revoked_at: string | null;
}
/** GET api-keys (PageQuery), api-keys.csv. Owners only: 403 `role_required` for the others. */
export interface ApiKeysAnswer {
  api_keys: ApiKeyRow[];
  pagination: ListPagination;
}
/** POST api-keys. Owners only. */
export interface CreateKeyBody {
  /** 1 to 120 characters. */
  name: string;
}
export interface CreatedKeyAnswer {
  key: ApiKeyRow;
  /** Shown now and never again. */
  secret: string;
}
/** DELETE api-keys/:id revokes. Owners only. */
export interface RevokedKeyAnswer {
  key: ApiKeyRow;
}

// ---- Developers: webhooks ---------------------------------------------------------------------------------------------

export type EventType =
  | "conversion.created"
  | "conversion.approved"
  | "conversion.rejected"
  | "affiliate.joined"
  | "affiliate.approved"
  | "payout.created";

export interface EndpointRow {
  id: string;
  url: string;
  events: EventType[];
  enabled: boolean;
  created_at: string;
  disabled_at: string | null;
  /** `failures`: switched off by itself after 20 deliveries in a row had failed. */
  disabled_by: "person" | "failures" | null;
  /** While a replaced secret still signs too. */
  previous_secret_until: string | null;
}
/** GET webhook-endpoints (PageQuery) */
export interface EndpointsAnswer {
  webhook_endpoints: EndpointRow[];
  pagination: ListPagination;
}
/** POST webhook-endpoints. Owners only, since it shows a secret. */
export interface CreateEndpointBody {
  /** https only. */
  url: string;
  events: EventType[];
}
/** Also the answer of rotate. */
export interface EndpointSecretAnswer {
  endpoint: EndpointRow;
  /** Shown now and never again. */
  secret: string;
}
/** PATCH webhook-endpoints/:id → EndpointAnswer. DELETE webhook-endpoints/:id → Done. */
export interface UpdateEndpointBody {
  url?: string;
  events?: EventType[];
  enabled?: boolean;
}
export interface EndpointAnswer {
  endpoint: EndpointRow;
}
/** POST webhook-endpoints/:id/rotate → EndpointSecretAnswer. Owners only. */
export interface RotateSecretBody {
  /** 0 to 24, default 0: how long the old secret signs beside the new one. */
  overlap_hours?: number;
}

export type DeliveryStatus = "waiting" | "delivered" | "failed" | "held";

export interface DeliveryRow {
  id: string;
  event_id: string;
  event_type: EventType | "webhook.test";
  endpoint_id: string;
  endpoint_url: string;
  status: DeliveryStatus;
  /** How many attempts were made. */
  attempts: number;
  created_at: string;
  /** While it is waiting. */
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  /** The answer of the last attempt; null when there was none. */
  last_status_code: number | null;
  last_error: string | null;
}
/** GET deliveries, deliveries.csv */
export interface DeliveriesQuery extends PageQuery {
  status?: DeliveryStatus;
  endpoint_id?: string;
  event_type?: EventType | "webhook.test";
  from?: string;
  to?: string;
}
export interface DeliveriesAnswer {
  deliveries: DeliveryRow[];
  pagination: ListPagination;
}
export interface DeliveryAttempt {
  /** 1, 2, 3, … */
  number: number;
  at: string;
  duration_ms: number;
  status_code: number | null;
  /** Why there was no answer, in words. */
  error: string | null;
  /** The beginning of the answer's body, up to 1 KiB. */
  response: string | null;
}
/** GET deliveries/:id */
export interface DeliveryAnswer {
  delivery: DeliveryRow;
  /** The exact body that was sent; null once its retention has passed. */
  body: string | null;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}
/** POST deliveries/:id/resend · POST webhook-endpoints/:id/test: the delivery that waits now. */
export interface DeliveryQueuedAnswer {
  delivery: DeliveryRow;
}
/** POST deliveries/resend-failed */
export interface ResendFailedBody {
  /** Created at this moment or later. */
  since: string;
  endpoint_id?: string;
}
export interface ResendFailedAnswer {
  count: number;
}

// ---- Developers: refused calls ----------------------------------------------------------------------------------------

/** GET refused-calls (PageQuery), refused-calls.csv: calls of /v1 with a key of the account that were not answered with 200. */
export interface RefusedCallRow {
  id: string;
  at: string;
  method: string;
  /** Without the query string. */
  path: string;
  status: number;
  code: string;
  error: string;
  request_id: string;
  key: { id: string; name: string };
}
/** The newest 1,000 are kept. */
export interface RefusedCallsAnswer {
  refused_calls: RefusedCallRow[];
  pagination: ListPagination;
}

// ---- The checklist ----------------------------------------------------------------------------------------------------

/** GET setup: what a new account has done on its way to the first tracked conversion. The newest of each kind. */
export interface SetupAnswer {
  campaign: { id: string; name: string } | null;
  /** An active affiliate of that campaign if there is one, else of any. */
  affiliate: { name: string; code: string; link: string } | null;
  /** True: somebody was invited. */
  invitation: boolean;
  /** A key that is not revoked. */
  key: { prefix: string; last_four: string } | null;
  click: boolean;
  conversion: { id: string } | null;
  approved: boolean;
  endpoint: boolean;
}
