import type {
  AgeingAnswer,
  BalancesAnswer,
  BalancesQuery,
  ClawBackAnswer,
  ClawBackBody,
  ClawBacksAnswer,
  ClawBacksQuery,
  MaturingAnswer,
  MaturingQuery,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

export const balancesQuery = (accountId: string, query: BalancesQuery) =>
  accountRead<BalancesAnswer>(accountId, ["balances"], query);
/** The first page of balances, for its currencies. Any other currency still works in the URL. */
export const currenciesQuery = (accountId: string) => balancesQuery(accountId, { limit: 100 });
export const maturingQuery = (accountId: string, query: MaturingQuery) =>
  accountRead<MaturingAnswer>(accountId, ["balances", "maturing"], query);
export const ageingQuery = (accountId: string) => accountRead<AgeingAnswer>(accountId, ["balances", "ageing"]);

export const clawBacksQuery = (accountId: string, query: ClawBacksQuery) =>
  accountRead<ClawBacksAnswer>(accountId, ["claw-backs"], query);
export const clawBack = (accountId: string, conversionId: string, body: ClawBackBody): Promise<ClawBackAnswer> =>
  post(accountPath(accountId, "conversions", conversionId, "claw-back"), body);
