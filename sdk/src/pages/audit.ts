import type { AuditAction } from "../words.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

export type { AuditAction } from "../words.ts";

/** Who acted: a member or an affiliate, an API key, the operator's command line, or the service by itself. */
export interface AuditActor {
  kind: "user" | "key" | "operator" | "system";
  /** An id, or the kind again where there is none. */
  id: string;
  /** As they are called today; null for the operator and the service. */
  name: string | null;
}

/** What a thing was or is, by the names that the API has for it. Only what changed, and what says which. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>;

export interface AuditEntryRow {
  id: string;
  at: string;
  actor: AuditActor;
  action: AuditAction;
  subject: { kind: string; id: string; name: string | null };
  /** null where there was nothing before. */
  before: AuditFacts | null;
  /** null where there is nothing any more. */
  after: AuditFacts | null;
  /** null for jobs, for the command line, for affiliates, and once it is no longer kept. */
  address: string | null;
  user_agent: string | null;
}

/** GET audit-log, audit-log.csv. Owners and managers: 403 `role_required` for viewers. */
export interface AuditLogQuery extends PageQuery {
  /** A user's or a key's id, `operator` or `system`. */
  actor?: string;
  action?: AuditAction;
  /** The id of a thing: its own entries. */
  subject?: string;
  from?: string;
  to?: string;
}
export interface AuditLogAnswer {
  audit_log: AuditEntryRow[];
  pagination: ListPagination;
}

/** GET audit-log/choices: what the filters can be set to. */
export interface AuditChoicesAnswer {
  actors: AuditActor[];
  actions: AuditAction[];
}
