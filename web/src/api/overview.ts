import { queryOptions } from "@tanstack/react-query";
import type { OverviewAnswer, OverviewQuery, PulseAnswer } from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, type Query } from "./http.ts";

export const overviewQuery = (accountId: string, query: OverviewQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "overview", query),
    queryFn: ({ signal }) => get<OverviewAnswer>(accountPath(accountId, "overview"), query as Query, signal),
  });

/** Not under the account's key: the pulse triggers refetches of those queries and must not be refetched with them. */
export const pulseQuery = (accountId: string) =>
  queryOptions({
    queryKey: ["pulse", accountId],
    queryFn: ({ signal }) => get<PulseAnswer>(accountPath(accountId, "pulse"), {}, signal),
  });
