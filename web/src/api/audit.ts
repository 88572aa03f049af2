import type { AuditChoicesAnswer, AuditLogAnswer, AuditLogQuery } from "tributary-sdk/pages";
import { accountRead } from "./account.ts";

export const auditLogQuery = (accountId: string, query: AuditLogQuery) =>
  accountRead<AuditLogAnswer>(accountId, ["audit-log"], query);

export const auditChoicesQuery = (accountId: string) =>
  accountRead<AuditChoicesAnswer>(accountId, ["audit-log", "choices"]);
