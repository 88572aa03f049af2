import { queryOptions } from "@tanstack/react-query";
import type {
  ApiKeysAnswer,
  CreatedKeyAnswer,
  CreateKeyBody,
  PageQuery,
  RefusedCallsAnswer,
  RevokedKeyAnswer,
  SetupAnswer,
} from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, post, remove, type Query } from "./http.ts";

export const keysQuery = (accountId: string, query: PageQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "api-keys", query),
    queryFn: ({ signal }) => get<ApiKeysAnswer>(accountPath(accountId, "api-keys"), query as Query, signal),
  });
export const createKey = (accountId: string, body: CreateKeyBody): Promise<CreatedKeyAnswer> =>
  post(accountPath(accountId, "api-keys"), body);
export const revokeKey = (accountId: string, id: string): Promise<RevokedKeyAnswer> =>
  remove(accountPath(accountId, "api-keys", id));

export const refusedCallsQuery = (accountId: string, query: PageQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "refused-calls", query),
    queryFn: ({ signal }) => get<RefusedCallsAnswer>(accountPath(accountId, "refused-calls"), query as Query, signal),
  });

export const setupQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "setup"),
    queryFn: ({ signal }) => get<SetupAnswer>(accountPath(accountId, "setup"), {}, signal),
  });
