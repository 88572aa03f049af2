import type {
  AnswerClaimBody,
  ClaimAnswer,
  ClaimChangedAnswer,
  ClaimsAnswer,
  ClaimsQuery,
  ConvertClaimBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

export const claimsQuery = (accountId: string, query: ClaimsQuery) =>
  accountRead<ClaimsAnswer>(accountId, ["claims"], query);

export const claimQuery = (accountId: string, id: string) => accountRead<ClaimAnswer>(accountId, ["claims", id]);

export const answerClaim = (accountId: string, id: string, body: AnswerClaimBody): Promise<ClaimChangedAnswer> =>
  post(accountPath(accountId, "claims", id, "answer"), body);
export const convertClaim = (accountId: string, id: string, body: ConvertClaimBody): Promise<ClaimChangedAnswer> =>
  post(accountPath(accountId, "claims", id, "convert"), body);
