import { readActorNames } from "../../store/people/actors.ts";
import { auditLog, listAuditActors, type AuditFilter, type RecordedEntry } from "../../store/audit/audit-log.ts";
import { readSubjectNames } from "../../store/audit/audit-names.ts";
import type { MerchantContext } from "../context.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export interface NamedEntry extends RecordedEntry {
  readonly actorName: string | null;
  readonly subjectName: string | null;
}

/** For owners and managers only: the log shows where members work from. */
export const browseAuditLog: Listing<AuditFilter, NamedEntry> = listing({
  ...auditLog,
  read: async (db, context, part) => {
    requireRole(context, "manager");
    return withNames(context, await auditLog.read(db, context, part));
  },
  count: async (db, context, filter) => {
    requireRole(context, "manager");
    return auditLog.count(db, context, filter);
  },
});

async function withNames({ db, accountId }: MerchantContext, entries: readonly RecordedEntry[]): Promise<NamedEntry[]> {
  const actors = [...new Set(entries.map(({ actor }) => actor))];
  const subjects = [...new Set(entries.map(({ subject }) => subject))];
  const [actorNames, subjectNames] = await Promise.all([
    readActorNames(db, accountId, actors),
    readSubjectNames(db, accountId, subjects),
  ]);
  return entries.map((entry) => ({
    ...entry,
    actorName: actorNames.get(entry.actor) ?? null,
    subjectName: subjectNames.get(entry.subject) ?? null,
  }));
}

export interface NamedActor {
  readonly actor: string;
  readonly name: string | null;
}

/** The actors that the log can be filtered by. */
export async function listActors(context: MerchantContext): Promise<NamedActor[]> {
  requireRole(context, "manager");
  const { db, accountId } = context;
  const actors = await listAuditActors(db, accountId);
  const names = await readActorNames(db, accountId, actors);
  return actors.map((actor) => ({ actor, name: names.get(actor) ?? null }));
}
