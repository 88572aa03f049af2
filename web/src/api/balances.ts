import type {
  AgeingResponse,
  BalancesResponse,
  BalancesQuery,
  ClawBackResponse,
  ClawBackBody,
  ClawBacksResponse,
  ClawBacksQuery,
  MaturingResponse,
  MaturingQuery,
  MoneySummaryResponse,
  RemindersResponse,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

export const balancesQuery = (accountId: string, query: BalancesQuery) =>
  accountRead<BalancesResponse>(accountId, ["balances"], query);
/** The first page of balances, for its currencies. Any other currency still works in the URL. */
export const currenciesQuery = (accountId: string) => balancesQuery(accountId, { limit: 100 });
export const maturingQuery = (accountId: string, query: MaturingQuery) =>
  accountRead<MaturingResponse>(accountId, ["balances", "maturing"], query);
export const ageingQuery = (accountId: string) => accountRead<AgeingResponse>(accountId, ["balances", "ageing"]);

export const moneySummaryQuery = (accountId: string) =>
  accountRead<MoneySummaryResponse>(accountId, ["balances", "summary"]);
export const remindPayees = (accountId: string): Promise<RemindersResponse> =>
  post(accountPath(accountId, "payout-reminders"));

export const clawBacksQuery = (accountId: string, query: ClawBacksQuery) =>
  accountRead<ClawBacksResponse>(accountId, ["claw-backs"], query);
export const clawBack = (accountId: string, conversionId: string, body: ClawBackBody): Promise<ClawBackResponse> =>
  post(accountPath(accountId, "conversions", conversionId, "claw-back"), body);
