import { queryOptions } from "@tanstack/react-query";
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
import { accountKey, accountPath } from "./account.ts";
import { get, post, type Query } from "./http.ts";

export const balancesQuery = (accountId: string, query: BalancesQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "balances", query),
    queryFn: ({ signal }) => get<BalancesAnswer>(accountPath(accountId, "balances"), query as Query, signal),
  });
export const maturingQuery = (accountId: string, query: MaturingQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "maturing", query),
    queryFn: ({ signal }) =>
      get<MaturingAnswer>(accountPath(accountId, "balances", "maturing"), { ...query } satisfies Query, signal),
  });
export const ageingQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "ageing"),
    queryFn: ({ signal }) => get<AgeingAnswer>(accountPath(accountId, "balances", "ageing"), {}, signal),
  });

export const clawBacksQuery = (accountId: string, query: ClawBacksQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "claw-backs", query),
    queryFn: ({ signal }) => get<ClawBacksAnswer>(accountPath(accountId, "claw-backs"), query as Query, signal),
  });
export const clawBack = (accountId: string, conversionId: string, body: ClawBackBody): Promise<ClawBackAnswer> =>
  post(accountPath(accountId, "conversions", conversionId, "claw-back"), body);
