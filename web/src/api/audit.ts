import type { AuditChoicesResponse, AuditLogResponse, AuditLogQuery } from "tributary-sdk/pages";
import { accountRead } from "./account.ts";

export const auditLogQuery = (accountId: string, query: AuditLogQuery) =>
  accountRead<AuditLogResponse>(accountId, ["audit-log"], query);

export const auditChoicesQuery = (accountId: string) =>
  accountRead<AuditChoicesResponse>(accountId, ["audit-log", "choices"]);
