import { queryOptions } from "@tanstack/react-query";
import type { StatementAnswer, StatementsAnswer } from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, withQuery, type Query } from "./http.ts";
import { portalPath } from "./portal-money.ts";
import { portalKey } from "./portal.ts";

export interface StatementOf {
  readonly affiliateId: string;
  readonly currency: string;
  /** YYYY-MM */
  readonly month: string;
}
export const statementsQuery = (accountId: string, affiliateId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "statements", affiliateId),
    queryFn: ({ signal }) =>
      get<StatementsAnswer>(accountPath(accountId, "statements"), { affiliate_id: affiliateId }, signal),
  });
export const statementQuery = (accountId: string, { affiliateId, ...query }: StatementOf) =>
  queryOptions({
    queryKey: accountKey(accountId, "statement", affiliateId, query),
    queryFn: ({ signal }) =>
      get<StatementAnswer>(accountPath(accountId, "statements", affiliateId), { ...query } satisfies Query, signal),
  });
export const statementHref = (accountId: string, { affiliateId, ...query }: StatementOf): string =>
  withQuery(accountPath(accountId, "statements", affiliateId, "file"), query);

export const ownStatementsQuery = (affiliateId: string) =>
  queryOptions({
    queryKey: portalKey("statements", affiliateId),
    queryFn: ({ signal }) => get<StatementsAnswer>(portalPath("statements"), { affiliate_id: affiliateId }, signal),
  });
export const ownStatementQuery = ({ affiliateId, ...query }: StatementOf) =>
  queryOptions({
    queryKey: portalKey("statement", affiliateId, query),
    queryFn: ({ signal }) =>
      get<StatementAnswer>(portalPath("statements", affiliateId), { ...query } satisfies Query, signal),
  });
export const ownStatementHref = ({ affiliateId, ...query }: StatementOf): string =>
  withQuery(portalPath("statements", affiliateId, "file"), query);
