import type { ListPagination } from "./lists.ts";

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
/** GET api-keys (PageQuery), api-keys.csv. Owners only: 403 `role_required` for other roles. */
export interface ApiKeysResponse {
  api_keys: ApiKeyRow[];
  pagination: ListPagination;
}
/** POST api-keys. Owners only. */
export interface CreateKeyBody {
  /** 1 to 120 characters. */
  name: string;
}
export interface CreatedKeyResponse {
  key: ApiKeyRow;
  /** Shown only once. */
  secret: string;
}
/** DELETE api-keys/:id revokes. Owners only. */
export interface RevokedKeyResponse {
  key: ApiKeyRow;
}

/**
 * GET refused-calls (PageQuery), refused-calls.csv: requests to /v1 with a key of the account that did not get a 200.
 */
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
export interface RefusedCallsResponse {
  refused_calls: RefusedCallRow[];
  pagination: ListPagination;
}

/** GET campaigns/:id/tracking: which steps of the tracking setup work. Cheap to poll. */
export interface TrackingResponse {
  campaign: { id: string; name: string; currency: string; target_url: string };
  /** The target URL with a marker, to be opened in a browser: t.js on the page then reports once that it ran. */
  check_url: string;
  /** An active affiliate of the campaign, whose link can be followed as a test. */
  affiliate: { name: string; link: string } | null;
  script_seen_at: string | null;
  /** The newest click of the last 15 minutes. */
  click: { id: string; at: string } | null;
  /** True: no click was found among the server's newest (`CLICKS_READ_MAX`), and there were more in the last 15 minutes. */
  click_may_be_missed: boolean;
  /** The newest conversion. */
  conversion: { id: string; external_id: string; at: string; has_click: boolean } | null;
}

/** GET setup: a new account's progress to its first tracked conversion. Ignores archived campaigns. */
export interface SetupResponse {
  /** The affiliate's campaign if there is one, otherwise the newest: a code works only in its own campaign. */
  campaign: { id: string; name: string } | null;
  /** An active affiliate of the newest campaign if it has one, otherwise of any. */
  affiliate: { name: string; code: string; link: string } | null;
  /** True if anyone has been invited. */
  invitation: boolean;
  /** A key that is not revoked. */
  key: { prefix: string; last_four: string } | null;
  click: boolean;
  conversion: { id: string } | null;
  approved: boolean;
  endpoint: boolean;
}
