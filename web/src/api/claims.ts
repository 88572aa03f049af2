import type {
  AnswerClaimBody,
  ClaimResponse,
  ClaimChangedResponse,
  ClaimsResponse,
  ClaimsQuery,
  ConvertClaimBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

export const claimsQuery = (accountId: string, query: ClaimsQuery) =>
  accountRead<ClaimsResponse>(accountId, ["claims"], query);

export const claimQuery = (accountId: string, id: string) => accountRead<ClaimResponse>(accountId, ["claims", id]);

export const answerClaim = (accountId: string, id: string, body: AnswerClaimBody): Promise<ClaimChangedResponse> =>
  post(accountPath(accountId, "claims", id, "answer"), body);
export const convertClaim = (accountId: string, id: string, body: ConvertClaimBody): Promise<ClaimChangedResponse> =>
  post(accountPath(accountId, "claims", id, "convert"), body);
