import type { OverviewResponse, OverviewQuery, PulseResponse } from "tributary-sdk/pages";
import { accountRead } from "./account.ts";

export const overviewQuery = (accountId: string, query: OverviewQuery) =>
  accountRead<OverviewResponse>(accountId, ["overview"], query);

/** Not under the account's key: the pulse triggers refetches of those queries and must not be refetched with them. */
export const pulseQuery = (accountId: string) => ({
  ...accountRead<PulseResponse>(accountId, ["pulse"]),
  queryKey: ["pulse", accountId],
});
