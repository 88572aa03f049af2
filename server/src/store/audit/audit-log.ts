import sql, { empty, type Sql } from "sql-template-tag";
import type { auditSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { AuditAction, Difference, Facts } from "../../domain/audit.ts";
import { idOf, uuidOf, type AccountId, type AuditEntryId, type Id, type IdKind } from "../../domain/ids.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";

export interface AuditFilter {
  /** A user or key ID, `operator` or `system`. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** null: the given ID is malformed, so nothing matches. */
  readonly subject?: Id<IdKind> | null | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  readonly sort?: (typeof auditSorts)[number] | undefined;
}

export interface RecordedEntry extends Difference {
  readonly id: AuditEntryId;
  readonly at: Date;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subjectKind: IdKind;
  readonly subject: Id<IdKind>;
  /** null: there was none, or it has been deleted. */
  readonly origin: { readonly address: string; readonly userAgent: string | null } | null;
}

interface EntryRow {
  id: string;
  at: Date;
  actor: string;
  action: AuditAction;
  subject_kind: IdKind;
  subject_id: string;
  before: Facts | null;
  after: Facts | null;
  address: string | null;
  user_agent: string | null;
}

const entryOf = (row: EntryRow): RecordedEntry => ({
  id: idOf("audit_entry", row.id),
  at: row.at,
  actor: row.actor,
  action: row.action,
  subjectKind: row.subject_kind,
  subject: idOf(row.subject_kind, row.subject_id),
  before: row.before,
  after: row.after,
  origin: row.address === null ? null : { address: row.address, userAgent: row.user_agent },
});

export const auditLog: List<OfAccount, AuditFilter, RecordedEntry> = newestFirst({
  table: "audit_entries",
  columns: sql`id, at, actor, action, subject_kind, subject_id, before, after`,
  time: "at",
  sorts: { at: "at" },
  matches,
  complete: async (db, entries, { accountId }) => {
    const rows = await db.query<EntryRow>(sql`
      select entry.*, origin.address, origin.user_agent
      from (${entries}) entry
      left join audit_origins origin on origin.entry_id = entry.id and origin.account_id = ${uuidOf(accountId)}
      order by entry.position`);
    return rows.map(entryOf);
  },
  position: ({ at, id }) => ({ at, uuid: uuidOf(id) }),
});

function matches({ accountId }: OfAccount, filter: AuditFilter): Sql | undefined {
  const { actor, action, subject, from, to } = filter;
  if (subject === null) return undefined;
  return sql`account_id = ${uuidOf(accountId)}
    ${actor === undefined ? empty : sql`and actor = ${actor}`}
    ${action === undefined ? empty : sql`and action = ${action}`}
    ${subject ? sql`and subject_id = ${uuidOf(subject)}` : empty}
    ${from === undefined ? empty : sql`and at >= ${from}`}
    ${to === undefined ? empty : sql`and at < ${to}`}`;
}

const ACTORS_MAX = 200;

/** Members, keys and the operator come first: there may be more affiliates than the list can hold. */
export async function listAuditActors(db: Queryable, accountId: AccountId): Promise<string[]> {
  const account = uuidOf(accountId);
  const own = await db.query<{ id: string; kind: "user" | "key" }>(sql`
    select user_id as id, 'user' as kind from members where account_id = ${account}
    union all
    select id, 'key' from api_keys where account_id = ${account}`);
  const insiders = ["operator", "system", ...own.map(({ id, kind }) => idOf(kind, id))];
  const present = await db.query<{ actor: string }>(sql`
    select actor from unnest(${insiders}::text[]) actor
    where exists (select from audit_entries entry where entry.account_id = ${account} and entry.actor = actor.actor)
    order by actor collate "C"`);
  const first = present.map(({ actor }) => actor);
  return [...new Set([...first, ...(await listAnyActors(db, accountId))])].slice(0, ACTORS_MAX);
}

/** Skips through the index from actor to actor, so it reads one entry for each. */
async function listAnyActors(db: Queryable, accountId: AccountId): Promise<string[]> {
  const account = uuidOf(accountId);
  const rows = await db.query<{ actor: string }>(sql`
    with recursive known as (
      (select actor from audit_entries where account_id = ${account} order by actor limit 1)
      union all
      select (select entry.actor from audit_entries entry
        where entry.account_id = ${account} and entry.actor > known.actor order by entry.actor limit 1)
      from known where known.actor is not null
    )
    select actor from known where actor is not null limit ${ACTORS_MAX}`);
  return rows.map(({ actor }) => actor);
}
