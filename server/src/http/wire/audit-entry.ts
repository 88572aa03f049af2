import type { AuditActor, AuditChoicesResponse, AuditEntryRow } from "tributary-sdk/pages";
import { z } from "zod";
import { auditActions } from "../../domain/audit.ts";
import type { NamedEntry } from "../../usecases/audit/browse-audit-log.ts";

const actor: z.ZodType<AuditActor> = z.object({
  kind: z.enum(["user", "key", "operator", "system"]),
  id: z.string(),
  name: z.string().nullable(),
});
const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const facts = z.record(z.string(), fact).nullable();
export const auditEntryRow: z.ZodType<AuditEntryRow> = z.object({
  id: z.string(),
  at: z.string(),
  actor,
  action: z.enum(auditActions),
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  before: facts,
  after: facts,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export const auditChoices: z.ZodType<AuditChoicesResponse> = z.object({
  actors: z.array(actor),
  actions: z.array(z.enum(auditActions)),
});

export const presentAuditEntry = (entry: NamedEntry): AuditEntryRow => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: presentAuditActor(entry.actor, entry.actorName),
  action: entry.action,
  subject: { kind: entry.subjectKind, id: entry.subject, name: entry.subjectName },
  before: entry.before,
  after: entry.after,
  address: entry.origin?.address ?? null,
  user_agent: entry.origin?.userAgent ?? null,
});

export function presentAuditActor(id: string, name: string | null): AuditActor {
  if (id === "operator" || id === "system") return { kind: id, id, name: null };
  return { kind: id.startsWith("key_") ? "key" : "user", id, name };
}
