import type { AuditAction, auditSorts } from "../words.ts";
import type { ListPagination, SortedPageQuery } from "./lists.ts";

export type { AuditAction } from "../words.ts";

/** Who acted: a member, an affiliate, an API key, the operator's command line, or the service itself. */
export interface AuditActor {
  kind: "user" | "key" | "operator" | "system";
  /** The actor's ID. The operator and the service have none and repeat their kind. */
  id: string;
  /** The current name; null for the operator and the service. */
  name: string | null;
}

/** Values before or after a change, by their API names. Contains only what changed and what identifies it. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>;

export interface AuditEntryRow {
  id: string;
  at: string;
  actor: AuditActor;
  action: AuditAction;
  subject: { kind: string; id: string; name: string | null };
  /** null if there was nothing before. */
  before: AuditFacts | null;
  /** null if there is nothing afterwards. */
  after: AuditFacts | null;
  /** null for jobs, for the command line, for affiliates, and after its retention period. */
  address: string | null;
  user_agent: string | null;
}

/** GET audit-log, audit-log.csv. For owners and managers; 403 `role_required` for viewers. */
export interface AuditLogQuery extends SortedPageQuery<typeof auditSorts> {
  /** A user's or key's ID, `operator` or `system`. */
  actor?: string;
  action?: AuditAction;
  /** The ID of a record, to find its entries. */
  subject?: string;
  from?: string;
  to?: string;
}
export interface AuditLogResponse {
  audit_log: AuditEntryRow[];
  pagination: ListPagination;
}

/** GET audit-log/choices: the possible values of the filters. */
export interface AuditChoicesResponse {
  actors: AuditActor[];
  actions: AuditAction[];
}
