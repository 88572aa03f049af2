import type { StatementResponse, StatementsResponse } from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { withQuery } from "./http.ts";
import { portalPath, portalRead } from "./portal.ts";

export interface StatementOf {
  readonly affiliateId: string;
  readonly currency: string;
  /** YYYY-MM */
  readonly month: string;
}
export const statementsQuery = (accountId: string, affiliateId: string) =>
  accountRead<StatementsResponse>(accountId, ["statements"], { affiliate_id: affiliateId });
export const statementQuery = (accountId: string, { affiliateId, ...query }: StatementOf) =>
  accountRead<StatementResponse>(accountId, ["statements", affiliateId], query);
export const statementHref = (accountId: string, { affiliateId, ...query }: StatementOf): string =>
  withQuery(accountPath(accountId, "statements", affiliateId, "file"), query);

export const ownStatementsQuery = (affiliateId: string) =>
  portalRead<StatementsResponse>(["statements"], { affiliate_id: affiliateId });
export const ownStatementQuery = ({ affiliateId, ...query }: StatementOf) =>
  portalRead<StatementResponse>(["statements", affiliateId], query);
export const ownStatementHref = ({ affiliateId, ...query }: StatementOf): string =>
  withQuery(portalPath("statements", affiliateId, "file"), query);
