import sql from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { AuditAction, Difference } from "../../domain/audit.ts";
import { kindOfId, uuidOf, type AccountId, type Id, type IdKind, type UserId } from "../../domain/ids.ts";
import { expired } from "../retention.ts";

/** Shared by all entries of one change. */
export interface Acted {
  readonly actor: string;
  readonly at: Date;
  readonly origin: { readonly address: string; readonly userAgent: string | undefined } | null;
}
export interface NewEntry extends Difference {
  /** The account whose log gets the entries. */
  readonly accountId: AccountId;
  /** A UUID. */
  readonly id: string;
  readonly action: AuditAction;
  readonly subject: Id<IdKind>;
}

const USER_AGENT_MAX = 200;

export function insertAuditEntries(tx: Tx, acted: Acted, entries: readonly NewEntry[]): void {
  const { actor, at, origin } = acted;
  const json = (facts: object | null): string | null => facts && JSON.stringify(facts);
  tx.defer(sql`
    with entry as (
      insert into audit_entries (id, account_id, at, actor, action, subject_kind, subject_id, before, after)
      select id, account_id, ${at}, ${actor}, action, subject_kind, subject_id, before::jsonb, after::jsonb
      from unnest(
        ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ accountId }) => uuidOf(accountId))}::uuid[],
        ${entries.map(({ action }) => action)}::text[],
        ${entries.map(({ subject }) => kindOfId(subject))}::text[],
        ${entries.map(({ subject }) => uuidOf(subject))}::uuid[],
        ${entries.map(({ before }) => json(before))}::text[], ${entries.map(({ after }) => json(after))}::text[])
        as given (id, account_id, action, subject_kind, subject_id, before, after)
      returning id, account_id
    )
    insert into audit_origins (entry_id, account_id, actor, at, address, user_agent)
    select id, account_id, ${actor}, ${at}, ${origin?.address ?? null}::text,
      ${origin?.userAgent?.slice(0, USER_AGENT_MAX) ?? null}::text
    from entry where ${origin?.address ?? null}::text is not null`);
}

/** Erases where the person's changes came from. The entries themselves stay. */
export async function eraseOriginsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.query(sql`delete from audit_origins where actor = ${userId}`);
}

export async function deleteOriginsBefore(tx: Tx, before: Date): Promise<void> {
  for (const old of expired({ time: "at", id: "entry_id" }, before))
    await tx.query(sql`delete from audit_origins where ${old}`);
}
