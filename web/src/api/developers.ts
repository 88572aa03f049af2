import type {
  ApiKeysAnswer,
  CreatedKeyAnswer,
  CreateKeyBody,
  PageQuery,
  RefusedCallsAnswer,
  RevokedKeyAnswer,
  SetupAnswer,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post, remove } from "./http.ts";

export const keysQuery = (accountId: string, query: PageQuery) =>
  accountRead<ApiKeysAnswer>(accountId, ["api-keys"], query);
export const createKey = (accountId: string, body: CreateKeyBody): Promise<CreatedKeyAnswer> =>
  post(accountPath(accountId, "api-keys"), body);
export const revokeKey = (accountId: string, id: string): Promise<RevokedKeyAnswer> =>
  remove(accountPath(accountId, "api-keys", id));

export const refusedCallsQuery = (accountId: string, query: PageQuery) =>
  accountRead<RefusedCallsAnswer>(accountId, ["refused-calls"], query);

export const setupQuery = (accountId: string) => accountRead<SetupAnswer>(accountId, ["setup"]);
