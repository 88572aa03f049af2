import { queryOptions } from "@tanstack/react-query";
import type {
  AnswerClaimBody,
  ClaimAnswer,
  ClaimChangedAnswer,
  ClaimsAnswer,
  ClaimsQuery,
  ConvertClaimBody,
} from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, post, type Query } from "./http.ts";

export const claimsQuery = (accountId: string, query: ClaimsQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "claims", query),
    queryFn: ({ signal }) => get<ClaimsAnswer>(accountPath(accountId, "claims"), query as Query, signal),
  });

export const claimQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "claim", id),
    queryFn: ({ signal }) => get<ClaimAnswer>(accountPath(accountId, "claims", id), {}, signal),
  });

export const answerClaim = (accountId: string, id: string, body: AnswerClaimBody): Promise<ClaimChangedAnswer> =>
  post(accountPath(accountId, "claims", id, "answer"), body);
export const convertClaim = (accountId: string, id: string, body: ConvertClaimBody): Promise<ClaimChangedAnswer> =>
  post(accountPath(accountId, "claims", id, "convert"), body);
