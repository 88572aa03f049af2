import { queryOptions } from "@tanstack/react-query";
import type { AuditChoicesAnswer, AuditLogAnswer, AuditLogQuery } from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, type Query } from "./http.ts";

export const auditLogQuery = (accountId: string, query: AuditLogQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "audit-log", query),
    queryFn: ({ signal }) => get<AuditLogAnswer>(accountPath(accountId, "audit-log"), query as Query, signal),
  });

export const auditChoicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "audit-choices"),
    queryFn: ({ signal }) => get<AuditChoicesAnswer>(accountPath(accountId, "audit-log", "choices"), {}, signal),
  });
