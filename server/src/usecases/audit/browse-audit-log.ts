import { uuidOf } from "../../domain/ids.ts";
import { readActorNames } from "../../store/people/actors.ts";
import {
  countAuditEntries,
  listAuditActors,
  listAuditEntries,
  type AuditFilter,
  type RecordedEntry,
} from "../../store/audit/audit-log.ts";
import { readSubjectNames } from "../../store/audit/audit-names.ts";
import type { MerchantContext } from "../context.ts";
import { listing, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

export interface NamedEntry extends RecordedEntry {
  readonly actorName: string | null;
  readonly subjectName: string | null;
}

/** Owners and managers: it shows where members work from, which is nothing for those who only read figures. */
export const browseAuditLog: Listing<AuditFilter, NamedEntry> = listing({
  read: async (context, filter, slice) => {
    requireRole(context, "manager");
    const { db, accountId } = context;
    return withNames(context, await listAuditEntries(db, accountId, { filter, slice }));
  },
  count: async (context, filter) => {
    requireRole(context, "manager");
    return countAuditEntries(context.db, context.accountId, filter);
  },
  position: ({ at, id }) => ({ at, uuid: uuidOf(id) }),
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

/** Whom the log can be narrowed to. */
export async function listActors(context: MerchantContext): Promise<NamedActor[]> {
  requireRole(context, "manager");
  const { db, accountId } = context;
  const actors = await listAuditActors(db, accountId);
  const names = await readActorNames(db, accountId, actors);
  return actors.map((actor) => ({ actor, name: names.get(actor) ?? null }));
}
