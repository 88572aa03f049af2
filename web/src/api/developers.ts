import type {
  ApiKeysResponse,
  CreatedKeyResponse,
  CreateKeyBody,
  SortedPageQuery,
  RefusedCallsResponse,
  RevokedKeyResponse,
  SetupResponse,
  TrackingResponse,
} from "tributary-sdk/pages";
import type { keySorts, refusedCallSorts } from "tributary-sdk/words";
import { accountPath, accountRead } from "./account.ts";
import { post, remove } from "./http.ts";

export const keysQuery = (accountId: string, query: SortedPageQuery<typeof keySorts>) =>
  accountRead<ApiKeysResponse>(accountId, ["api-keys"], query);
export const createKey = (accountId: string, body: CreateKeyBody): Promise<CreatedKeyResponse> =>
  post(accountPath(accountId, "api-keys"), body);
export const revokeKey = (accountId: string, id: string): Promise<RevokedKeyResponse> =>
  remove(accountPath(accountId, "api-keys", id));

export const refusedCallsQuery = (accountId: string, query: SortedPageQuery<typeof refusedCallSorts>) =>
  accountRead<RefusedCallsResponse>(accountId, ["refused-calls"], query);

export const trackingQuery = (accountId: string, campaignId: string) =>
  accountRead<TrackingResponse>(accountId, ["campaigns", campaignId, "tracking"]);

export const setupQuery = (accountId: string) => accountRead<SetupResponse>(accountId, ["setup"]);
