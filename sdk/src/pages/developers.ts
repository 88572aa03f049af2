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

/** GET setup: what a new account has done on its way to the first tracked conversion. Nothing of archived campaigns. */
export interface SetupAnswer {
  /** The affiliate's campaign if there is one, else the newest: a code tracks only in its own campaign. */
  campaign: { id: string; name: string } | null;
  /** An active one, of the newest campaign if it has one, else of any. */
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
