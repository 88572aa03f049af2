import type { ListPagination, PageQuery } from "./lists.ts";

/** The kind of thing and what happened to it: every word that the log knows. */
export type AuditAction =
  | "account.created"
  | "account.renamed"
  | "account.plan_changed"
  | "account.payer_set"
  | "account.payer_removed"
  | "account.schedule_set"
  | "account.schedule_removed"
  | "account.list_downloaded"
  | "member.invited"
  | "member.invitation_withdrawn"
  | "member.joined"
  | "member.role_changed"
  | "member.removed"
  | "member.left"
  | "user.reset"
  | "user.signed_in"
  | "user.locked_out"
  | "user.password_changed"
  | "user.second_factor_on"
  | "user.second_factor_off"
  | "user.recovery_codes_made"
  | "campaign.created"
  | "campaign.updated"
  | "invitation.created"
  | "invitation.withdrawn"
  | "affiliate.payout_details_changed"
  | "affiliate.payout_details_removed"
  | "affiliation.joined"
  | "affiliation.approved"
  | "affiliation.rejected"
  | "affiliation.suspended"
  | "affiliation.restored"
  | "affiliation.removed"
  | "affiliation.left"
  | "conversion.approved"
  | "conversion.rejected"
  | "conversion.unrejected"
  | "conversion.clawed_back"
  | "claim.answered"
  | "claim.converted"
  | "batch.created"
  | "batch.file_written"
  | "batch.file_downloaded"
  | "payout.created"
  | "payout.paid"
  | "payout.failed"
  | "payout.cancelled"
  | "key.created"
  | "key.revoked"
  | "endpoint.created"
  | "endpoint.updated"
  | "endpoint.rotated"
  | "endpoint.deleted"
  | "endpoint.tested"
  | "delivery.resent"
  | "delivery.failed_resent";

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
